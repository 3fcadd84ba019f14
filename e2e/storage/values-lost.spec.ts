/** The browser has lost all databases while the app was closed: small values are there again. */
import { text } from '../model-server/turn.ts'
import { PASSPHRASE, setPassphrase, unlockDialog } from '../support/passphrase.ts'
import { expect, test } from '../support/test.ts'

test('settings come back after all databases were lost, and keys with their passphrase', async ({
  workbench,
  page,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  await setPassphrase(workbench)
  // A page of the app's origin that has no thread with a database open.
  await page.goto(new URL('/erase.html', page.url()).href)
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(request.error ?? new Error(name)))
      })
  })
  await page.getByRole('link', { name: 'Keep it all' }).click()

  await expect(workbench.composer).toBeEditable()
  model.setScript([{ content: [text('Still here.')] }])
  await workbench.send('Hello')
  const dialog = unlockDialog(page)
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(workbench.answers.last()).toContainText('Still here.')
  expect(model.messageRequests()).toHaveLength(1)
})
