/** Another version of the program is put in the place of the one that is open: it waits until it is wanted. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { writeAppFiles } from '../../scripts/lib/build/app-files.mjs'
import { everythingKept } from '../support/kept-files.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const NEXT = 'next0version'
/** A part that is loaded late, and under another name in each version. */
const LATE_PART = /^SettingsDialog-.*\.js$/

test('a newer version waits until it is wanted, then all tabs have it whole, and none has both', async ({
  context,
  page,
}, info) => {
  const dist = info.outputPath('dist')
  await cp('dist', dist, { recursive: true })
  await becomeNextVersion(dist)

  let site = await startSite({ cachesFiles: true })
  const [first, second] = [new Workbench(page, site.url), new Workbench(await context.newPage(), site.url)]
  await first.open()
  await everythingKept(page, site)
  await second.page.goto(site.url)
  await expect(second.composer).toBeEditable()
  const build = await buildOf(page)
  expect(build).toMatch(/^[0-9a-f]{12}$/)

  await site.close()
  site = await startSite({ root: dist, inPlaceOf: site, cachesFiles: true })
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const isReady = (tab: Page) => tab.getByText('A new version is ready.')
  await expect(isReady(page)).toBeVisible({ timeout: patience(60_000) })
  await expect(isReady(second.page)).toBeVisible()
  // Reloading is not wanting it: page and sandbox are of the version before, though the server has neither.
  await second.page.reload()
  await expect(second.page.getByText('Sandbox ready')).toBeVisible()
  expect([await buildOf(second.page), await sandboxBuildOf(second.page, site.sandboxOrigin)]).toEqual([
    build,
    build,
  ])
  expect((await first.exec('echo before')).stdout).toBe('before\n')
  await expect(isReady(second.page)).toBeVisible()
  await second.page.getByRole('button', { name: 'Settings' }).first().click()
  await expect(second.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await second.page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Reload' }).click()
  for (const tab of [page, second.page]) {
    await expect.poll(() => buildOf(tab).catch(() => '')).toBe(NEXT)
    await expect.poll(() => sandboxBuildOf(tab, site.sandboxOrigin).catch(() => '')).toBe(NEXT)
    await expect(isReady(tab)).toBeHidden()
  }
  await expect(first.status).toHaveText('ready')

  // It was kept whole before it was offered.
  await second.page.close()
  await site.close()
  await page.reload()
  await expect(first.composer).toBeEditable()
  expect((await first.exec('echo after')).stdout).toBe('after\n')
  expect([await buildOf(page), await sandboxBuildOf(page, site.sandboxOrigin)]).toEqual([NEXT, NEXT])
  await page.reload()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`vivarium-shell-${NEXT}`])
})

/** As the build would have written it from other sources. */
async function becomeNextVersion(dist: string): Promise<void> {
  const assets = join(dist, 'app', 'assets')
  for (const name of await readdir(assets)) if (LATE_PART.test(name)) await rm(join(assets, name))
  for (const [folder, options] of [
    ['app', { index: 'index.html' }],
    ['sandbox', {}],
  ] as const) {
    const worker = join(dist, folder, 'service-worker.js')
    // The list that the build has written takes the place's place again.
    const script = await readFile(worker, 'utf8')
    await writeFile(
      worker,
      script.replace(/"\{\\"version\\":.*?\}\]\}"/, () => '"__APP_FILES__"'),
    )
    writeAppFiles(join(dist, folder), { build: NEXT, ...options })
  }
}

function buildOf(page: Page | Frame): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="vivarium-build"]')?.content)
}

async function sandboxBuildOf(page: Page, origin: string): Promise<string | undefined> {
  const host = page.frames().find((frame) => frame.url().startsWith(`${origin}/host.html`))
  return host && (await buildOf(host))
}
