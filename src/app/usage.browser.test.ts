/** The dialog that "Cost" opens. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const dialog = page.getByRole('dialog', { name: 'Usage and cost' })

it('tells the classes of tokens apart, and keeps limits', async () => {
  const { fake, started } = mountApp()
  await started
  const usage = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 8000, cacheWriteTokens: 1000 }
  fake.emit(
    { type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' },
    { type: 'response_ended', turnId: 't', stopReason: 'end_turn', usage, costUsd: 0.25 },
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  )
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect
    .element(dialog.getByRole('row', { name: /^Last run/ }))
    .toHaveTextContent(/Last run.*\$0\.25.*1\.0k.*8\.0k.*1\.0k.*500.*1/)
  await expect.element(dialog).toHaveTextContent('80 % of this session’s prompts came from the cache.')
  await dialog.getByRole('textbox', { name: 'Limit per session ($)' }).fill('2.5')
  await dialog.getByRole('textbox', { name: 'Limit per run ($)' }).fill('many')
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A limit is a number')
  expect(fake.settingsNow.limits).toEqual({ run: 0, session: 2.5 })
})
