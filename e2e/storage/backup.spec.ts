/**
 * Everything in one file, taken to another profile: the session is there, its files are equal, and the run
 * goes on.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { text } from '../model-server/turn.ts'
import { pictures } from '../support/pictures.ts'
import { SUM, work } from '../support/shared-session.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** As browsers that let no page write files. */
async function withoutFileDialogs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: undefined })
  })
}

/**
 * Stand-ins for the browser's dialogs, which nobody can press here: they choose a place in the origin's own
 * file system.
 */
async function withFileDialogs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const root = () => navigator.storage.getDirectory()
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await root()).getFileHandle(suggestedName, { create: true }),
      showDirectoryPicker: async () => (await root()).getDirectoryHandle('Safe place', { create: true }),
    })
  })
}

async function openStorage(page: Page) {
  await page.getByRole('button', { name: 'Sessions' }).first().click()
  await page.getByRole('dialog', { name: 'Sessions' }).getByRole('button', { name: 'Storage' }).click()
  return page.getByRole('dialog', { name: 'Storage' })
}

/** Drops a file on the window. */
async function drop(page: Page, name: string, data: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ fileName, content }) => {
      const dropped = new DataTransfer()
      const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
      dropped.items.add(new File([bytes], fileName))
      return dropped
    },
    { fileName: name, content: data.toString('base64') },
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

/** Through "Storage", as a download. */
async function backUp(
  page: Page,
  sessions = '1 session',
): Promise<{ readonly name: string; readonly data: Buffer }> {
  const storage = await openStorage(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    storage.getByRole('button', { name: 'Back up everything' }).click(),
  ])
  const verified = new RegExp(`^Verified: ${sessions}, .* Your browser now downloads`)
  await expect(storage.getByText(verified)).toBeVisible()
  await storage.getByRole('button', { name: 'Close' }).click()
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) }
}

test('a backup dropped into another profile brings the session, its files and every step, and the run goes on', async ({
  workbench,
  model,
  browser,
  site,
}) => {
  await withoutFileDialogs(workbench.page)
  await work(workbench, model)
  const { name, data } = await backUp(workbench.page)
  expect(name).toMatch(/^vivarium-backup-\d{4}-\d\d-\d\d-\d{4}\.vivbackup$/)
  expect(data.includes(model.apiKey)).toBe(false)
  const events = await workbench.events()

  const context = await browser.newContext()
  const other = new Workbench(await context.newPage(), site.url)
  await other.open()
  await drop(other.page, name, data)
  const restore = other.page.getByRole('dialog', { name: 'Restore a backup' })
  const row = restore.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(row).toContainText('new')
  await restore.getByRole('button', { name: 'Restore 1 session' }).click()
  await expect(restore.getByRole('status')).toHaveText('1 session added.')
  await restore.getByRole('button', { name: 'Show the sessions' }).click()
  await other.page
    .getByRole('dialog', { name: 'Sessions' })
    .getByRole('button', { name: /test pass/ })
    .first()
    .click()
  await expect(other.answers.last()).toContainText('now the test passes')
  await expect(other.status).toHaveText('ready')
  expect(await other.events()).toEqual(events)
  expect(await other.exec('cat sum.mjs')).toMatchObject({ stdout: SUM.replace('-', '+') })
  expect(await other.exportZip()).toHaveLength((await workbench.exportZip()).length)

  model.setScript([{ content: [text('It goes on here.')] }])
  await other.configure(model)
  await other.ask('Anything else?')
  await expect(other.answers.last()).toContainText('It goes on here.')
  const request = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(request).toContain('Make the test pass')

  // Back in the first profile: what went on elsewhere comes beside the session that is open here.
  await withoutFileDialogs(other.page)
  await other.page.reload()
  const later = await backUp(other.page)
  await drop(workbench.page, later.name, later.data)
  const back = workbench.page.getByRole('dialog', { name: 'Restore a backup' })
  await expect(back.getByRole('listitem')).toContainText('which is open in a tab: comes as a copy')
  await workbench.page.keyboard.press('Escape')
  await expect(back).toBeHidden()
  expect(await workbench.events()).toEqual(events)
  await context.close()
})

