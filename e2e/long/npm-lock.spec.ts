/** `npm ci` in the sandbox makes what npm itself makes of the same lock file, to the byte. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { NODE_PROGRAM } from '../../scripts/lib/node/pinned-node.mjs'
import { fetchClient } from '../../scripts/npm-client/fetch-client.mjs'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const OPTIONS = ['--cpu=wasm32', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']

type Files = Readonly<Record<string, string>>

/** Nested versions, peers, native and bundled packages, a deprecated one, aliases, programs. */
const SINGLE: Files = {
  'package.json': JSON.stringify({
    name: 'single',
    version: '1.0.0',
    dependencies: {
      express: '4.21.2',
      lodash4: 'npm:lodash@4.17.21',
      'ajv-keywords': '5.1.0',
      ajv: '8.17.1',
    },
    optionalDependencies: { fsevents: '2.3.3', sharp: '0.33.5', uuid: '3.4.0' },
    devDependencies: { '@tailwindcss/oxide': '4.1.11', mocha: '10.8.2', rollup: '4.44.2' },
  }),
}
/** Packages of the project's own, which need each other, with a program and something overridden. */
const WORKSPACES: Files = {
  'package.json': JSON.stringify({
    name: 'several',
    version: '1.0.0',
    workspaces: ['packages/*'],
    overrides: { ms: '2.1.3' },
  }),
  'packages/a/package.json': JSON.stringify({
    name: '@own/a',
    version: '1.2.0',
    bin: { aa: './cli.js' },
    dependencies: { b: '^1.0.0', debug: '3.1.0' },
  }),
  'packages/a/cli.js': '#!/usr/bin/env node\nconsole.log(1)\n',
  'packages/b/package.json': JSON.stringify({
    name: 'b',
    version: '1.0.0',
    devDependencies: { semver: '6.3.1' },
  }),
}

for (const [name, files, version] of [
  ['one project, version 3', SINGLE, 3],
  ['one project, version 2', SINGLE, 2],
  ['workspaces', WORKSPACES, 3],
] as const) {
  test(`a lock file is installed as npm does it: ${name}`, async ({ page, registry, registrySite: site }) => {
    test.setTimeout(patience(300_000))
    const client = join(fetchClient(), 'bin/npm-cli.js')
    const folder = mkdtempSync(join(tmpdir(), 'npm-lock-'))
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      const npm = (...args: string[]) =>
        promisify(execFile)(
          NODE_PROGRAM,
          [client, ...args, ...OPTIONS, `--cache=${join(folder, '.cache')}`],
          {
            cwd: folder,
            env: {
              ...process.env,
              npm_config_registry: registry.address,
              npm_config_userconfig: '/dev/null',
            },
          },
        )
      await npm('install', '--package-lock-only', `--lockfile-version=${version}`)
      const workbench = new Workbench(page, site.url)
      await workbench.open()
      for (const path of [...Object.keys(files), 'package-lock.json']) {
        const text = readFileSync(join(folder, path), 'utf8')
        await page.evaluate(
          async ([to, content]) => {
            await window.vivarium.sandbox.exec(`mkdir -p "$(dirname ${to})"`)
            await window.vivarium.sandbox.writeFile(to, content)
          },
          [path, text] as const,
        )
      }
      const { stdout } = await npm('ci')
      const ours = await workbench.exec('npm ci')
      expect(counted(ours.stdout)).toBe(counted(stdout))
      // Its client would have put itself here.
      expect(
        (await workbench.exec('ls /usr/lib/node_modules/npm/bin; rm -rf node_modules/.vivarium')).stdout,
      ).toBe('')
      const seen = await workbench.exec(`node -e '${LISTING}'`)
      const native = await promisify(execFile)(NODE_PROGRAM, ['-e', LISTING], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      })
      expect(seen.stdout.split('\n')).toEqual(native.stdout.split('\n'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** npm's summary without its duration. */
function counted(text: string): string {
  return text.replace(/ in \S+/, '').trim()
}

/** Prints every file with its mode and hash, every link with its target. Runs in both places, in quotes of the shell. */
const LISTING = `
const { lstatSync, readdirSync, readFileSync, readlinkSync } = require("fs")
const { join } = require("path")
const { createHash } = require("crypto")
const list = (path) => readdirSync(path).sort().flatMap((name) => {
  const at = join(path, name)
  const stats = lstatSync(at)
  if (at === ".cache") return []
  if (stats.isSymbolicLink()) return [at + " -> " + readlinkSync(at)]
  if (stats.isDirectory()) return list(at)
  const hash = createHash("sha1").update(readFileSync(at)).digest("hex")
  return [at + " " + (stats.mode & 0o777).toString(8) + " " + hash]
})
console.log(list(".").join("\\n"))
`
