/** The Terminal of the page: its region, its screen and the rows that it shows. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'

/** Milliseconds for a shell, a program or the sandbox to start on a loaded machine. */
export const SLOW_MS = patience(60_000)

/** The terminal, with `open` and `line` as a user does them. */
export function terminalOf(page: Page) {
  const region = page.getByRole('region', { name: 'Terminal' })
  const screen = region.locator('.xterm-rows')
  return {
    region,
    screen,
    open: async () => {
      await page.getByRole('button', { name: 'Open terminal' }).click()
      await expect(screen).toContainText('workspace $', { timeout: SLOW_MS })
    },
    /** Types a line and waits until the screen shows what is expected. */
    line: async (text: string, shown: string | RegExp) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(screen).toContainText(shown, { timeout: SLOW_MS })
    },
  }
}

/** The rows of the screen that have text. */
export async function rows(screen: Locator): Promise<string[]> {
  const all = await screen.locator('> div').allTextContents()
  return all.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).filter((row) => row !== '')
}
