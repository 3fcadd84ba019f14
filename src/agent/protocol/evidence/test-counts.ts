/** Numbers of tests in the output of test runners. */
import { withoutSequences } from '../text/escape-sequences.ts'

/** Characters of an output that are read, from its end, where summaries stand. */
const OUTPUT_CHARS = 200_000
/** Characters of a line that can be a summary. */
const SUMMARY_CHARS = 300

export interface TestCounts {
  readonly passed?: number
  readonly failed?: number
}

/** Part of a summary. Runners write it in one line, or in several. */
interface Found extends TestCounts {
  readonly runner: string
  /** Results of several packages that follow each other are added. */
  readonly adds?: boolean
}

type Reader = (line: string) => Found | undefined

/** Numbers of tests that passed and failed by the last summary in this output; undefined where there is none. */
export function testCounts(output: string): TestCounts | undefined {
  const lines = withoutSequences(output.slice(-OUTPUT_CHARS)).split('\n')
  let last: Found | undefined
  for (const line of lines) {
    if (line.length > SUMMARY_CHARS || !CAN_BE_SUMMARY.test(line)) continue
    const found = foundIn(line)
    if (found !== undefined) last = joined(last, found)
  }
  if (last !== undefined) return countsOf(last)
  return goCounts(lines) ?? tapCounts(lines)
}

function countsOf({ passed, failed }: TestCounts): TestCounts {
  return { ...(passed === undefined ? {} : { passed }), ...(failed === undefined ? {} : { failed }) }
}

function joined(last: Found | undefined, found: Found): Found | undefined {
  // An `OK` without a number before it is any program's.
  if (found.runner === 'unittest' && found.adds === true && last?.runner !== 'unittest') return last
  if (last?.runner !== found.runner) return found
  if (found.adds === true)
    return { ...found, passed: sum(last.passed, found.passed), failed: sum(last.failed, found.failed) }
  const repeats =
    (last.passed !== undefined && found.passed !== undefined) ||
    (last.failed !== undefined && found.failed !== undefined)
  return repeats ? found : { ...last, ...countsOf(found) }
}

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0)
}

function foundIn(line: string): Found | undefined {
  const text = line.trim()
  for (const reader of READERS) {
    const found = reader(text)
    if (found !== undefined) return found
  }
  return undefined
}

/** Most lines of an output are none, and are not tried with each pattern. */
const CAN_BE_SUMMARY = /\d|^\s*(?:OK|FAILED)/

