/** Reads the JSON reports of both test runners into one shape. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of a failure that the summary repeats. */
const REASON_LINES = 12

/**
 * A failed test. `where` and `pattern` find it again: a file and a name for Vitest, a file with its line for Playwright.
 * @typedef {{ name: string, why: string, where: string, pattern?: string }} TestFailure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: TestFailure[], files: { file: string, ms: number }[] }} Results
 */

/** @returns {Results | undefined} undefined where the runner has written no report */
export function readVitestReport(path) {
  const report = readJson(path)
  if (!report) return undefined
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(vitestFailures),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative('.', name),
      ms: endTime - startTime,
    })),
  }
}

function vitestFailures({ name, status, message, assertionResults }) {
  const file = relative('.', name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  // A file that could not be loaded has none.
  if (failed.length === 0 && status === 'failed') return [{ name: file, why: reason(message), where: file }]
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${file}: ${fullName}`,
    why: reason(failureMessages.join('\n')),
    where: file,
    pattern: `^${fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
  }))
}

/**
 * `folder` is what the files of the report are in.
 * @returns {Results | undefined} undefined where the runner has written no report
 */
export function readPlaywrightReport(path, folder = 'e2e') {
  const report = readJson(path)
  if (!report) return undefined
  const { stats, suites } = report
  const specs = suites.flatMap(specsOf)
  const times = new Map()
  for (const { file, tests } of specs)
    for (const { results } of tests)
      for (const { duration } of results) times.set(file, (times.get(file) ?? 0) + duration)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: specs.filter(({ ok }) => !ok).map((spec) => playwrightFailure(spec, folder)),
    files: [...times].map(([file, ms]) => ({ file: `${folder}/${file}`, ms })),
  }
}

/**
 * Titles of the tests that have passed, by the report of either runner.
 * @returns {string[]}
 */
export function passedTitles(path) {
  const report = readJson(path)
  if (!report) return []
  if (report.suites)
    return report.suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.length > 0 && tests.every(({ status }) => status === 'expected'))
      .map(({ title }) => title)
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ fullName }) => fullName)
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

function playwrightFailure({ file, line, title, tests }, folder) {
  const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
  return {
    name: `${folder}/${file}: ${title}`,
    why: reason(errors.join('\n')),
    where: `${folder}/${file}:${line}`,
    // Tests of a loop share their line.
    pattern: `${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
  }
}

function reason(text = '') {
  return stripVTControlCharacters(text).split('\n').slice(0, REASON_LINES).join('\n')
}

function readJson(path) {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // the runner ended while it wrote it
  }
}
