import type { Page } from '@playwright/test'

/** Presses Enter in the field that has the focus; resolves to when, in milliseconds since the epoch. */
export function pressEnter(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('keydown', (event) => resolve(performance.timeOrigin + event.timeStamp), {
          capture: true,
          once: true,
        })
        const target = document.activeElement ?? document.body
        target.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
        )
      }),
  )
}
