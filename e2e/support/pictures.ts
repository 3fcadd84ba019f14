/** Pictures of a screen for people to look at: wide and light, on a phone and dark. */
import type { Page } from '@playwright/test'

const SCREENS = [
  { name: 'wide-light', width: 1280, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
] as const

/** Into `e2e/.artifacts/<what>-<screen>.png`; it stays the phone's. `each` is what must hold on either. */
export async function pictures(
  page: Page,
  what: string,
  each: () => Promise<void> = async () => {},
): Promise<void> {
  for (const { name, width, colorScheme } of SCREENS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await each()
    await page.screenshot({ path: `e2e/.artifacts/${what}-${name}.png` })
  }
}
