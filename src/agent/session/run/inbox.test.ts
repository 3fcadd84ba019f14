import { expect, it } from 'vitest'
import type { QueuedMessage } from '../../loop/deps.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Session } from '../log/session.ts'
import { SessionInbox } from './inbox.ts'

/** Each message is stored, and then `whenStored` is called, before `add` goes on. */
function open(whenStored: (inbox: SessionInbox) => void) {
  const queued: QueuedMessage[] = []
  const append = (event: EventBody) => {
    if (event.type === 'message_queued') queued.push({ messageId: event.messageId, text: event.text })
    whenStored(inbox)
    return Promise.resolve()
  }
  // All that an inbox asks of a session.
  const session = { role: 'leader', facts: { queued }, append } as unknown as Session
  const inbox: SessionInbox = new SessionInbox({ session: () => session, newId: () => 'm1' })
  return inbox
}

it('an urgent message interrupts, but not the run that has taken it while it was stored', async () => {
  const urgent = { urgent: true, untilOnline: false }
  const waiting = open(() => undefined)
  await waiting.add({ text: 'One' }, urgent)
  expect(waiting.interrupt().aborted).toBe(true)

  const taken = open((inbox) => inbox.take())
  await taken.add({ text: 'One' }, urgent)
  expect(taken.interrupt().aborted).toBe(false)
})
