/** A browser that lets the page store nothing: site data blocked, as a person sets it and as some private windows have it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { unzipSync } from 'fflate'
import { oneStory } from '../model-server/story.ts'
import { text } from '../model-server/turn.ts'
import { firstJob } from '../support/main-job.ts'
import { pictures } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'
import { wholeBrowser } from '../support/whole-browser.ts'
import { Workbench } from '../support/workbench.ts'

/** As Chromium's own settings page writes it: block all. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } }

test('the main job works in a tab that can keep nothing, which says so, and asks before it is left', async ({
  site,
  model,
}) => {
  const { fixture, story, zip } = await firstJob()
  model.setScript(oneStory(story))
  const folder = await mkdtemp(join(tmpdir(), 'vivarium-blocked-'))
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(BLOCKED))
  const context = await chromium.launchPersistentContext(folder, wholeBrowser())
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    const note = page.getByRole('note').filter({ hasText: 'keeps nothing for this page' })
    await expect(note).toBeVisible()
    expect(await page.evaluate(() => indexedDB.databases().catch(() => 'refused'))).toBe('refused')
    await workbench.configure(model)
    await workbench.importZip(zip)
    const imported = await workbench.exec(`cat ${fixture.bug.file}`)
    await workbench.ask(story.prompt)
    expect(model.rejections).toEqual([])
    await expect(workbench.tool('Edit').last()).toContainText('done')
    expect((await workbench.exec(`cat ${fixture.bug.file}`)).stdout).not.toBe(imported.stdout)
    await pictures(page, 'nothing-kept', () => expect(note).toBeInViewport())

    // Another session and back: what the tab has, it has.
    const first = await page.evaluate(() => window.vivarium.session.id())
    await page.getByRole('button', { name: 'New session' }).first().click()
    await expect(page.getByText('What should we work on?')).toBeVisible()
    await page.getByRole('button', { name: 'Sessions' }).first().click()
    await page.getByRole('dialog').getByText(story.prompt.slice(0, 20)).first().click()
    await expect.poll(() => page.evaluate(() => window.vivarium.session.id())).toBe(first)
    await expect(workbench.status).toHaveText('ready')
    await workbench.send('/rewind')
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await steps.filter({ hasText: 'Read' }).first().getByRole('button', { name: 'Restore' }).click()
    await expect
      .poll(async () => (await workbench.exec(`cat ${fixture.bug.file}`)).stdout)
      .toBe(imported.stdout)
    model.setScript([{ content: [text('Nothing more to do.')] }])
    await workbench.ask('Thank you. Anything else?')
    await expect(workbench.answers.last()).toContainText('Nothing more to do.')

    const exported = unzipSync(await workbench.exportZip())
    expect(Object.keys(exported).some((name) => name.endsWith(fixture.bug.file))).toBe(true)
    // No address of a session that a reload would not find; and leaving is asked about.
    expect(new URL(page.url()).hash).toBe('')
    const asked = page.waitForEvent('dialog')
    // Playwright says of a page that is left by a dialog that it was aborted.
    const left = page.reload().catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await left
    await workbench.open()
    await expect(page.getByText('What should we work on?')).toBeVisible()
    expect(faults).toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})
