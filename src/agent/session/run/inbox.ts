/**
 * Messages that the user sends while the agent works. They stay in the log until they become part of the
 * conversation, so a reload loses nothing; the loop takes them at a safe point, urgent ones at once.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { QUEUED_MESSAGES } from '../../limits.ts'
import type { Inbox, InterruptReason, QueuedMessage } from '../../loop/deps.ts'
import type { SayOptions } from '../../protocol/calls/runs.ts'
import type { Session } from '../log/session.ts'

export interface SessionInboxOptions {
  readonly session: () => Session | undefined
  readonly newId: () => string
}

export class SessionInbox implements Inbox {
  readonly #options: SessionInboxOptions
  /** Handed to the loop; the log tells of them soon. */
  readonly #taken = new Set<string>()
  #interrupt = new AbortController()

  constructor(options: SessionInboxOptions) {
    this.#options = options
  }

  get waiting(): readonly QueuedMessage[] {
    const queued = this.#options.session()?.facts.queued ?? []
    return queued.filter(({ messageId }) => !this.#taken.has(messageId))
  }

  take(): readonly QueuedMessage[] {
    const { waiting } = this
    for (const { messageId } of waiting) this.#taken.add(messageId)
    if (this.#interrupt.signal.aborted) this.#interrupt = new AbortController()
    return waiting
  }

  interrupt(): AbortSignal {
    return this.#interrupt.signal
  }

  /** Resolves when it is stored. An urgent one interrupts what the agent does, but does not end its run. */
  async add(
    { text, images = [] }: Omit<QueuedMessage, 'messageId'>,
    { urgent, untilOnline }: Pick<SayOptions, 'urgent' | 'untilOnline'>,
  ): Promise<Result<void>> {
    if (this.waiting.length >= QUEUED_MESSAGES) {
      return fail('too_large', `${QUEUED_MESSAGES} messages wait already; this one was not queued.`, {
        hint: 'Join it with one that waits.',
      })
    }
    const messageId = this.#options.newId()
    await this.#leader()?.append({
      type: 'message_queued',
      messageId,
      text,
      ...(images.length === 0 ? {} : { images: [...images] }),
      ...(untilOnline ? { untilOnline } : {}),
    })
    // A run that begins may have taken it while it was stored: there is nothing to interrupt that for.
    if (urgent && this.#find(messageId)) this.#hurry()
    return ok(undefined)
  }

  /** Makes the agent read the queued messages at once. */
  hurry(messageId: string): Result<void> {
    if (!this.#find(messageId)) return gone()
    this.#hurry()
    return ok(undefined)
  }

  async remove(messageId: string): Promise<Result<void>> {
    const session = this.#leader()
    if (!session || !this.#find(messageId)) return gone()
    this.#taken.add(messageId)
    await session.append({ type: 'message_unqueued', messageId })
    return ok(undefined)
  }

  /** The run has ended: what it took and could not store waits again. */
  reset(): void {
    this.#taken.clear()
    if (this.#interrupt.signal.aborted) this.#interrupt = new AbortController()
  }

  #hurry(): void {
    const reason: InterruptReason = 'message'
    this.#interrupt.abort(reason)
  }

  #find(messageId: string): QueuedMessage | undefined {
    return this.waiting.find((message) => message.messageId === messageId)
  }

  #leader(): Session | undefined {
    const session = this.#options.session()
    return session?.role === 'leader' ? session : undefined
  }
}

function gone(): Result<never> {
  return fail('not_found', 'That message no longer waits; the agent has read it, or it was removed.')
}
