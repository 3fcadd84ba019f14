/**
 * Plain English: counts comments, documents and screen texts that open without a noun, and holds them to a budget.
 * `node scripts/check-english.mjs` checks, `--lower` lowers the budget to the counts, and a path (`src/agent`, `docs/tools.md`,
 * `texts`) lists the openings below it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { compareWithBudget, countByArea, findHeadless } from './lib/english/budget.mjs'
import { lowered, readBudget, writeBudget } from './lib/english/budget.mjs'
import { Failure, runMain } from './lib/fail.mjs'
import { changesSince } from './lib/testing/changes.mjs'
import { git } from './lib/testing/scope.mjs'

const HINT =
  'Begin with the noun: "Batches sandbox events", not "What happens in the sandbox, told in batches" (CONTRIBUTING.md).'

const show = ({ file, line, text }) => `${file}:${line}: ${text.split('\n')[0].slice(0, 100)}`

await runMain(async () => {
  if (git(['rev-parse', '--verify', '--quiet', 'HEAD']) === undefined)
    return console.log('Not a repository of git, which lists the files: nothing is checked.')
  const [argument] = process.argv.slice(2)
  const { changed, files } = changesSince({})
  const findings = findHeadless(
    files.filter((file) => existsSync(file)),
    (file) => readFileSync(file, 'utf8'),
  )
  const counts = countByArea(findings)
  if (argument === '--lower') return writeBudget(lowered(counts, readBudget()))
  if (argument !== undefined) return list(findings, argument)
  check({ findings, counts, changed: new Set(changed) })
})

function list(findings, path) {
  const below = findings.filter(({ area, file }) => area === path || `${file}/`.startsWith(`${path}/`))
  for (const finding of below) console.log(show(finding))
  console.log(`${below.length} headless openings in ${path}.`)
}

/** Lists the openings of an area above its budget: those in changed files, or all when no changed file has one. */
function check({ findings, counts, changed }) {
  const { above, below } = compareWithBudget(counts, readBudget())
  const reports = above.map(({ area, problem }) => {
    const all = findings.filter((finding) => finding.area === area)
    const own = all.filter(({ file }) => changed.has(file))
    return [problem, ...(own.length > 0 ? own : all).map(show)].join('\n')
  })
  if (above.length > 0) reports.push(HINT)
  if (below.length > 0) reports.push(...below, 'To lower: node scripts/check-english.mjs --lower')
  if (reports.length > 0) throw new Failure(reports.join('\n'))
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${total} headless openings, as budgeted.`)
}
