/**
 * A folder opened, worked on, and written back. The browser's picker cannot be pressed by a test: it is replaced by
 * one that gives a folder of the origin's own file system, whose handles have the same interface.
 */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from '../support/test.ts'

/** Milliseconds for the sandbox to start and a folder to be read on a loaded machine. */
const SLOW_MS = patience(60_000)

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Project\n',
  'src/index.js': 'export const one = 1\n',
  'src/old.js': 'export {}\n',
  'src/both.js': 'shared\n',
  '.gitignore': 'dist/\n',
  'dist/bundle.js': 'built',
  'node_modules/left-pad/index.js': 'pad',
  '.git/HEAD': 'ref: refs/heads/main\n',
}

/** Makes the folder, and lets the page pick it. */
async function offerFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.showDirectoryPicker = async () => {
      const root = await navigator.storage.getDirectory()
      return root.getDirectoryHandle('project', { create: true })
    }
  })
}

async function writeFiles(page: Page, files: Readonly<Record<string, string | null>>): Promise<void> {
  await page.evaluate(async (list) => {
    const root = await (
      await navigator.storage.getDirectory()
    ).getDirectoryHandle('project', { create: true })
    for (const [path, text] of Object.entries(list)) {
      const parts = path.split('/')
      const name = parts.pop() ?? ''
      let folder = root
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true })
      if (text === null) await folder.removeEntry(name)
      else {
        const stream = await (await folder.getFileHandle(name, { create: true })).createWritable()
        await stream.write(text)
        await stream.close()
      }
    }
  }, files)
}

async function readFiles(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const found: Record<string, string> = {}
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry.kind === 'directory')
          await walk(entry as FileSystemDirectoryHandle, `${path}${entry.name}/`)
        else found[path + entry.name] = await (await (entry as FileSystemFileHandle).getFile()).text()
      }
    }
    await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('project'), '')
    return found
  })
}

test('a folder is opened, changed, and written back as far as the person says', async ({
  workbench,
  page,
}) => {
  await offerFolder(page)
  await workbench.open()
  await writeFiles(page, FILES)
  await page.getByRole('button', { name: 'Open folder' }).click()
  const choice = page.getByRole('dialog', { name: 'Open project' })
  await expect(choice).toContainText('5 files')
  await expect(choice).toContainText('Ignored files: dist')
  await choice.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(workbench.files.getByRole('treeitem', { name: 'src' })).toBeVisible({ timeout: SLOW_MS })
  expect((await workbench.exec('find . -type f | sort')).stdout).toBe(
    './.git/HEAD\n./.gitignore\n./README.md\n./src/both.js\n./src/index.js\n./src/old.js\n',
  )
  await workbench.exec(
    'echo "export const two = 2" >> src/index.js; rm src/old.js; echo mine > src/both.js; mkdir dist; echo x > dist/x; echo new > src/new.js',
  )
  // Meanwhile, in the folder itself.
  await writeFiles(page, { 'src/both.js': 'theirs\n', 'notes.txt': 'not ours' })

  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('button', { name: 'Write back' }).click()
  const review = page.getByRole('dialog', { name: 'Write back to project' })
  const entry = (path: string) => review.getByRole('checkbox', { name: new RegExp(path) })
  await expect(entry('src/index.js')).toBeChecked({ timeout: SLOW_MS })
  await expect(entry('src/new.js')).toBeChecked()
  await expect(entry('src/old.js')).not.toBeChecked()
  await expect(entry('dist/x')).not.toBeChecked()
  await expect(entry('src/both.js')).not.toBeChecked()
  await expect(review.getByText('changed in the folder meanwhile')).toBeVisible()
  // The file that would be written, beside the one that it replaces: theirs is the folder's present one.
  await review.getByRole('button', { name: 'Compare src/both.js' }).click()
  const lines = review.getByRole('group', { name: 'Diff of src/both.js' }).getByRole('row')
  await expect(lines).toHaveText([/−\s*theirs/, /\+\s*mine/])
  await review.getByRole('button', { name: 'Compare src/old.js' }).click()
  await expect(review.getByRole('group', { name: 'Diff of src/old.js' })).toContainText('export {}')
  // It changes once more while the person looks.
  await writeFiles(page, { 'src/new.js': 'was not there\n' })
  await review.getByRole('button', { name: 'Write 2 files' }).click()
  await expect(review.getByRole('status')).toHaveText('1 written, 0 removed, 1 left as they were.')
  await expect(review).toContainText('src/new.js: It has changed in the folder since this list was made.')
  await review.getByRole('button', { name: 'Done' }).click()
  expect(await readFiles(page)).toEqual({
    ...FILES,
    'src/index.js': 'export const one = 1\nexport const two = 2\n',
    'src/both.js': 'theirs\n',
    'src/new.js': 'was not there\n',
    'notes.txt': 'not ours',
  })

  // After a reload the folder is still known; a deletion is done when it is ticked.
  await page.reload()
  await expect(workbench.files.getByRole('treeitem', { name: 'src' })).toBeVisible({ timeout: SLOW_MS })
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('button', { name: 'Write back' }).click()
  await expect(entry('src/old.js')).toBeVisible({ timeout: SLOW_MS })
  await expect(entry('src/index.js')).toHaveCount(0)
  await entry('src/old.js').check()
  await review.getByRole('button', { name: 'Write 1 file' }).click()
  await expect(review.getByRole('status')).toHaveText('0 written, 1 removed, 0 left as they were.')
  expect(Object.keys(await readFiles(page))).not.toContain('src/old.js')
})

test('nothing is offered where a browser has no folders', async ({ workbench, page }) => {
  await page.addInitScript(() => {
    delete window.showDirectoryPicker
  })
  await workbench.open()
  await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open folder' })).toHaveCount(0)
})
