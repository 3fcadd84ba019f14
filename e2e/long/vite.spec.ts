/** Front-end projects as people have them: made, installed, served, changed and built, with real packages. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { everythingKept } from '../support/kept-files.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

test.use({ cachesFiles: true })

/** Milliseconds for installing, starting and building on a loaded machine. */
const LONG_MS = 480_000

/** A project of that template, installed; the command as a person types it. */
async function create(workbench: Workbench, template: string) {
  const run = async (command: string) => {
    const { stdout, stderr, exitCode } = await workbench.exec(command)
    expect({ command, stdout, stderr, exitCode }).toMatchObject({ exitCode: 0 })
    return stdout + stderr
  }
  await run(`npm create vite@7 app -- --template ${template} && mv app/* app/.[a-z]* . && rmdir app`)
  const manifest = await run('cat package.json')
  const installed = await run('npm install')
  expect(await run('cat package.json')).toBe(manifest)
  return { run, installed }
}

test('a TypeScript project is made, installed, served, changed without losing its state, and installed and built again offline', async ({
  page,
  registry,
  registrySite: site,
}) => {
  test.setTimeout(patience(LONG_MS))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const { run, installed } = await create(workbench, 'vanilla-ts')
  expect(installed).toContain('Runs as WebAssembly or JavaScript here: esbuild, rollup')
  // The lock file tells another machine to install the project's own packages.
  const lock = await run('cat package-lock.json')
  expect(lock).toContain('"node_modules/@rollup/rollup-linux-x64-gnu"')
  expect(lock).not.toMatch(/wasm-node|esbuild-wasm/)

  // Installed packages are no changes of the project.
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveText(/^Changes\s*\d{1,2}$/)

  await page.getByRole('tab', { name: 'Preview' }).click()
  await workbench.exec('npm run dev > log 2>&1 &')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading', { name: 'Vite + TypeScript' })).toBeVisible({
    timeout: patience(60_000),
  })
  const counter = preview.getByRole('button', { name: /count is/ })
  await counter.click()
  const frame = await workbench.previewFrame()
  // A router sees the address that the page has on a server of its own.
  expect(await frame.evaluate(() => location.pathname)).toBe('/')
  await expect.poll(() => run('cat log')).toContain('Local')
  await run("echo '#counter { color: rgb(1, 2, 3) }' >> src/style.css")
  await expect(counter).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(counter).toHaveText('count is 1')
  await run("sed -i 's/Vite + TypeScript/Changed/' src/main.ts")
  await expect(preview.getByRole('heading', { name: 'Changed' })).toBeVisible()
  await expect(counter).toHaveText('count is 0')
  await run('pkill -f vite')

  await everythingKept(page, site)
  await site.close()
  await registry.close()
  expect(await run('rm -rf node_modules; npm ci && npm run build')).toMatch(/✓ built in/)
  expect(await run('cat dist/assets/*.css')).toContain('color:#010203')
})

test('a Svelte project keeps what stands in its fields while its components change', async ({
  page,
  registrySite: site,
}) => {
  test.setTimeout(patience(LONG_MS))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const { run } = await create(workbench, 'svelte-ts')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await workbench.exec('npm run dev > log 2>&1 &')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading', { name: 'Vite + Svelte' })).toBeVisible({
    timeout: patience(90_000),
  })
  const frame = await workbench.previewFrame()
  await frame.evaluate(() => (document.title = 'the same page'))
  await run("sed -i 's/Vite + Svelte/Changed/' src/App.svelte")
  await expect(preview.getByRole('heading', { name: 'Changed' })).toBeVisible()
  expect(await frame.evaluate(() => document.title)).toBe('the same page')
  await run('pkill -f vite')
  expect(await run('npm run build')).toMatch(/✓ built in/)
})

for (const [template, name, file] of [
  ['react-ts', 'React', 'src/App.tsx'],
  ['vue-ts', 'Vue', 'src/App.vue'],
] as const)
  test(`a ${name} project keeps what its components have counted while they change`, async ({
    page,
    registrySite: site,
  }) => {
    test.setTimeout(patience(LONG_MS))
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    const { run } = await create(workbench, template)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await workbench.exec('npm run dev > log 2>&1 &')
    const preview = page.frameLocator('iframe[title="Preview"]')
    await expect(preview.getByRole('heading', { name: `Vite + ${name}` })).toBeVisible({
      timeout: patience(90_000),
    })
    const counter = preview.getByRole('button', { name: /count is/ })
    await counter.click()
    await counter.click()
    await expect(counter).toHaveText('count is 2')
    const frame = await workbench.previewFrame()
    await frame.evaluate(() => (document.title = 'the same page'))
    await run(`sed -i 's/Vite + ${name}/Changed/' ${file}`)
    await expect(preview.getByRole('heading', { name: 'Changed' })).toBeVisible()
    await expect(counter).toHaveText('count is 2')
    expect(await frame.evaluate(() => document.title)).toBe('the same page')
    await run('pkill -f vite')
  })
