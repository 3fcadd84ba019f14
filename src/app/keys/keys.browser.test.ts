/** The dialog for the passphrase, its fields in the settings, and the lock by idleness, on a fake agent. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../sandbox/contract/errors.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  vi.useRealTimers()
  await unmountApp()
})

const LOCKED = { state: 'locked', hasPassphrase: true } as const
const OPEN = { state: 'open', hasPassphrase: true } as const
const dialog = page.getByRole('dialog', { name: 'Unlock the keys' })

async function locked() {
  const mounted = mountApp((fake) => (fake.protection = LOCKED))
  await mounted.started
  return mounted
}

it('asks only when something needs the keys, says what a wrong passphrase is, and keeps nothing of it', async () => {
  const { fake } = await locked()
  await expect.element(dialog).not.toBeInTheDocument()
  fake.notice({ type: 'keys', protection: LOCKED, wanted: true })
  fake.unlock = () => fail('not_permitted', 'That is not the passphrase. Nothing was unlocked.')
  const field = dialog.getByLabelText('Passphrase')
  await field.fill('a wrong passphrase')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('That is not the passphrase.')
  await expect.element(field).toHaveValue('')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('wrong passphrase')

  fake.unlock = () => {
    fake.protection = OPEN
    return ok(undefined)
  }
  await field.fill('the right passphrase')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('closes when it is declined, when what waited was stopped, and when another tab has taken the passphrase away', async () => {
  const { fake } = await locked()
  fake.notice({ type: 'keys', protection: LOCKED, wanted: true })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(fake.calls).toContain('declineUnlock')
  for (const after of [LOCKED, { state: 'open', hasPassphrase: false } as const]) {
    fake.notice({ type: 'keys', protection: LOCKED, wanted: true })
    await expect.element(dialog).toBeInTheDocument()
    fake.notice({ type: 'keys', protection: after, wanted: false })
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

it('removes the keys only after it has said what that costs; a damaged record leaves nothing else', async () => {
  const { fake } = await locked()
  fake.notice({ type: 'keys', protection: LOCKED, wanted: true })
  await dialog.getByRole('button', { name: 'Forgotten' }).click()
  await expect.element(dialog).toHaveTextContent('Sessions and files stay.')
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(fake.calls).not.toContain('removeKeys')
  fake.notice({ type: 'keys', protection: { state: 'damaged', hasPassphrase: false }, wanted: true })
  const damaged = page.getByRole('dialog', { name: 'The kept keys cannot be read' })
  await damaged.getByRole('button', { name: 'Remove them all' }).click()
  await expect.poll(() => fake.calls).toContain('removeKeys')
})

it('locks when the page was not touched for so long, not before, and not while the agent works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { fake, started } = mountApp((agent) => {
    agent.protection = OPEN
    agent.settingsNow = { ...agent.settingsNow, lockKeysAfter: 5 }
  })
  await started
  const locks = () => fake.calls.filter((call) => call === 'lockKeys').length
  vi.advanceTimersByTime(4 * 60_000)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  vi.advanceTimersByTime(4 * 60_000)
  expect(locks()).toBe(0)
  vi.advanceTimersByTime(61_000)
  expect(locks()).toBeGreaterThan(0)
})