const READERS: readonly Reader[] = [
  // node --test: `# pass 3`, `ℹ fail 0`; cancelled tests are named after the failed ones.
  (line) => one('node', /^[#ℹ] (pass|fail) (\d+)$/.exec(line)),
  (line) => added(one('node', /^[#ℹ] (cancelled) (\d+)$/.exec(line))),
  // vitest: `Tests  1 failed | 2 passed (3)`; jest: `Tests:  1 failed, 2 passed, 3 total`.
  (line) => listed('vitest', /^Tests {2,}(.*\d.*)$/.exec(line)?.[1]),
  (line) => listed('jest', /^Tests: +(\d.* total)$/.exec(line)?.[1]),
  (line) => one('mocha', /^(\d+) (passing|failing)\b(?: \(\d+m?s\))?$/.exec(line)),
  (line) => listed('pytest', /^(?:=+ )?(\d+ [a-z]+(?:, \d+ [a-z]+)*) in [\d.]+s/.exec(line)?.[1]),
  (line) => cargo(/^test result: \w+\. (\d+) passed; (\d+) failed;/.exec(line)),
  (line) => listed('nextest', /^Summary \[.*\] +\d+ tests? run: (\d.*)$/.exec(line)?.[1]),
  (line) => one('playwright', /^(\d+) (passed|failed)(?: \([\d.]+(?:ms|s|m|h)\))?$/.exec(line)),
  (line) => listed('deno', /^(?:ok|FAILED) \| (\d+ passed.*)$/.exec(line)?.[1]),
  (line) => one('bun', /^(\d+) (pass|fail)$/.exec(line)),
  (line) => one('ava', /^(\d+) tests? (passed|failed)$/.exec(line)),
  (line) => total('rspec', /^(\d+) examples?, (\d+) failures?/.exec(line)),
  (line) => total('maven', /^(?:\[\w+\] +)?Tests run: (\d+), Failures: (\d+), Errors: (\d+)/.exec(line)),
  (line) => total('phpunit', /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line)),
  (line) =>
    total('phpunit', /^Tests: (\d+), Assertions: \d+(?:, Errors: (\d+))?(?:, Failures: (\d+))?/.exec(line)),
  (line) => swapped('dotnet', /^(?:Passed|Failed)! +- Failed: +(\d+), Passed: +(\d+)/.exec(line)),
  unittest,
]

/** A number and a word, in either order. */
function one(runner: string, match: RegExpExecArray | null): Found | undefined {
  if (match === null) return undefined
  const [, first = '', second = ''] = match
  const [word, number] = /^\d/.test(first) ? [second, Number(first)] : [first, Number(second)]
  return word.startsWith('pass') ? { runner, passed: number } : { runner, failed: number }
}

function added(found: Found | undefined): Found | undefined {
  return found && { ...found, adds: true }
}

/** `1 failed | 2 passed`, with any separators. */
function listed(runner: string, list: string | undefined): Found | undefined {
  if (list === undefined) return undefined
  let passed: number | undefined
  let failed: number | undefined
  for (const [, number = '', word = ''] of list.matchAll(/(\d+) ([a-z]+)/g)) {
    if (word === 'passed') passed = Number(number)
    else if (word === 'failed' || word.startsWith('error')) failed = sum(failed, Number(number))
  }
  return passed === undefined && failed === undefined ? undefined : { runner, passed, failed }
}

function cargo(match: RegExpExecArray | null): Found | undefined {
  if (match === null) return undefined
  return { runner: 'cargo', passed: Number(match[1]), failed: Number(match[2]), adds: true }
}

/** A total, and one or two numbers of failures. */
function total(runner: string, match: RegExpExecArray | null): Found | undefined {
  if (match === null) return undefined
  const failed = Number(match[2] ?? 0) + Number(match[3] ?? 0)
  return { runner, passed: Number(match[1]) - failed, failed }
}

function swapped(runner: string, match: RegExpExecArray | null): Found | undefined {
  return match === null
    ? undefined
    : { runner, passed: Number(match[2]), failed: Number(match[1]), adds: true }
}

/** `Ran 2 tests in 0.001s`, and a line of its own with the failures. The first is a total until the second is read. */
function unittest(line: string): Found | undefined {
  const ran = /^Ran (\d+) tests? in [\d.]+s$/.exec(line)
  if (ran !== null) return { runner: 'unittest', passed: Number(ran[1]) }
  const end = /^(?:OK|FAILED)(?: \(((?:[a-z ]+=\d+(?:, )?)+)\))?$/.exec(line)
  if (end === null) return undefined
  const counts = [...(end[1] ?? '').matchAll(/(failures|errors|skipped)=(\d+)/g)]
  const left = counts.reduce((all, [, , number]) => all + Number(number), 0)
  const skipped = counts.reduce((all, [, word, number]) => all + (word === 'skipped' ? Number(number) : 0), 0)
  return { runner: 'unittest', passed: -left, failed: left - skipped, adds: true }
}

/** Go names packages, and tests only with `-v`. */
function goCounts(lines: readonly string[]): TestCounts | undefined {
  const isPackage = (line: string) => /^(?:ok|FAIL) {0,2}\t\S+(?:\t|$| \[)/.test(line)
  if (!lines.some(isPackage)) return undefined
  const passed = lines.filter((line) => /^--- PASS: /.test(line)).length
  const tests = lines.filter((line) => /^--- FAIL: /.test(line)).length
  const packages = lines.filter((line) => isPackage(line) && line.startsWith('FAIL')).length
  return { ...(passed > 0 ? { passed } : {}), failed: Math.max(tests, packages) }
}

function tapCounts(lines: readonly string[]): TestCounts | undefined {
  if (!lines.some((line) => /^TAP version \d+$|^1\.\.\d+(?: |$)/.test(line))) return undefined
  const isLeft = (line: string) => line.length <= SUMMARY_CHARS && /# (?:TODO|SKIP)\b/i.test(line)
  const passed = lines.filter((line) => /^ok\b/.test(line) && !isLeft(line)).length
  const failed = lines.filter((line) => /^not ok\b/.test(line) && !isLeft(line)).length
  return passed + failed === 0 ? undefined : { passed, failed }
}
