/** Gets a file of this machine into the page, without the app noticing. */
import type { Page } from '@playwright/test'

/** Afterwards `document.querySelector('#bench-file').files[0]` is the file. */
export async function loadFile(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('#bench-file')?.remove()
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'bench-file'
    input.hidden = true
    document.body.append(input)
  })
  await page.locator('#bench-file').setInputFiles(path)
}
