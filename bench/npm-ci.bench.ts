/** `npm ci` of express, from a registry on the loopback: with nothing kept, and offline with all of it kept. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '../e2e/support/test.ts'
import { Workbench } from '../e2e/support/workbench.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(5, 2)
const COLD_TARGET = 2
const WARM_TARGET = 1
const MANIFEST = JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { express: '4.21.2' } })
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']

interface Samples {
  readonly cold: number[]
  readonly warm: number[]
}

test('npm ci', async ({ page, registry, registrySite: site }) => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-ci-'))
  try {
    writeFileSync(join(folder, 'package.json'), MANIFEST)
    const npm = (...args: string[]) =>
      promisify(execFile)('npm', [...args, ...OPTIONS, `--cache=${join(folder, 'cache')}`], {
        cwd: folder,
        env: { ...process.env, npm_config_registry: registry.address },
      })
    await npm('install', '--package-lock-only')
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')

    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await page.evaluate(
      async ([manifest, locked]) => {
        await window.vivarium.sandbox.writeFile('package.json', manifest)
        await window.vivarium.sandbox.writeFile('package-lock.json', locked)
      },
      [MANIFEST, lock] as const,
    )
    const own: Samples = { cold: [], warm: [] }
    const native: Samples = { cold: [], warm: [] }
    const timed = async (into: number[], install: () => Promise<unknown>) => {
      const start = performance.now()
      await install()
      into.push(performance.now() - start)
    }
    const inSandbox = async (command: string) => {
      const { exitCode, stderr } = await workbench.exec(command)
      test.expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' })
    }
    const clear = (name: string) => rmSync(join(folder, name), { recursive: true, force: true })
    // The first round is for what a registry or a disk has to read first.
    for (let round = 0; round <= ROUNDS; round += 1) {
      await inSandbox('rm -rf node_modules ~/.npm')
      await page.evaluate(() => caches.delete('vivarium-packages'))
      clear('node_modules')
      clear('cache')
      await timed(own.cold, () => inSandbox('npm ci'))
      await timed(native.cold, () => npm('ci'))
      await inSandbox('rm -rf node_modules')
      clear('node_modules')
      await timed(own.warm, () => inSandbox('npm ci --offline'))
      await timed(native.warm, () => npm('ci', '--offline'))
    }
    const row = (what: string, kind: keyof Samples, target: number) => {
      const [ours, peers] = [median(own[kind].slice(1)), median(native[kind].slice(1))]
      return {
        what,
        unit: 'ms',
        ours,
        peer: 'npm on this machine',
        peers,
        target: `${target} × npm`,
        met: ours <= target * peers,
      } as const
    }
    report('npm-ci', [
      row('npm ci of express, nothing kept', 'cold', COLD_TARGET),
      row('npm ci of express, offline, its archives kept', 'warm', WARM_TARGET),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
