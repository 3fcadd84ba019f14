/** Working on files by hand beside the agent: edit, save, conflict, what survives a reload. */
import { strToU8, zipSync } from 'fflate'
import type { Locator, Page } from '@playwright/test'
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import type { Workbench } from '../support/workbench.ts'

const FILES = {
  'repo/notes.md': '# Notes\r\n\r\nfirst\r\nlast',
  'repo/src/add.js': 'export const add = (a, b) => a - b\n\n// the end\n',
  'repo/src/sub.js': 'export const subtract = (a, b) => a + b\n',
}

async function importFiles(workbench: Workbench, files: Readonly<Record<string, string>> = FILES) {
  await workbench.open()
  const data = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])),
  )
  await workbench.page
    .getByLabel('Repository zip')
    .setInputFiles({ name: 'repo.zip', mimeType: 'application/zip', buffer: Buffer.from(data) })
  await expect(workbench.files.getByRole('treeitem').first()).toBeVisible()
}

const content = (page: Page, path: string): Locator =>
  page.getByRole('textbox', { name: `Content of ${path}` })

async function typeAtEnd(page: Page, path: string, words: string): Promise<void> {
  await content(page, path).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(words)
}

const onDisk = async (workbench: Workbench, path: string) => (await workbench.exec(`cat ${path}`)).stdout

test('a file is edited and saved, is a step of its own, and unsaved text survives a reload', async ({
  workbench,
}) => {
  await importFiles(workbench)
  const { page } = workbench
  await workbench.files.getByRole('treeitem', { name: 'notes.md' }).click()
  await typeAtEnd(page, 'notes.md', ' line\nand more')
  await expect(page.getByRole('tab', { name: 'notes.md, unsaved' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('tab', { name: 'notes.md', exact: true })).toBeVisible()
  expect(await onDisk(workbench, 'notes.md')).toBe('# Notes\r\n\r\nfirst\r\nlast line\r\nand more')
  const steps = (await workbench.events()).filter(({ type }) => type === 'checkpoint')
  expect(steps).toEqual([expect.objectContaining({ cause: 'user' })])

  await page.keyboard.type(' than that')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'notes.md, unsaved' })).toBeVisible()
  await expect(content(page, 'notes.md')).toContainText('and more than that')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => onDisk(workbench, 'notes.md')).toContain('and more than that')
})

test('the agent changes a file that is being edited: nothing is lost on either side', async ({
  workbench,
  model,
}) => {
  const file = '/workspace/src/add.js'
  const edit = (before: string, after: string) =>
    ({
      type: 'tool_use',
      name: 'Edit',
      input: { file_path: file, old_string: before, new_string: after },
    }) as const
  model.setScript([
    { content: [{ type: 'tool_use', name: 'Read', input: { file_path: file } }] },
    { content: [edit('a - b', 'a + b')] },
    { content: [text('Done.')] },
    { content: [edit('a + b', 'b + a')] },
    { content: [text('I have to read it again.')] },
  ])
  await importFiles(workbench)
  await workbench.configure(model)
  const { page } = workbench
  await workbench.files.getByRole('treeitem', { name: 'src' }).click()
  await workbench.files.getByRole('treeitem', { name: 'add.js' }).click()
  await typeAtEnd(page, 'src/add.js', '// mine\n')

  await workbench.ask('Fix add')
  const conflict = page.getByRole('alert', { name: 'Conflict' })
  await expect(conflict).toBeVisible()
  expect(await onDisk(workbench, 'src/add.js')).toBe(FILES['repo/src/add.js'].replace('-', '+'))
  await expect(page.getByRole('textbox', { name: 'Merged text of src/add.js' })).toContainText('// mine')
  await conflict.getByRole('button', { name: 'Save merged' }).click()
  await expect
    .poll(() => onDisk(workbench, 'src/add.js'))
    .toBe(`${FILES['repo/src/add.js'].replace('-', '+')}// mine\n`)

  await workbench.ask('Turn it round')
  await expect(workbench.tool('Edit').last()).toContainText('failed')
  await expect(content(page, 'src/add.js')).toContainText('a + b')
})

test('files are renamed, made and deleted in the tree; a deletion is taken back; git marks what differs', async ({
  workbench,
}) => {
  await importFiles(workbench)
  const { page, files } = workbench
  await workbench.exec(
    'git init -q && git add . && git -c user.name=A -c user.email=a@example.com commit -qm first',
  )
  const before = await workbench.exec('find . -path ./.git -prune -o -type f -print | sort')
  await files.getByRole('treeitem', { name: 'notes.md' }).click()
  await files.focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of notes.md' }).fill('my notes 🎉.md')
  await page.keyboard.press('Enter')
  await expect(files.getByRole('treeitem', { name: 'my notes 🎉.md' })).toBeVisible()
  await expect(content(page, 'my notes 🎉.md')).toContainText('first')
  expect(await onDisk(workbench, "'my notes 🎉.md'")).toBe(FILES['repo/notes.md'])
  await expect(files.getByRole('treeitem', { name: 'my notes 🎉.md' })).toHaveAttribute(
    'title',
    'git: untracked',
  )

  await files.getByRole('treeitem', { name: 'src' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(files.getByRole('treeitem', { name: 'src' })).toBeHidden()
  const notice = page.getByRole('status', { name: 'File action' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(files.getByRole('treeitem', { name: 'src' })).toBeVisible()
  const after = await workbench.exec('find . -path ./.git -prune -o -type f -print | sort')
  expect(after.stdout).toBe(before.stdout.replace('./notes.md', './my notes 🎉.md'))
  expect(await onDisk(workbench, 'src/sub.js')).toBe(FILES['repo/src/sub.js'])

  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('textbox', { name: 'Name of the new file in src' }).fill('new/empty.txt')
  await page.keyboard.press('Enter')
  await typeAtEnd(page, 'src/new/empty.txt', 'not any more')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => onDisk(workbench, 'src/new/empty.txt')).toBe('not any more')
})