test('notes come with a backup as data, and as the user’s own once they say that they wrote them', async ({
  workbench,
  model,
  browser,
  site,
}) => {
  await withoutFileDialogs(workbench.page)
  await workbench.open()
  await workbench.page.evaluate(() =>
    window.vivarium.memory.write('everywhere/tabs.md', 'Indent with tabs.\n'),
  )
  // A session without a message is in no backup.
  const { name, data } = await backUp(workbench.page, '0 sessions')

  const context = await browser.newContext()
  const other = new Workbench(await context.newPage(), site.url)
  model.setScript(() => ({ content: [text('Yes.')] }))
  await other.open()
  await other.configure(model)
  const restore = other.page.getByRole('dialog', { name: 'Restore a backup' })
  await drop(other.page, name, data)
  const notes = restore.getByRole('group', { name: 'Add 1 note of the memory' })
  await expect(notes.getByRole('checkbox', { name: 'Add 1 note of the memory' })).toBeChecked()
  await pictures(other.page, 'restore-notes')
  await restore.getByRole('button', { name: /^Restore/ }).click()
  await expect(restore.getByRole('status')).toContainText('1 note of the memory added or changed')
  await restore.getByRole('button', { name: 'Close' }).last().click()
  await other.ask('Is it known?')

  await drop(other.page, name, data)
  const here = restore.getByRole('group', { name: 'Notes of the memory that are here unconfirmed' })
  await here.getByRole('checkbox').first().check()
  await here.getByRole('checkbox', { name: 'Keep the 1 note that was mine as mine' }).check()
  await restore.getByRole('button', { name: /^Restore/ }).click()
  await expect(restore.getByRole('status')).toContainText('1 note of the memory added or changed')
  await restore.getByRole('button', { name: 'Close' }).last().click()
  await other.ask('And now?')

  const all = model.messageRequests().map(({ body }) => JSON.stringify(body))
  expect(all[0]).toMatch(/<unconfirmed-memory>[^<]*tabs\.md/)
  expect(all[0]).not.toContain('<memory-notes>')
  expect(all[1]).toMatch(/<memory-notes>[^<]*Indent with tabs\./)
  expect(all).toHaveLength(2)
  expect(model.rejections).toEqual([])
  await context.close()
})

test('a backup goes into a file that was chosen, and into a folder by itself', async ({
  workbench,
  model,
}) => {
  await withFileDialogs(workbench.page)
  model.setScript([{ content: [text('Hello.')] }])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Hello')
  const storage = await openStorage(workbench.page)
  await storage.getByRole('button', { name: 'Back up everything' }).click()
  await expect(
    storage.getByText(/^Verified: 1 session, .*, in vivarium-backup-.*\.vivbackup\./),
  ).toBeVisible()
  await storage.getByRole('button', { name: 'Back up into a folder…' }).click()
  const folder = storage.getByRole('group', { name: 'Folder “Safe place”' })
  await expect(folder.getByRole('combobox', { name: 'Back up by itself' })).toHaveValue('day')
  await expect(storage.getByText(/^Verified: 1 session, /)).toBeVisible()
  const names = await workbench.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const found: string[] = []
    for await (const name of (await root.getDirectoryHandle('Safe place')).keys()) found.push(name)
    return found
  })
  expect(names).toEqual([expect.stringMatching(/^vivarium-backup-.*\.vivbackup$/)])
  await workbench.page.reload()
  const again = await openStorage(workbench.page)
  await expect(again.getByText(/^Last backup .*: 1 session, /)).toBeVisible()
  await expect(again.getByRole('group', { name: 'Folder “Safe place”' })).toBeVisible()
})
