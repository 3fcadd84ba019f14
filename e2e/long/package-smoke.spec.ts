/** A few of the smoke tests of `npm run conformance packages`: packages do in the tab what they do natively. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../fixtures/project-root.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const DATA = join(projectRoot(), 'src/sandbox/embedded/npm/testing/smoke-tests.json')
/** CommonJS and ES modules, a server, streams, files. */
const NAMES = ['lodash', 'chalk', 'express', 'fs-extra', 'through2', 'zod', 'semver', 'execa']

interface SmokeTest {
  readonly version: string
  readonly script: string
}

test('packages install, load and do what their READMEs show, as natively', async ({
  page,
  registry,
  registrySite: site,
}) => {
  test.setTimeout(patience(240_000))
  const tests = JSON.parse(readFileSync(DATA, 'utf8')) as Record<string, SmokeTest>
  const chosen = NAMES.flatMap((name) => (tests[name] ? [[name, tests[name]] as const] : []))
  expect(chosen).toHaveLength(NAMES.length)
  const dependencies = Object.fromEntries(chosen.map(([name, { version }]) => [name, version]))
  const files = {
    'package.json': JSON.stringify({ name: 'smoke', version: '1.0.0', dependencies }),
    'smoke.mjs': `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const results = {}
${chosen.map(([name, { script }]) => `results['${name}'] = await (async () => (${script}))()`).join('\n')}
console.log(JSON.stringify(results))
process.exit()
`,
  }
  const folder = mkdtempSync(join(tmpdir(), 'smoke-'))
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    const env = { ...process.env, npm_config_registry: registry.address }
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit'], { cwd: folder, env })
    const native = await promisify(execFile)(process.execPath, ['smoke.mjs'], { cwd: folder })
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    for (const [path, text] of Object.entries({ ...files, 'package-lock.json': lock }))
      await page.evaluate(([to, content]) => window.vivarium.sandbox.writeFile(to, content), [
        path,
        text,
      ] as const)
    const ran = await workbench.exec('npm ci -s && node smoke.mjs')
    expect(ran).toMatchObject({ stdout: native.stdout, stderr: '', exitCode: 0 })
    expect(Object.keys(JSON.parse(native.stdout) as object)).toEqual(NAMES)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
