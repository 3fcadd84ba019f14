/** Templates: picked on the start screen, then installed, tested, served and built with neither server nor registry. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPLATE_IDS } from '../../src/app/templates/templates.ts'
import { projectRoot } from '../fixtures/project-root.ts'
import { everythingKept } from '../support/kept-files.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** Milliseconds for installing, building and testing on a loaded machine. */
const LONG_MS = 240_000
/** All that the templates make the program larger by. */
const MAX_BYTES = 3_000_000

type Run = (command: string) => Promise<string>

/** The template, picked by hand where nobody answers any more: neither the page's server nor a registry. */
async function pick(workbench: Workbench, title: string): Promise<Run> {
  const site = await startSite({ cachesFiles: true })
  const { page } = workbench
  await page.goto(site.url)
  await expect(workbench.composer).toBeEditable()
  await everythingKept(page, site)
  await site.close()
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await page.getByRole('button', { name: 'Start from a template' }).click()
  const list = page.getByRole('dialog').getByRole('list', { name: 'Templates' })
  await list.getByRole('button', { name: title }).click()
  await expect(workbench.files.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /README\.md/ })).toBeVisible()
  return async (command) => {
    const { stdout, stderr, exitCode } = await workbench.exec(command)
    expect({ command, stdout, stderr, exitCode }).toMatchObject({ stderr: '', exitCode: 0 })
    return stdout
  }
}

/** Installs what the lock file says, and again from nothing; both tell how many. */
async function installs(run: Run): Promise<void> {
  const lock = await run('cat package-lock.json')
  const locked = (JSON.parse(lock) as { packages: Record<string, { os?: unknown }> }).packages
  const packages = Object.entries(locked).filter(([path, { os }]) => path !== '' && os === undefined).length
  expect(packages).toBeGreaterThan(1)
  expect(await run('npm install')).toMatch(new RegExp(`added ${packages} packages in`))
  expect(await run('npm ci')).toMatch(new RegExp(`added ${packages} packages in`))
  expect(await run('cat package-lock.json')).toBe(lock)
  expect(await run('npm ls | grep -c invalid || true')).toBe('0\n')
}

async function passes(run: Run, tests: number): Promise<void> {
  expect(await run('npm test')).toMatch(new RegExp(`# pass ${tests}\\n# fail 0`))
}

test('there is one of each folder, and together they have less than three megabytes', () => {
  const folders = readdirSync(join(projectRoot(), 'templates'))
  expect(TEMPLATE_IDS.toSorted()).toEqual(folders.toSorted())
  const sizes = [
    ...readdirSync('dist/sandbox/assets')
      .filter((name) => name.endsWith('.zst'))
      .map((name) => `dist/sandbox/assets/${name}`),
    ...readdirSync('dist/app/templates').map((name) => `dist/app/templates/${name}`),
  ].map((path) => statSync(path).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`Templates and their packages: ${bytes} bytes in ${sizes.length} files`)
  expect(bytes).toBeLessThan(MAX_BYTES)
})

test('a Node library is tested and packed', async ({ page }) => {
  test.setTimeout(patience(LONG_MS))
  const run = await pick(new Workbench(page, ''), 'Node library')
  await passes(run, 2)
  expect(await run('npm install')).toMatch(/up to date/)
})

test('a TypeScript library is installed, tested on its sources, and built', async ({ page }) => {
  test.setTimeout(patience(LONG_MS))
  const run = await pick(new Workbench(page, ''), 'TypeScript library')
  await installs(run)
  await passes(run, 2)
  await run('npm run build 2> /dev/null')
  // By its own name, as whoever depends on it has it.
  const use = 'import { attempt } from "typescript-library"; console.log(attempt(() => 42).value)'
  expect(await run(`rm -r src; node --input-type=module -e '${use}'`)).toBe('42\n')
})

test('an HTTP API is installed, tested, and answers in the preview and from the shell', async ({ page }) => {
  test.setTimeout(patience(LONG_MS))
  const workbench = new Workbench(page, '')
  const run = await pick(workbench, 'HTTP API')
  await installs(run)
  await passes(run, 2)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await workbench.exec('npm run dev > log 2>&1 &')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading', { name: 'Notes' })).toBeVisible({ timeout: patience(60_000) })
  expect(await run(`curl -s -d '{"text":"Buy milk"}' localhost:3000/notes`)).toBe(
    '{"id":1,"text":"Buy milk"}',
  )
  await preview.getByRole('link', { name: 'GET /notes' }).click()
  await expect(preview.getByText('Buy milk')).toBeVisible()
})

for (const [title, source] of [
  ['Svelte', 'src/App.svelte'],
  ['React', 'src/App.jsx'],
  ['Vue', 'src/App.vue'],
] as const)
  test(`a ${title} app is installed, tested, served, changed and built`, async ({ page }) => {
    test.setTimeout(patience(LONG_MS))
    const workbench = new Workbench(page, '')
    const run = await pick(workbench, `${title} app`)
    await installs(run)
    await passes(run, 1)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await workbench.exec('npm run dev > log 2>&1 &')
    const preview = page.frameLocator('iframe[title="Preview"]')
    await expect(preview.getByRole('heading', { name: title, exact: true })).toBeVisible({
      timeout: patience(90_000),
    })
    const button = preview.getByRole('button', { name: /Clicked/ })
    await button.click()
    await expect(button).toHaveText('Clicked 1 times')
    await run(`sed -i 's/Clicked/Pressed/' ${source}`)
    await expect(preview.getByRole('button', { name: 'Pressed 0 times' })).toBeVisible({
      timeout: patience(60_000),
    })
    await run('pkill -f tools/dev.mjs')
    await run('npm run build 2> /dev/null')
    expect(await run('cat public/build/main.js')).toContain('Pressed')
  })
