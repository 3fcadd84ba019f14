/**
 * The bundled demos: each is opened in a fresh profile and run again, then once more without the server; every result and
 * every tree must be the recorded one. `RECORD_DEMOS=1 npx playwright test e2e/long/demos.spec.ts` records them anew.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { DEMOS } from '../../src/app/demos/demos.ts'
import { DEMO_SCRIPTS } from '../demos/demo-scripts.ts'
import { everythingKept } from '../support/kept-files.ts'
import { replay } from '../support/shared-session.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'public', 'demos')

if (process.env['RECORD_DEMOS'] === '1') recordAll()
else {
  for (const { id } of DEMOS) {
    test(`the demo ${id} comes to the recorded results, also without a network`, async ({ page }) => {
      test.setTimeout(patience(240_000))
      const site = await startSite({ cachesFiles: true })
      try {
        await replayTwice(new Workbench(page, site.url), site, id)
      } finally {
        await site.close()
      }
    })
  }
  test('the demos are listed, small together, and one is offered as a tour', ({ workbench, page }) =>
    listed({ workbench, page }))
}

async function replayTwice(workbench: Workbench, site: Site, id: string): Promise<void> {
  const { page } = workbench
  await workbench.open(`#demo=${id}`)
  const bar = page.getByRole('region', { name: 'Replay' })
  await expect(bar).toContainText('A recording')
  await expect(workbench.status).toHaveText('ready')
  expect((await workbench.events()).filter(({ type }) => type === 'replay_started')).toEqual([])
  await replayAsRecorded(workbench, 'Replay')
  await everythingKept(page, site)
  await site.close()
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await replayAsRecorded(workbench, 'Replay again')
}

/** The bar's word for the whole, and what was compared, result by result: what differs is in the failure's text. */
async function replayAsRecorded(workbench: Workbench, button: 'Replay' | 'Replay again'): Promise<void> {
  await replay(workbench, button)
  const events = await workbench.events()
  const results = new Map(
    events.flatMap((event) => (event.type === 'tool_result' ? [[event.toolUseId, event]] : [])),
  )
  const differing = events.flatMap((event) =>
    event.type === 'replay_compared' && (event.result === 'differs' || event.files !== 'same')
      ? [{ ...event, now: results.get(event.toolUseId)?.content }]
      : [],
  )
  expect(differing).toEqual([])
  const bar = workbench.page.getByRole('region', { name: 'Replay' })
  await expect(bar.getByRole('status')).toHaveText(/^All \d+ results are as recorded\.$/)
}

async function listed({ workbench, page }: { workbench: Workbench; page: Page }): Promise<void> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.vivarium'))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(FOLDER, name))).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.info(`demos: ${files.length}, ${bytes} bytes`)
  expect(bytes).toBeLessThan(2_000_000)
  expect(files.map((name) => name.replace('.vivarium', '')).sort()).toEqual(DEMOS.map(({ id }) => id).sort())
  await workbench.open()
  await page.getByRole('button', { name: 'Demos', exact: true }).click()
  const items = page.getByRole('list', { name: 'Demos' }).getByRole('listitem')
  await expect(items).toHaveCount(DEMOS.length)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(page.getByRole('region', { name: 'Replay' })).toContainText('A recording')
  await expect(workbench.conversation).toContainText('FIPS 180-4')
}

function recordAll(): void {
  for (const { id, repository, play } of DEMO_SCRIPTS) {
    test(`record ${id}`, async ({ workbench, model, page }) => {
      test.setTimeout(patience(240_000))
      await workbench.open()
      await workbench.configure(model)
      if (repository) await workbench.importZip(await repository())
      await play(workbench, model)
      await expect(workbench.status).toHaveText('ready')
      const data = await page.evaluate(async () => [...(await window.vivarium.session.recording())])
      await mkdir(FOLDER, { recursive: true })
      await writeFile(join(FOLDER, `${id}.vivarium`), Uint8Array.from(data))
    })
  }
}
