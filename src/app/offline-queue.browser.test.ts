/** Messages sent without a network: stored with the session, and sent once online if the user agrees. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'

const composer = page.getByRole('textbox', { name: 'Message' })
const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
let online = true

beforeEach(async () => {
  await page.viewport(1280, 800)
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await unmountApp()
})

function turn(to: 'online' | 'offline'): void {
  online = to === 'online'
  dispatchEvent(new Event(to))
}

async function opened() {
  const mounted = mountApp()
  await mounted.started
  await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('ready')
  await composer.click()
  await expect.element(composer).toHaveFocus()
  return mounted
}

const attempts = (calls: readonly string[]) => calls.filter((call) => call === 'try again')

it('waits where it is seen, and is sent once, however often the network comes back', async () => {
  const { fake } = await opened()
  turn('offline')
  await userEvent.keyboard('when I am back{Enter}')
  await expect.element(queued.first()).toHaveTextContent('when I am back')
  await expect.element(page.getByText('Waiting, sent when there is a network again')).toBeVisible()
  expect(fake.emitted('message_queued')[0]).toMatchObject({ text: 'when I am back', untilOnline: true })
  expect(fake.calls.filter((call) => call.startsWith('send'))).toEqual([])
  turn('online')
  turn('online')
  await expect.poll(() => attempts(fake.calls).length).toBe(1)
})

it('can be taken back, changed, or tried at once', async () => {
  const { fake } = await opened()
  turn('offline')
  await userEvent.keyboard('one{Enter}')
  await expect.element(queued.first()).toHaveTextContent('one')
  await userEvent.keyboard('two{Enter}')
  await expect.poll(() => queued.elements().length).toBe(2)
  await queued.first().getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => queued.elements().length).toBe(1)
  await queued.first().getByRole('button', { name: 'Send now' }).click()
  expect(fake.calls.filter((call) => call.startsWith('hurry: '))).toHaveLength(1)
})

it('is sent after a reload with a network, but not by a tab that only watches', async () => {
  const { fake, app } = await opened()
  turn('offline')
  await userEvent.keyboard('later{Enter}')
  await expect.element(queued.first()).toHaveTextContent('later')
  fake.notice({ type: 'role', role: 'follower' })
  turn('online')
  await app.session.sendWaiting()
  expect(attempts(fake.calls)).toEqual([])
  fake.notice({ type: 'role', role: 'leader' })
  await expect.poll(() => attempts(fake.calls).length).toBe(1)
})

it.each([{ queueOffline: false }, { provider: 'openai', baseUrl: 'http://localhost:11434/v1' }] as const)(
  'does not wait where that is not wanted, or not needed: %o',
  async (change) => {
    const { fake, app } = await opened()
    await app.settings.update(change)
    turn('offline')
    await userEvent.keyboard('now{Enter}')
    await expect.poll(() => fake.calls.join()).toContain('now')
    expect(fake.calls.join()).not.toContain('queue: now')
  },
)
