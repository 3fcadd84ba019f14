/** The sandbox's home directory comes back in the session in which it was set up. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Sessions of which a home directory is stored. */
function storedHomes(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('vivarium-homes')
        opening.onerror = () => reject(opening.error ?? new Error('It was not opened.'))
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction('sessions').objectStore('sessions').count()
          counting.onerror = () => reject(counting.error ?? new Error('Nothing was counted.'))
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

test('the home directory outlives a reload, and is not that of another session', async ({ workbench }) => {
  await workbench.open()
  const { page } = workbench
  const sessionId = () => page.evaluate(() => window.vivarium.session.id())
  await expect.poll(sessionId).not.toBe('')
  const first = await sessionId()
  await workbench.exec("git config --global alias.st 'status --short' && printf 'echo hello\\n' > ~/hello.sh")
  await expect.poll(() => storedHomes(page)).toBe(1)
  await page.reload()
  // The page has its calls once it shows the session.
  await expect(workbench.composer).toBeEditable()
  const again = await workbench.exec('cd ~ && git config --global alias.st && sh hello.sh')
  expect(again.stdout).toBe('status --short\nhello\n')

  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect.poll(sessionId).not.toBe(first)
  expect((await workbench.exec('ls -A ~')).stdout).toBe('')
  await workbench.open(`#session=${first}`)
  await expect.poll(sessionId).toBe(first)
  expect((await workbench.exec('sh ~/hello.sh')).stdout).toBe('hello\n')
})
