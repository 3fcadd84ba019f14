/**
 * `npm run conformance [id …]`: runs the Oils shell suite in our shell and prints the share of cases that pass, and
 * those that fail with the reason. Exit code 1 when a share is below its target. With ids only these, with what came.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import './lib/node20.mjs'
import { Failure, runMain } from './lib/fail.mjs'
import { buildLibraries, installPackages, requireNode } from './lib/setup.mjs'

const SUITE = '../shared/suites/shell/oils-bash.jsonl'
const TESTING = 'src/sandbox/embedded/shell/testing'
const BUNDLE = 'node_modules/.cache/conformance/oils-suite.mjs'
/** Shares of the cases that bash passes. */
const TARGETS = { core: 0.97, all: 0.92 }

await runMain(async () => {
  requireNode()
  if (!existsSync(SUITE)) throw new Failure(`The Oils shell suite is not there: ${resolve(SUITE)}.`)
  await installPackages()
  await buildLibraries()
  const { readOilsCases, runOilsCase } = await loadSuite()
  const wanted = process.argv.slice(2)
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
  // A case may have left work behind that never ends.
  process.exit()
})

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
