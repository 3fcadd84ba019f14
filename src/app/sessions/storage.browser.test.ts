/** When the browser is asked to keep what is stored, and what a store without room offers. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'

const persist = vi.fn(async () => false)

beforeEach(async () => {
  await page.viewport(1280, 800)
  persist.mockClear()
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
  vi.spyOn(navigator.storage, 'persist').mockImplementation(persist)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await unmountApp()
})

it('is asked once there is something worth keeping, not at the load, and once a week at most', async () => {
  const { fake, app, started } = mountApp()
  await started
  expect(persist).not.toHaveBeenCalled()
  fake.emit(story.user('go'), story.runStarted())
  await expect.poll(() => persist.mock.calls.length).toBe(1)
  fake.emit(story.user('once more'), story.runStarted())
  await app.storage.keepWhatCame()
  expect(persist).toHaveBeenCalledTimes(1)
  await unmountKeepingStorage()
  const again = mountApp()
  await again.started
  again.fake.emit(story.user('go'), story.runStarted())
  await again.app.storage.keepWhatCame()
  expect(persist).toHaveBeenCalledTimes(1)
  localStorage.setItem('vivarium:asked-to-keep', String(Date.now() - 8 * 86_400_000))
  await unmountKeepingStorage()
  const later = mountApp()
  await later.started
  later.fake.emit(story.user('go'), story.runStarted())
  await expect.poll(() => persist.mock.calls.length).toBe(2)
})

it('says under "Storage" that it was asked and did not agree', async () => {
  const { fake, app, started } = mountApp()
  await started
  fake.emit(story.user('go'), story.runStarted())
  await expect.poll(() => persist.mock.calls.length).toBe(1)
  app.dialog = 'storage'
  await expect.element(page.getByText(/It was asked to keep it on .*, and did not agree\./)).toBeVisible()
})

it('shows content that no session needs by its holder, and not as files that can go', async () => {
  const { fake, app, started } = mountApp()
  await started
  fake.stored = { ...fake.stored, holders: [{ holder: 'accepted_versions', bytes: 300_000 }] }
  app.dialog = 'storage'
  const dialog = page.getByRole('dialog')
  const figure = (term: RegExp) => {
    const terms = dialog.element().querySelectorAll('dt')
    return [...terms]
      .find(({ textContent }) => term.test(textContent))
      ?.nextElementSibling?.textContent.trim()
  }
  await expect.element(dialog.getByText(/versions that you accepted/)).toBeVisible()
  expect(figure(/versions that you accepted/)).toBe('300 kB')
  // 74 MB without these, and without 42.5 MB and 1.2 MB.
  expect(figure(/workspaces, at every step/)).toBe('30 MB')
  expect(figure(/nothing needs/)).toBe('44 MB')
  expect(dialog.element().textContent).not.toContain('cannot be read')
})

it('says which holder of content cannot be read, and that nothing can be freed', async () => {
  const { fake, app, started } = mountApp()
  await started
  const holders = [{ holder: 'second_copies', bytes: undefined }] as const
  fake.stored = { ...fake.stored, freeableBytes: 0, holders }
  app.dialog = 'storage'
  const told = page.getByText(/second copy alone, until they come back” cannot be read/)
  await expect.element(told).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clean up' })).toBeDisabled()
})

it('is not asked about a session that was there before', async () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(Date.parse('2026-01-01'))
  const { fake, started } = mountApp()
  await started
  fake.emit(story.user('go'), story.runStarted())
  await expect.element(page.getByRole('article', { name: 'You' })).toBeVisible()
  expect(persist).not.toHaveBeenCalled()
})

it('is not asked where it keeps nothing, which is said until it was read', async () => {
  const { app, fake, started } = mountApp()
  await started
  fake.notice({ type: 'nothing_kept' })
  await expect.element(page.getByText('This browser keeps nothing for this page')).toBeVisible()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  fake.emit(story.user('go'))
  await expect.poll(leave).toBe(true)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('This browser keeps nothing for this page')).not.toBeInTheDocument()
  expect(leave()).toBe(true)
  expect(app.storage.asked).toBeUndefined()
  app.dialog = 'storage'
  await expect.element(page.getByText('gone when the tab is closed or reloaded')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep it' })).not.toBeInTheDocument()
})

it('says how far lost sessions are back, and what came of it until that was read', async () => {
  const { fake, started } = mountApp()
  await started
  fake.notice({ type: 'bringing_back', done: 12_000_000, of: 100_000_000 })
  await expect.element(page.getByText('The sessions come back from their second copy.')).toBeVisible()
  await expect.element(page.getByText('12 MB of 100 MB')).toBeVisible()
  fake.notice({ type: 'bringing_back', done: 50_000_000, of: 100_000_000 })
  const bar = page.getByRole('progressbar', { name: 'Bytes that are back' })
  await expect.element(bar).toHaveAttribute('value', '50000000')
  fake.notice({ type: 'brought_back', sessions: 12, events: 0 })
  await expect.element(page.getByText('This browser had lost 12 sessions.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('This browser had lost')).not.toBeInTheDocument()
  fake.notice({ type: 'brought_back', sessions: 0, events: 1 })
  await expect.element(page.getByText('the last step of this session')).toBeVisible()
})

it('names the keys that were lost until that was read, and leads to where they are entered', async () => {
  const { app, fake, started } = mountApp()
  await started
  fake.notice({
    type: 'lost_values',
    values: [
      { kind: 'key', name: 'anthropic' },
      { kind: 'git_token', name: 'git.example' },
      { kind: 'hidden', name: '' },
      { kind: 'hidden', name: '' },
    ],
  })
  const told = page.getByText('the API key of anthropic; the token of git.example; a hidden value.')
  await expect.element(told).toBeVisible()
  await page.getByRole('button', { name: 'Enter them again' }).click()
  expect(app.dialog).toBe('settings')
  app.dialog = undefined
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(told).not.toBeInTheDocument()
})

it('is not asked where it has promised already', async () => {
  const promised = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(true)
  const { fake, started } = mountApp()
  await started
  fake.emit(story.user('go'), story.runStarted())
  await expect.poll(() => promised.mock.calls.length).toBe(1)
  expect(persist).not.toHaveBeenCalled()
})

it('a store without room offers to make some, and to take the files out', async () => {
  const { fake, app, started } = mountApp()
  await started
  app.tab = 'terminal'
  fake.notice({
    type: 'storage',
    state: 'full',
    message: 'The browser has no storage left.',
    hint: 'Delete.',
  })
  const alert = page.getByRole('alert').filter({ hasText: 'no storage left' })
  await expect.element(alert.getByRole('button', { name: 'Make room' })).toBeVisible()
  await expect.element(alert.getByRole('button', { name: 'Export the files' })).toBeEnabled()
})

it('a storage that is full lets the run end, then goes on where that was, by a click', async () => {
  const { fake, app, started } = mountApp()
  await started
  fake.emit(story.user('go'), story.runStarted())
  fake.notice({ type: 'storage', state: 'ending' })
  const alert = page
    .getByRole('region', { name: 'Notices' })
    .getByRole('alert')
    .filter({ hasText: 'no storage left' })
  await expect.element(alert).toHaveTextContent('then the agent stops')
  expect(app.session.running).toBe(true)
  fake.emit(
    { type: 'error', kind: 'storage_quota', message: 'It was ended here.' },
    { type: 'run_ended', runId: 'r1', terminal: 'error', turns: 1 },
  )
  fake.notice({
    type: 'storage',
    state: 'full',
    message: 'The browser has no storage left.',
    hint: 'Delete.',
  })
  fake.hasRoom = false
  await alert.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByText('still too little room')).toBeVisible()
  expect(fake.calls).not.toContain('try again')
  fake.hasRoom = true
  await alert.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => fake.calls).toContain('try again')
})

it('a tab that is outdated says that it is read-only, offers a reload, and sends nothing', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(story.user('go'))
  fake.notice({ type: 'storage', state: 'outdated' })
  fake.notice({ type: 'role', role: 'follower' })
  const alert = page.getByRole('alert').filter({ hasText: 'This tab is read-only now' })
  await expect.element(alert.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Take over' })).not.toBeInTheDocument()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect.element(composer).toHaveAttribute('placeholder', 'This tab is read-only: reload it to go on')
  await composer.fill('More')
  await userEvent.keyboard('{Enter}')
  await expect.element(composer).toHaveValue('More')
  expect(fake.calls.filter((call) => call.startsWith('say'))).toEqual([])
})

/** As a reload does. */
async function unmountKeepingStorage(): Promise<void> {
  const asked = localStorage.getItem('vivarium:asked-to-keep') ?? ''
  await unmountApp()
  localStorage.setItem('vivarium:asked-to-keep', asked)
}
