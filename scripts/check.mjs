/** `npm run check`: everything that CI does but run the program. Zero warnings, under a minute. */
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { Failure, runMain } from './lib/fail.mjs'
import { run } from './lib/run.mjs'
import { buildLibraries, installPackages, requireNode } from './lib/setup.mjs'
import { ledgerProblems, readLedger } from './lib/testing/unstable.mjs'

const bin = (path, ...args) => ({ command: process.execPath, args: [`node_modules/${path}`, ...args] })
/** The native compiler; what imports TypeScript as a library uses the other one. */
const tsc = (project) => bin('@typescript/native/bin/tsc', '-p', project)

/** Svelte is more than the fast formatter reads. */
const COMPONENTS = 'src/**/*.svelte'

/** The longest first, and the native compiler's before all others, as it takes both cores. */
const STEPS = {
  'types: sandbox': tsc('src/sandbox'),
  'types: sandbox frame': tsc('src/sandbox/frame'),
  'types: webcontainer': tsc('src/sandbox/webcontainer'),
  'types: embed': tsc('src/embed'),
  'types: agent': tsc('src/agent'),
  'types: tests': tsc('.'),
  'types: app': bin(
    'svelte-check/bin/svelte-check',
    '--tsconfig',
    './src/app/tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
    // The native compiler: a quarter of the other's time, the same findings.
    '--tsgo-experimental-api',
  ),
  'unused exports': bin('knip/bin/knip.js', '--no-progress'),
  'lint: components': bin('eslint/bin/eslint.js', '--max-warnings', '0', 'src/app'),
  lint: bin('oxlint/bin/oxlint', '--deny-warnings', '.'),
  architecture: bin('vitest/vitest.mjs', 'run', '--project', 'node', 'src/architecture.test.ts'),
  'format: components': bin('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', COMPONENTS),
  format: bin('oxfmt/bin/oxfmt', '--check', '.'),
  english: { command: process.execPath, args: ['scripts/check-english.mjs'] },
}
/** Steps at a time. */
const PARALLEL = availableParallelism()

await runMain(async () => {
  requireNode()
  await installPackages()
  await buildLibraries()
  const queue = Object.entries(STEPS)
  const failed = ledgerProblems(readLedger())
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const [name, { command, args }] = step
      const start = performance.now()
      const { code, output } = await run(command, args)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0) failed.push(`── ${name}\n${output.trim()}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  if (failed.length > 0) throw new Failure(failed.join('\n\n'))
})
