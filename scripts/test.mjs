/**
 * `npm test`: installs what is missing, a browser included, then unit, contract and end-to-end tests. With `--all` also
 * those that play a story once more in a further configuration (tagged `@further`, or asking for `ALL_TESTS`).
 * What failed is said again at the end; the last line is `N passed, N failed, N skipped`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureTestBrowsers } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { Failure, runMain } from './lib/fail.mjs'
import { run } from './lib/run.mjs'
import { installPackages, requireNode } from './lib/setup.mjs'

const VITEST_REPORT = 'test-results/vitest.json'
const PLAYWRIGHT_REPORT = 'test-results/playwright.json'
/** Lines of a failure that are said again at the end, behind all that has passed. */
const REASON_LINES = 12

await runMain(async () => {
  const options = process.argv.slice(2)
  const unknown = options.find((option) => option !== '--all')
  if (unknown !== undefined) throw new Failure(`npm test has no option ${unknown}, only --all.`)
  requireNode()
  await installPackages()
  const env = { ...(await ensureTestBrowsers()), ...(options.includes('--all') && { ALL_TESTS: '1' }) }
  await buildIfNeeded()
  rmSync('test-results', { recursive: true, force: true })

  const unit = await suite({
    title: 'Unit and contract tests',
    program: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    env,
    count: () => countVitest(VITEST_REPORT),
  })
  const endToEnd = await suite({
    title: 'End-to-end tests',
    program: 'node_modules/@playwright/test/cli.js',
    args: ['test'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT },
    count: () => countPlaywright(PLAYWRIGHT_REPORT),
  })

  for (const { name, why } of [...unit.failures, ...endToEnd.failures])
    console.log(`\nFailed: ${name}\n${why}`)
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const counts of [unit, endToEnd]) for (const key of Object.keys(total)) total[key] += counts[key]
  if (total.failed > 0) process.exitCode = 1
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
})

/** Runs one runner. One that ends badly without a failed test (it crashed) counts as one failure. */
async function suite({ title, program, args, env, count }) {
  console.log(`\n${title}`)
  const { code } = await run(process.execPath, [program, ...args], { echo: true, env })
  const counts = count()
  if (code !== 0 && counts.failed === 0) {
    const why = `It ended with ${code} without a failed test.`
    return { ...counts, failed: 1, failures: [...counts.failures, { name: title, why }] }
  }
  return counts
}

function countVitest(path) {
  const report = readReport(path)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative('.', name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // A file that could not be loaded has none.
      if (failed.length === 0 && message) return [{ name: file, why: reason(message) }]
      return failed.map(({ fullName, failureMessages }) => ({
        name: `${file}: ${fullName}`,
        why: reason(failureMessages.join('\n')),
      }))
    }),
  }
}

function countPlaywright(path) {
  const { stats, suites } = readReport(path)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }
}

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ file, title, tests }) => ({
      name: `${file}: ${title}`,
      why: reason(
        tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
      ),
    })),
    ...suites.flatMap(failedSpecs),
  ]
}

/** Without colours, and not longer than one reads. */
function reason(text) {
  return stripVTControlCharacters(text).split('\n').slice(0, REASON_LINES).join('\n')
}

function readReport(path) {
  if (!existsSync(path))
    throw new Failure(`The test runner wrote no report (${path}): it ended before its tests did.`)
  return JSON.parse(readFileSync(path, 'utf8'))
}
