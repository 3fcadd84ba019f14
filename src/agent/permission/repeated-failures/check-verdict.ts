/** Pass or fail of a check, read from what it prints: the summaries of the common runners. Pure. */
import { withoutSequences } from '../../protocol/text/escape-sequences.ts'

export type Verdict = 'passed' | 'failed'

/** Summaries that say how many have failed, and messages that a command as a whole has failed. */
const FAILED: readonly RegExp[] = [
  // node:test, in both of its forms; tape; node-tap.
  /^(?:ℹ|#) (?:fail|cancelled) +[1-9]/u,
  /^# failed [1-9]/,
  /^# \{.*\bfail: [1-9]/,
  // Jest; Vitest; AVA; Mocha; Playwright.
  /^\s*(?:Tests|Test Suites|Suites|Asserts):\s.*\b[1-9]\d* failed/,
  /^\s*(?:Test Files|Tests|Type Errors|Errors)\s+(?:[1-9]\d* failed|.*\| [1-9]\d* failed|[1-9]\d* errors?\b)/,
  /^\s*[1-9]\d* (?:tests?|hooks?) failed$/,
  /^\s*[1-9]\d* (?:uncaught exceptions?|unhandled rejections?)$/,
  /^\s*[1-9]\d* failing$/,
  /^\s*[1-9]\d* failed$/,
  /\bcoverage\b.*\b(?:not met|does not meet)\b/i,
  // pytest, also with -q; unittest.
  /^(?:=+ )?(?:\d+ [a-z]+, )*[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/,
  /^FAILED \((?:failures|errors|unexpected successes)=/,
  // Go; Cargo; Deno; Bun; RSpec; PHPUnit.
  /^(?:--- FAIL: |FAIL\t)/,
  /^test result: FAILED\./,
  /^error(?:\[E\d+\])?: (?:test failed, to rerun|could not compile|script "\S+" exited with code [1-9])/,
  /^FAILED \| /,
  /^\s*[1-9]\d* fail$/,
  /^\d+ examples?, [1-9]\d* failures?/,
  /^(?:FAILURES|ERRORS)!$/,
  // tsc; ESLint; oxlint; svelte-check.
  /^Found [1-9]\d* errors?\b/,
  /\berror TS\d+: /,
  /^✖ \d+ problems? \([1-9]\d* errors?/u,
  /^ESLint found too many warnings/,
  /^Found \d+ warnings? and [1-9]\d* errors?/,
  /\bsvelte-check found [1-9]\d* errors?\b/,
  // Package managers and make, of the script that they ran.
  /^npm (?:ERR!|error) (?:Test failed|Lifecycle script|code (?:ELIFECYCLE|\d)|Exit status [1-9])/,
  /^\s*ELIFECYCLE\s/,
  /^error Command failed with exit code [1-9]/,
  /^g?make(?:\[\d+\])?: \*\*\* .*\bError \d+/,
]

/** Summaries of a run without failures that would name failures if there were any. */
const PASSED: readonly RegExp[] = [
  /^(?:ℹ|#) fail +0$/u,
  /^# \{.*\bpass: [1-9].*\bfail: 0\b/,
  /^Tests:\s+(?!.*\bfailed\b).*\b[1-9]\d* passed/,
  /^\s*Tests\s+(?!.*\bfailed\b)(?:\d+ \w+ \| )*[1-9]\d* passed/,
  /^(?:=+ )?(?!.*\b(?:failed|errors?)\b)(?:\d+ [a-z]+, )*[1-9]\d* passed\b.* in [\d.]+s/,
  /^test result: ok\. [1-9]/,
  /^ok \| [1-9]\d* passed .*\| 0 failed/,
  /^\d+ examples?, 0 failures/,
  /^Found 0 errors\b/,
  /^✖ \d+ problems? \(0 errors/u,
  /^Found \d+ warnings? and 0 errors/,
  /\bsvelte-check found 0 errors\b/,
]

/** Summaries that name failures in another line: it says nothing where lines of the output were picked. */
const PASSED_AS_A_WHOLE: readonly RegExp[] = [
  /^# ok$/,
  /^\s*[1-9]\d* tests? passed$/,
  /^\s*[1-9]\d* passing(?: \(.*\))?$/,
  /^\s*[1-9]\d* passed \([\d.]+(?:ms|s|m)\)$/,
  /^ok {2}\t\S+/,
  /^\s*[1-9]\d* pass$/,
  /^OK \([1-9]\d* tests?, /,
]

/** Summaries of a run in which no test ran, or all were left out: exit code 0 says nothing then. */
const NOTHING_RAN: readonly RegExp[] = [
  /^No test(?: file)?s? (?:found|to run)\b/i,
  /^\s*0 passing\b/,
  /^(?:ℹ|#) (?:tests|pass) +0$/u,
  /^Tests:\s+(?!.*\bpassed\b).*\b\d+ total/,
  /^\s*Tests\s+(?!.*\b(?:passed|failed)\b)\d+ (?:skipped|todo)\b/,
  /^(?:=+ )?no tests ran in /,
  /^(?:=+ )?(?!.*\b(?:passed|failed)\b)\d+ (?:skipped|deselected)\b.* in [\d.]+s/,
  /^Ran 0 tests\b/,
]
/** Some test passed after all: of one of several packages. */
const SOME_PASSED = /\b[1-9]\d* (?:passed|passing|pass)\b|^(?:ℹ|#) pass +[1-9]|^Ran [1-9]\d* tests? in /u

/** Single failures, and ends of programs that broke: they count where no summary is shown. */
const MARKS: readonly RegExp[] = [
  /^not ok \d+(?!.*# (?:TODO|SKIP))/i,
  /^\s*(?:✖|✗|✘|✕|×) /u,
  /^\s*FAIL\b/,
  /^\s*● .+ › /u,
  /^FAILED \S+::/,
  /^test \S+ \.\.\. FAILED$/,
  /^\s+\d+:\d+\s+error\s{2}/,
  /^Node\.js v\d+/,
]

/** Characters of a line that can be a summary: longer ones would cost the patterns time for nothing. */
const LINE_CHARS = 1_000

/** Whether the output says that nothing was checked. */
export function ranNothing(output: string): boolean {
  const lines = linesOf(output)
  return some(lines, NOTHING_RAN) && !some(lines, [SOME_PASSED])
}

/** Undefined where the output says neither. `isFiltered`: lines of the output were picked. */
export function verdictIn(output: string, isFiltered: boolean): Verdict | undefined {
  const lines = linesOf(output)
  if (some(lines, FAILED)) return 'failed'
  if (ranNothing(output)) return undefined
  if (isUnittest(lines)) return 'passed'
  if (some(lines, PASSED) || (!isFiltered && some(lines, PASSED_AS_A_WHOLE))) return 'passed'
  return some(lines, MARKS) ? 'failed' : undefined
}

function linesOf(output: string): readonly string[] {
  // The output of a job that still runs has the colours of a screen.
  return withoutSequences(output)
    .split('\n')
    .flatMap((line) => (line.length > LINE_CHARS ? [] : [line.trimEnd()]))
}

function some(lines: readonly string[], patterns: readonly RegExp[]): boolean {
  return lines.some((line) => patterns.some((pattern) => pattern.test(line)))
}

/** `OK` is not a word that only unittest prints. */
function isUnittest(lines: readonly string[]): boolean {
  return (
    lines.some((line) => /^Ran [1-9]\d* tests? in /.test(line)) &&
    lines.some((line) => /^OK(?: \(.*\))?$/.test(line))
  )
}
