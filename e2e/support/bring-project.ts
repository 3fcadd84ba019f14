/** A project that the user imports by hand. */
import type { Workbench } from './workbench.ts'
import { expect } from './test.ts'

/** Into a session of its own; resolves when its file `app.js` is shown. */
export async function bringProject(workbench: Workbench, name: string, zip: Uint8Array): Promise<void> {
  const { page } = workbench
  const before = page.url()
  await page.getByRole('button', { name: 'New session' }).first().click()
  // Files of the session before may not be shown yet, either.
  await expect(page).not.toHaveURL(before)
  await expect(workbench.files.getByRole('treeitem')).toHaveCount(0)
  await page
    .getByLabel('Repository zip')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await expect(workbench.files.getByRole('treeitem', { name: 'app.js' })).toBeVisible()
}
