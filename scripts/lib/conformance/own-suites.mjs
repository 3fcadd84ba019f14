/** The test suites that packages publish with themselves, on native Node and in the tab: what passes must be the same. */
import { readFileSync } from 'node:fs'
import { installInBoth } from './install-in-both.mjs'
import { withTab } from '../browser/tab.mjs'

const DATA = 'src/sandbox/embedded/npm/testing/own-suites.json'
/** Lines of failing tests that are shown. */
const SHOWN = 40

/** Calls `onRow` with each package, when it has run on both sides; `wanted` are names, all of them if there are none. */
export async function runOwnSuites(wanted, onRow) {
  const all = Object.entries(JSON.parse(readFileSync(DATA, 'utf8')))
  await withTab(async (sides) => {
    for (const [name, suite] of all)
      if (wanted.length === 0 || wanted.includes(name)) onRow(await runSuite(sides, name, suite))
  })
}

/**
 * The package lies beside what it needs, as a checkout of its repository does, and not below `node_modules`, where test
 * runners do not look.
 */
async function runSuite({ native, tab }, name, { version, command, leftOut, differs, with: others = {} }) {
  const files = {
    'package.json': JSON.stringify({
      name: 'own-suite',
      version: '1.0.0',
      dependencies: { ...others, [name]: version },
    }),
  }
  const problem = await installInBoth({ native, tab }, files)
  const line = commandOf(name, command)
  const here = readTap((await native.exec(line)).output)
  const there =
    problem === undefined
      ? readTap((await tab.exec(line)).stdout)
      : { exitCode: 1, tests: 0, passed: 0, failing: [problem] }
  return { name, version, leftOut, differs, native: here, tab: there }
}

/** Says only what is read of it: a suite's output may be long. */
function commandOf(name, command) {
  return `cp -R node_modules/${name} suite && cd suite
export CI=1 FORCE_COLOR=0 NO_COLOR=1 PATH="$PWD/../node_modules/.bin:$PATH"
${command} > ../tap 2> ../errors < /dev/null
echo "exit $?"
grep -E '^# (tests|pass) +[0-9]' ../tap | tail -2
echo "lines $(grep -cE '^(not )?ok ' ../tap) $(grep -cE '^ok ' ../tap)"
grep -E '^ *not ok ' ../tap | head -${SHOWN}
tail -${SHOWN} ../errors | sed 's/^/error: /'`
}

/** The counts at the end, or those of the lines where a reporter writes none. */
export function readTap(text) {
  const [, lines, ok] = /^lines (\d+) (\d+)$/m.exec(text) ?? []
  const tests = /^# tests +(\d+)/m.exec(text)?.[1] ?? lines
  const passed = /^# pass +(\d+)/m.exec(text)?.[1] ?? ok
  const exitCode = Number(/^exit (\d+)$/m.exec(text)?.[1] ?? 1)
  const failing = text.split('\n').filter((line) => /^( *not ok |error: )/.test(line))
  return { exitCode, tests: Number(tests ?? 0), passed: Number(passed ?? 0), failing }
}

/** `ok` when the counts are the native ones, `KNOWN` when they differ as is known of them, else `FAIL`. */
export function verdictOfSuite({ native, tab, differs }) {
  const isSame =
    native.exitCode === tab.exitCode && native.tests === tab.tests && native.passed === tab.passed
  // A suite that also fails natively says little of the tab.
  if (native.exitCode !== 0 || native.tests === 0 || (isSame && differs !== undefined)) return 'FAIL'
  if (isSame) return 'ok'
  return tab.tests === differs?.tests && tab.passed === differs.passed ? 'KNOWN' : 'FAIL'
}
