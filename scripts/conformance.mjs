/**
 * `npm run conformance [shell|node|exercism|packages|suites] [name …]`: runs a suite of others on what we have made, and prints
 * the share that passes and what fails, with the reason. `shell`, which is meant without any, are the cases of Oils; `node`
 * the 596 files of Node's own tests that need no internals (some ten minutes on two cores, so `npm test` has a part of them);
 * `exercism` what Jest says of 24 stubs and solutions, `packages` smoke tests of 200 packages that many others depend on,
 * `suites` the test suites that packages publish with themselves, each beside this machine's own Node, with packages from
 * the registry. Exit code 1 when a share is below its target or a list of known failures is not true any more. With names
 * only these, with what came.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import './lib/node/node20.mjs'
import { ensureBrowser } from './lib/browser/browser.mjs'
import { Failure, runMain } from './lib/fail.mjs'
import { runExercism } from './lib/conformance/exercism-suite.mjs'
import { openNodeSuite } from './lib/conformance/node-suite.mjs'
import { showNodeRates } from './lib/conformance/node-rates.mjs'
import { runOwnSuites, verdictOfSuite } from './lib/conformance/own-suites.mjs'
import { runPackages } from './lib/conformance/package-smoke.mjs'
import { buildLibraries, installPackages, requireNode } from './lib/setup.mjs'
import { suitePath } from './lib/testing/suites.mjs'

const SUITE = suitePath('oils')
const TESTING = 'src/sandbox/embedded/shell/testing'
const NODE_SUITE = suitePath('node')
const NODE_FAILING = 'src/sandbox/embedded/node/testing/suite-failing.json'
const BUNDLE = 'node_modules/.cache/conformance/oils-suite.mjs'
/** Shares of the cases that bash passes. */
const TARGETS = { core: 0.97, all: 0.92 }

const EXERCISM = '../shared/suites/exercism/javascript.jsonl'
/** Share of the packages that install, load and do what their README says. */
const PACKAGES_TARGET = 0.9

const PARTS = {
  shell: runShell,
  node: runNode,
  exercism: showExercism,
  packages: showPackages,
  suites: showSuites,
}

await runMain(async () => {
  requireNode()
  const args = process.argv.slice(2)
  const run = Object.hasOwn(PARTS, args[0]) ? PARTS[args.shift()] : runShell
  await installPackages()
  await buildLibraries()
  await run(args)
  // A case may have left work behind that never ends.
  process.exit()
})

async function runShell(wanted) {
  if (!existsSync(SUITE)) throw new Failure(`The Oils shell suite is not there: ${resolve(SUITE)}.`)
  const { readOilsCases, runOilsCase } = await loadSuite()
  const cases = readOilsCases(readFileSync(SUITE, 'utf8')).filter(
    ({ id }) => wanted.length === 0 || wanted.includes(id),
  )
  const failed = []
  for (const one of cases) {
    const { passed, seen } = await runOilsCase(one)
    if (!passed) failed.push({ ...one, seen })
  }
  if (wanted.length > 0) showCases(cases, failed)
  else showRates(cases, failed)
}

async function runNode(wanted) {
  if (!existsSync(NODE_SUITE)) throw new Failure(`Node's tests are not there: ${resolve(NODE_SUITE)}.`)
  const suite = await openNodeSuite({ archive: NODE_SUITE, executablePath: await ensureBrowser() })
  try {
    const entries = suite.entries.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    const outcomes = new Map()
    await suite.run(entries, ({ name }, outcome) => {
      outcomes.set(name, outcome)
      if (wanted.length > 0) console.log(`${outcome.exitCode === 0 ? 'ok' : 'FAIL'} ${name}\n${outcome.said}`)
    })
    const known = JSON.parse(readFileSync(NODE_FAILING, 'utf8'))
    if (!showNodeRates(outcomes, known, wanted.length === 0)) process.exitCode = 1
  } finally {
    await suite.close()
  }
}

