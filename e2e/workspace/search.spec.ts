/** Search in files and replace, in a real workspace: found by the sandbox, written as one step, taken back. */
import { strToU8, zipSync } from 'fflate'
import { pictures } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'

const FILES = {
  'repo/.gitignore': 'dist/\n',
  'repo/dist/out.js': 'oldName()\n',
  'repo/src/add.js': 'export function oldName(a, b) {\r\n  return a + b // oldNames\r\n}\r\n',
  'repo/src/use.js': "import { oldName } from './add.js'\nconsole.log(oldName(1, 2), oldName(3, 4))\n",
}

test('a name is found in all files by its expression, replaced as one step, and taken back', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  const data = zipSync(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, strToU8(text)])))
  await page
    .getByLabel('Repository zip')
    .setInputFiles({ name: 'repo.zip', mimeType: 'application/zip', buffer: Buffer.from(data) })
  await expect(workbench.files.getByRole('treeitem').first()).toBeVisible()
  const onDisk = async () => (await workbench.exec('cat src/add.js src/use.js')).stdout
  const before = await onDisk()

  await page.keyboard.press('ControlOrMeta+Shift+F')
  const search = page.getByRole('region', { name: 'Search in files' })
  await search.getByRole('button', { name: 'Whole word' }).click()
  await search.getByRole('button', { name: 'Regular expression' }).click()
  await search.getByRole('button', { name: 'Replace', exact: true }).click()
  await search.getByRole('searchbox', { name: 'Search in files' }).fill('old(Name)')
  await expect(search.getByText('4 matches in 2 files', { exact: true })).toBeVisible()
  await search.getByRole('textbox', { name: 'Replace with' }).fill('new$1')
  await expect(search.locator('ins').first()).toHaveText('newName')
  await pictures(page, 'search')
  await search.getByRole('button', { name: 'Replace all' }).click()
  await search.getByRole('button', { name: 'Replace', exact: true }).last().click()
  await expect(search.getByText('Replaced 4 matches in 2 files.')).toBeVisible()
  expect(await onDisk()).toBe(before.replace(/\boldName\b/g, 'newName'))
  const steps = (await workbench.events()).filter(({ type }) => type === 'checkpoint')
  expect(steps).toEqual([expect.objectContaining({ cause: 'user' })])

  await search.getByRole('button', { name: 'Undo' }).click()
  await expect(search.getByText('4 matches in 2 files', { exact: true })).toBeVisible()
  expect(await onDisk()).toBe(before)
})
