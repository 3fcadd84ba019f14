/** "Delete everything": by the button in the settings to the page that does it, and what is there afterwards. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

// The caches are part of what is deleted.
test.use({ cachesFiles: true })

test('all that is kept goes, once it is asked for and not before', async ({ workbench, page, model }) => {
  model.setScript([{ content: [text('Noted.')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Remember this')
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Delete everything' }).click()
  await expect(page).toHaveURL(/erase\.html$/)
  await expect(page.getByRole('heading', { name: 'Delete everything?' })).toBeVisible()
  expect(await databases()).not.toEqual([])
  // Nothing runs here that would hold what is to go, or make it anew.
  expect([page.workers().length, page.frames().length]).toEqual([0, 1])

  // The user changes their mind and finds everything as it was.
  await page.getByRole('link', { name: 'Keep it all' }).click()
  await expect(workbench.conversation).toContainText('Noted.')

  await page.goto(new URL('/erase.html', page.url()).href)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('status')).toHaveText('Everything is deleted.')
  expect(await databases()).toEqual([])
  expect([page.workers().length, page.frames().length]).toEqual([0, 1])
  expect(await page.evaluate(async () => [localStorage.length, (await caches.keys()).length])).toEqual([0, 0])

  await page.getByRole('link', { name: 'Begin anew' }).click()
  await expect(workbench.composer).toBeEditable()
  await expect(page.getByRole('heading', { name: 'What should we work on?' })).toBeVisible()
  await expect(workbench.conversation).not.toContainText('Noted.')
  expect((await workbench.events()).filter(({ type }) => type === 'user_message')).toEqual([])

  function databases(): Promise<(string | undefined)[]> {
    return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  }
})

test('another tab that is open is named, and waited for', async ({ workbench, page, context, site }) => {
  await workbench.open()
  const erasing = await context.newPage()
  await erasing.goto(new URL('/erase.html', site.url).href)
  await erasing.getByRole('button', { name: 'Delete everything' }).click()
  const said = erasing.getByRole('status')
  await expect(said).toContainText('Vivarium is open in another tab')
  await expect(said).toContainText('sessions and settings')
  expect(await databases()).not.toEqual([])
  await page.close()
  await expect(said).toHaveText('Everything is deleted.')
  expect(await databases()).toEqual([])

  function databases(): Promise<(string | undefined)[]> {
    return erasing.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  }
})