async function showExercism(wanted) {
  if (!existsSync(EXERCISM)) throw new Failure(`The tasks of Exercism are not there: ${resolve(EXERCISM)}.`)
  const rows = await runExercism(EXERCISM, wanted)
  const same = rows.filter(({ native, tab }) => native.join() === tab.join())
  for (const { name, native, tab } of rows) {
    const [stub, solution] = tab
    const verdict = native.join() === tab.join() ? 'ok  ' : `FAIL (natively ${native.join(', ')})`
    console.log(`${verdict} ${name}: stub ${stub}, solution ${solution}`)
  }
  console.log(`${same.length} of ${rows.length} tasks: the verdicts of stub and solution are the native ones`)
  if (same.length < rows.length) process.exitCode = 1
}

async function showPackages(wanted) {
  const rows = await runPackages(wanted)
  // A test that also fails natively says nothing of the tab, and is no pass.
  const isPassed = ({ native, tab }) => native === tab && native.startsWith('{"result":')
  const passed = rows.filter(isPassed)
  for (const { name, native, tab } of rows.filter((row) => !isPassed(row)))
    console.log(`FAIL ${name}\n  natively: ${native}\n  in the tab: ${tab}`)
  const rate = passed.length / rows.length
  console.log(
    `${passed.length} of ${rows.length} packages (${percent(rate)}), target ${percent(PACKAGES_TARGET)}`,
  )
  if (rate < PACKAGES_TARGET) process.exitCode = 1
}

async function showSuites(wanted) {
  let same = 0
  let count = 0
  await runOwnSuites(wanted, (row) => {
    const { name, version, native, tab } = row
    const verdict = verdictOfSuite(row)
    count += 1
    if (verdict === 'ok') same += 1
    if (verdict === 'FAIL') process.exitCode = 1
    console.log(
      `${verdict} ${name} ${version}: natively ${native.passed} of ${native.tests}, in the tab ${tab.passed} of ${tab.tests}`,
    )
    for (const remark of [row.leftOut, row.differs?.reason])
      if (remark !== undefined) console.log(`  ${remark}`)
    if (verdict === 'FAIL' || wanted.length > 0)
      console.log(`  natively:\n${native.failing.join('\n')}\n  in the tab:\n${tab.failing.join('\n')}`)
  })
  console.log(`${same} of ${count} suites: the counts in the tab are the native ones`)
}

async function loadSuite() {
  const { build } = await import('esbuild')
  mkdirSync(resolve(BUNDLE, '..'), { recursive: true })
  await build({
    entryPoints: [`${TESTING}/oils-suite.ts`],
    outfile: BUNDLE,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  return import(pathToFileURL(resolve(BUNDLE)).href)
}

function showCases(cases, failed) {
  for (const { id, name, seen } of failed) console.log(`FAIL ${id} ${name}\n${seen}\n`)
  console.log(`${cases.length - failed.length} of ${cases.length} pass`)
  if (failed.length > 0) process.exitCode = 1
}

function showRates(cases, failed) {
  const known = JSON.parse(readFileSync(`${TESTING}/oils-failing.json`, 'utf8'))
  const reasonOf = (id) => known.reasons[known.cases[id]] ?? 'NEW: not known to fail'
  for (const reason of new Set(failed.map(({ id }) => reasonOf(id)))) {
    console.log(`\n${reason}`)
    for (const { id, name, core } of failed) {
      if (reasonOf(id) === reason) console.log(`  ${id}${core ? '' : ' (not core)'} ${name}`)
    }
  }
  console.log()
  for (const [part, target] of Object.entries(TARGETS)) {
    const count = (list) => list.filter(({ core }) => core || part === 'all').length
    const rate = 1 - count(failed) / count(cases)
    const verdict = rate >= target ? 'ok' : 'BELOW TARGET'
    console.log(
      `${part}: ${count(cases) - count(failed)} of ${count(cases)} (${percent(rate)}), target ${percent(target)}: ${verdict}`,
    )
    if (rate < target) process.exitCode = 1
  }
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`
}
