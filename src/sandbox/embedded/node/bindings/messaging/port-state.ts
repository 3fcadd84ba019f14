/** State that turns a browser's message port into one of Node's: numbers, a queue, a hold on the loop. */
import type { EventLoop } from '../../event-loop.ts'
import { LoopHold } from '../../loop-hold.ts'
import type { PortEnd } from '../../thread.ts'
import { createMailbox } from './mailbox.ts'
import type { MailboxEntry } from './mailbox.ts'

export interface ReceivedMessage {
  readonly type: 'message' | 'messageerror'
  readonly value: unknown
  readonly ports: readonly MessagePort[]
  readonly number: number
}

export interface PortState {
  readonly end: { -readonly [K in keyof PortEnd]: PortEnd[K] }
  readonly hold: LoopHold
  readonly queue: ReceivedMessage[]
  /** Taken from the mailbox: what waits for its event, and what came behind that. */
  unread: readonly MailboxEntry[]
  /** Listens to the browser; messages are delivered while `isReceiving`. */
  isStarted: boolean
  isReceiving: boolean
  isScheduled: boolean
  /** Events alone have been enough so far. */
  events: number
  asksSynchronously: boolean
  /** The other end has said that it is closed; what came before is still delivered. */
  isEnding: boolean
  isClosed: boolean
  /** Other port of a channel that was made in this thread. */
  peer: MessagePort | undefined
  /** The other ends of the ports that went with its first message. */
  sentAlong: readonly MessagePort[]
}

export function createPortState(loop: EventLoop, end: PortEnd): PortState {
  const hold = new LoopHold(loop, false)
  hold.isBusy = true
  return {
    end: { ...end },
    hold,
    queue: [],
    unread: [],
    isStarted: false,
    isReceiving: false,
    isScheduled: false,
    events: 0,
    asksSynchronously: false,
    isEnding: false,
    isClosed: false,
    peer: undefined,
    sentAlong: [],
  }
}

export function createPortEnds(): readonly [PortEnd, PortEnd] {
  const [there, back] = [createMailbox(), createMailbox()]
  return [
    { incoming: back, outgoing: there, sent: 0, taken: 0 },
    { incoming: there, outgoing: back, sent: 0, taken: 0 },
  ]
}
