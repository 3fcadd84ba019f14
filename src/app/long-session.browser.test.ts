/** The end of a long session is on the screen while the rest of it is read. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AgentEvent } from '../agent/protocol/events.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const log = page.getByRole('log')
const logElement = () => document.querySelector<HTMLElement>('[role=log]')

const said = (text: string, seq: number): AgentEvent => ({
  type: 'user_message',
  messageId: `${text}-${seq}`,
  content: [{ type: 'text', text }],
  origin: 'human',
  seq,
  at: seq,
})
const LONG = Array.from({ length: 40 }, (_, index) => said(`long ${index + 1};`, index + 1))

/** With a session that has "of the first" and "and more of it", the latter heard while the end of another is shown. */
async function withTail() {
  const { app, fake, started } = mountApp()
  await started
  fake.emit({
    type: 'user_message',
    messageId: 'a',
    content: [{ type: 'text', text: 'of the first' }],
    origin: 'human',
  })
  await expect.element(log.getByText('of the first')).toBeVisible()
  app.session.tail('s2', 'Long one', LONG.slice(-20))
  await expect.element(log.getByText('long 40;')).toBeVisible()
  fake.emit({
    type: 'user_message',
    messageId: 'b',
    content: [{ type: 'text', text: 'and more of it' }],
    origin: 'human',
  })
  return { session: app.session }
}

it('is there to be looked at, under its title, and gives way to the whole', async () => {
  const { session } = await withTail()
  expect(logElement()?.inert).toBe(true)
  expect(document.title).toContain('Long one')
  await expect.element(log.getByText('of it')).not.toBeInTheDocument()
  // The first ten are not of the tail.
  await expect.element(log.getByText('long 30;')).not.toBeInTheDocument()
  await expect.element(log.getByText('long 31;')).toBeInTheDocument()

  session.reset('s2', 'leader', 40)
  session.events(LONG.slice(0, 30))
  await expect.element(log.getByText('long 40;')).toBeVisible()
  expect([logElement()?.inert, session.view.lastSeq]).toEqual([true, 0])
  session.events(LONG.slice(30))
  await expect.element(log.getByText('long 1;')).toBeInTheDocument()
  await expect.element(log.getByText('long 40;')).toBeInTheDocument()
  expect([logElement()?.inert, session.view.lastSeq]).toEqual([false, 40])
})

it('gives way to the session before, with all that happened there, where the other cannot be opened', async () => {
  const { session } = await withTail()
  session.tail('s2', '', [])
  await expect.element(log.getByText('of the first')).toBeVisible()
  await expect.element(log.getByText('and more of it')).toBeVisible()
  await expect.element(log.getByText('long 40;')).not.toBeInTheDocument()
  expect(logElement()?.inert).toBe(false)
})

it('of one session is not shown for another', async () => {
  const { session } = await withTail()
  session.reset('s3', 'leader', 1)
  expect(session.isTail).toBe(false)
  session.events([said('another', 1)])
  await expect.element(log.getByText('another')).toBeVisible()
  await expect.element(log.getByText('long 40;')).not.toBeInTheDocument()
})
