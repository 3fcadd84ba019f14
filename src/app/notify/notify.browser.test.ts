/** The tab's title, and on request the browser, notify a user who looks elsewhere. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'

let visibility: DocumentVisibilityState = 'visible'
const shown: { title: string; body: string | undefined }[] = []

function look(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The browser's, with the permission that it would have to be asked for. */
function notificationsThat(permission: NotificationPermission): void {
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = permission
      static readonly requestPermission = () => Promise.resolve(permission)
      constructor(title: string, { body }: NotificationOptions = {}) {
        super()
        shown.push({ title, body })
      }
    },
  )
}

beforeEach(() => {
  shown.length = 0
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await unmountApp()
})

it('marks the title of a hidden tab until somebody looks, and tells the browser', async () => {
  notificationsThat('granted')
  const { fake, started } = mountApp((agent) => {
    agent.settingsNow = { ...agent.settingsNow, notify: true }
  })
  await started
  const [ended] = story.wholeStory().filter(({ type }) => type === 'run_ended')
  if (!ended) throw new Error('The story has no end.')
  fake.emit(
    { type: 'session_titled', title: 'The parser', by: 'person' },
    story.user('go'),
    story.runStarted(),
  )
  await expect.poll(() => document.title).toBe('The parser · Vivarium')
  look('hidden')
  fake.emit(ended)
  await expect.poll(() => document.title).toBe('✓ The parser · Vivarium')
  await expect.poll(() => shown).toEqual([{ title: 'Done', body: 'The parser' }])
  look('visible')
  await expect.poll(() => document.title).toBe('The parser · Vivarium')
})

it('says nothing to somebody who looks, and nothing that they did not ask for', async () => {
  notificationsThat('granted')
  const { fake, started } = mountApp()
  await started
  const [ended] = story.wholeStory().filter(({ type }) => type === 'run_ended')
  if (!ended) throw new Error('The story has no end.')
  fake.emit(story.user('go'), story.runStarted())
  fake.emit(ended)
  await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('ready')
  expect(document.title).not.toMatch(/^✓/)
  fake.emit(story.user('go', 'm9'), story.runStarted())
  await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('working')
  look('hidden')
  fake.emit(ended)
  await expect.poll(() => document.title).toMatch(/^✓/)
  expect(shown).toEqual([])
})

it('does not stay switched on where the browser forbids it', async () => {
  notificationsThat('denied')
  const { fake, started } = mountApp()
  await started
  await page.getByRole('button', { name: 'Settings' }).click()
  const toggle = page.getByRole('switch', { name: 'Notify me when the agent is done or waits' })
  await toggle.click()
  await expect.element(page.getByText(/The browser does not allow it/)).toBeVisible()
  await expect.element(toggle).not.toBeChecked()
  expect(fake.settingsNow.notify).toBe(false)
})
