/** The end of a test run: slowest files, unstable tests, failures with their reasons, and the counts as the last line. */
import { absentSuites } from './suites.mjs'

const SLOWEST = 20

/** Sets the exit code to 1 when a test failed. The last line is `N passed, N failed, N skipped`. */
export function printSummary({ ran, failures, unstable }) {
  const files = ran.flatMap(({ results }) => results.files).toSorted((a, b) => b.ms - a.ms)
  console.log(`\nThe ${Math.min(SLOWEST, files.length)} slowest of ${files.length} files:`)
  for (const { file, ms } of files.slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
  if (unstable.length > 0) {
    console.log(
      '\nThese failed first and passed alone. Commit these lines to e2e/unstable.jsonl with your next change:',
    )
    for (const line of unstable) console.log(JSON.stringify(line))
  }
  const absent = absentSuites()
  if (absent.length > 0)
    console.log(`\nNot here, and skipped: the suites ${absent.join(', ')} (docs/testing.md).`)
  for (const { name, why } of failures) console.log(`\nFailed: ${name}\n${why}`)
  const sum = (key) => ran.reduce((total, { results }) => total + results[key], 0)
  if (failures.length > 0) process.exitCode = 1
  // An unstable test has passed in the end.
  console.log(
    `\n${sum('passed') + unstable.length} passed, ${failures.length} failed, ${sum('skipped')} skipped`,
  )
}
