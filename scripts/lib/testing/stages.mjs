/** The stages of a test run, one after the other: each has the machine to itself. */
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { failOnFullDisk } from '../fail.mjs'
import { noteTotal, runWithProgress } from './progress.mjs'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'

/** Written by the runner that ran last. */
export const REPORT = 'test-results/report.json'
const HERE = 'scripts/lib/testing'

const IN_BROWSER = /\.browser(\.long)?\.test\.ts$/
const END_TO_END = /\.spec\.ts$/

/**
 * `pieces`: into how many parts `npm run test:all` cuts it, so that an interrupted run loses little. `has` tells whether a test
 * file is one of its own.
 */
export const STAGES = [
  {
    name: 'node',
    title: 'Unit and contract tests in Node',
    runs: vitest('node'),
    pieces: 4,
    has: (file) => !IN_BROWSER.test(file) && !END_TO_END.test(file),
  },
  {
    name: 'browser',
    title: 'Unit and contract tests in Chromium',
    runs: vitest('browser'),
    pieces: 6,
    has: (file) => IN_BROWSER.test(file),
  },
  {
    name: 'e2e',
    title: 'End-to-end tests',
    runs: playwright({ folder: 'e2e' }),
    pieces: 12,
    has: (file) => END_TO_END.test(file),
  },
]

/** Runs with `npm run test:all` alone, after the others: each bench to its end, at its smallest size. */
export const BENCH_STAGE = {
  name: 'bench',
  title: 'Benchmarks, at their smallest size',
  runs: playwright({
    folder: 'bench',
    config: 'bench/playwright.config.ts',
    more: { BENCH_SIZE: 'smallest' },
  }),
  pieces: 4,
}

/**
 * Runs a stage, or one piece of it, or one failed test again, alone; `args` are further arguments to the runner. A runner that
 * ends badly without a failed test has crashed, which counts as one failure.
 * @param {{ env: Record<string, string>, shard?: string, args?: readonly string[], only?: import('./reports.mjs').TestFailure }} options
 * @returns {Promise<import('./reports.mjs').Results>}
 */
export async function runStage(stage, options) {
  mkdirSync('test-results', { recursive: true })
  rmSync(REPORT, { force: true })
  const { code, output, results } = await stage.runs(options)
  if (results && isWhole(options)) noteTotal(stage, results)
  const empty = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
  const found = results ?? empty
  if (code === 0 && results) return found
  if (found.failed > 0 || found.failures.length > 0)
    return { ...found, failed: Math.max(found.failed, found.failures.length) }
  failOnFullDisk(output)
  const why = results
    ? `It ended with ${code} without a failed test.`
    : `It ended with ${code} and wrote no report.`
  return { ...found, failed: 1, failures: [{ name: stage.title, why }] }
}

function vitest(project) {
  return async function runVitest(options) {
    const { env, shard, only, args: further = [] } = options
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...further,
    ]
    if (shard) args.push(`--shard=${shard}`)
    if (only) args.push(only.where, ...(only.pattern ? ['-t', only.pattern] : []))
    const { code, output } = await runWithProgress(['node_modules/vitest/vitest.mjs', ...args], {
      stage: this,
      reporter: `--reporter=${HERE}/vitest-progress.mjs`,
      isWhole: isWhole(options),
      env,
    })
    return { code, output, results: readVitestReport(REPORT) }
  }
}

/** `folder` is the configuration's `testDir`; without `config` it is the project's own. */
function playwright({ folder, config, more = {} }) {
  return async function (options) {
    const { env, shard, only, args: further = [] } = options
    const args = ['test', ...further]
    if (config) args.push('-c', config)
    if (shard) args.push(`--shard=${shard}`)
    if (only) args.push(only.where, '--grep', only.pattern, '--workers=1')
    const { code, output } = await runWithProgress(['node_modules/@playwright/test/cli.js', ...args], {
      stage: this,
      reporter: `--reporter=list,json,${HERE}/playwright-progress.mjs`,
      isWhole: isWhole(options),
      // An absolute path: a relative one is seen from the configuration's folder.
      env: { ...env, ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(REPORT) },
    })
    return { code, output, results: readPlaywrightReport(REPORT, folder) }
  }
}

/** Not a piece, a choice of files, or a second try. */
function isWhole({ env, shard, only, args }) {
  return env.TEST_SCOPE === 'gate' && !shard && !only && !args
}
