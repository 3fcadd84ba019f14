/** Each figure says, by keyboard too, what it is and where it comes from; and what a limit is still enough for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const dialog = page.getByRole('dialog', { name: 'Usage and cost' })
const usage = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 8000, cacheWriteTokens: 1000 }

async function openUsage(costs: readonly number[]) {
  const { fake, started, app } = mountApp()
  await started
  fake.emit({ type: 'run_started', runId: 'r', model: 'claude-sonnet-4-6', mode: 'default' })
  for (const [at, costUsd] of costs.entries())
    fake.emit({ type: 'response_ended', turnId: `t${at}`, stopReason: 'end_turn', usage, costUsd })
  fake.emit({ type: 'run_ended', runId: 'r', terminal: 'completed', turns: costs.length })
  await page.getByRole('button', { name: /^Cost/ }).click()
  await expect.element(dialog).toBeVisible()
  return { app }
}

describe('a figure', () => {
  it('is explained when its head is pressed, and no more when it is pressed again', async () => {
    await openUsage([0.25])
    const head = dialog.getByRole('columnheader', { name: 'From cache' }).first().getByRole('button')
    ;(head.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(head).toHaveAttribute('aria-expanded', 'true')
    await expect
      .element(dialog.getByText(/From cache: tokens that were sent .* Counted by the provider/))
      .toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(/Counted by the provider/)).not.toBeInTheDocument()
  })

  it('has a head that explains it wherever it stands in this dialog', async () => {
    await openUsage([0.25])
    for (const summary of dialog.element().querySelectorAll('summary')) summary.click()
    const heads = [...dialog.element().querySelectorAll('thead th')]
    const silent = heads.filter((head) => !head.querySelector('button')).map(({ textContent }) => textContent)
    // Heads without a figure: the rows' names, a time, a name.
    expect(silent.filter((name) => !['Tokens', 'Time', 'Model', 'p50 / p95 / p99'].includes(name))).toEqual(
      [],
    )
    expect(heads.length - silent.length).toBeGreaterThanOrEqual(6)
  })
})

describe('the forecast', () => {
  it('says what goes on like this will cost', async () => {
    await openUsage([0.01, 0.02, 0.03])
    await expect
      .element(dialog.getByRole('region', { name: 'Forecast' }))
      .toHaveTextContent('costs about $0.04 now, and $0.01 some while ago')
  })

  it('says for how many requests a limit is enough', async () => {
    const { app } = await openUsage([0.02, 0.02, 0.02])
    await dialog.getByRole('textbox', { name: 'Limit per session ($)' }).fill('1.06')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => app.settings.values?.limits.session).toBe(1.06)
    await expect.element(dialog).toHaveTextContent('$0.06 of $1.06, enough for about 50 more requests')
    await expect.element(dialog.getByRole('meter', { name: 'Limit per session ($)' })).toBeVisible()
  })
})
