/** Headless openings by area of the repository, compared with a budget that only falls. */
import { readFileSync, writeFileSync } from 'node:fs'
import { commentOpenings, documentOpenings, textOpenings } from './openings.mjs'

const BUDGET = new URL('budget.json', import.meta.url)

/** Texts of the screen are counted beside the comments of their files. */
const TEXTS = 'texts'
/** The first prefix of a path names its area. */
const AREAS = ['src/agent', 'src/app', 'src/sandbox', 'src', 'scripts', 'e2e', 'bench', 'docs', TEXTS]

const SOURCE = /^(src|scripts|e2e|bench)\/.*\.(ts|svelte|mjs|js|cjs|css)$/
const CATALOGUE = /^src\/app\/language\/en\/.*\.ts$/
const DOCUMENT = /^(docs\/.*|[^/]+)\.md$/

/**
 * @typedef {{ area: string, file: string, line: number, text: string }} Finding
 */

/**
 * @param {readonly string[]} files paths relative to the root, with slashes
 * @param {(file: string) => string} read
 * @returns {Finding[]}
 */
export function findHeadless(files, read) {
  return files.flatMap((file) => {
    const found = []
    if (SOURCE.test(file)) found.push([areaOf(file), commentOpenings(read(file))])
    if (CATALOGUE.test(file)) found.push([TEXTS, textOpenings(read(file))])
    if (DOCUMENT.test(file)) found.push(['docs', documentOpenings(read(file))])
    return found.flatMap(([area, openings]) => openings.map((opening) => ({ area, file, ...opening })))
  })
}

function areaOf(file) {
  return AREAS.find((area) => file.startsWith(`${area}/`))
}

/**
 * The number of findings of each area, in the order of the areas.
 * @param {readonly Finding[]} findings
 * @returns {Record<string, number>}
 */
export function countByArea(findings) {
  return Object.fromEntries(AREAS.map((area) => [area, findings.filter((each) => each.area === area).length]))
}

/** @returns {Record<string, number>} */
export function readBudget() {
  return JSON.parse(readFileSync(BUDGET, 'utf8'))
}

/** @param {Record<string, number>} budget */
export function writeBudget(budget) {
  writeFileSync(BUDGET, `${JSON.stringify(budget, null, 2)}\n`)
}

/**
 * Compares counts with the budget: sentences for areas above it, and for areas below it, whose budget has to fall.
 * @param {Record<string, number>} counts
 * @param {Record<string, number>} budget
 * @returns {{ above: { area: string, problem: string }[], below: string[] }}
 */
export function compareWithBudget(counts, budget) {
  const above = []
  const below = []
  for (const [area, count] of Object.entries(counts)) {
    const limit = budget[area] ?? 0
    if (count > limit)
      above.push({ area, problem: `${area}: ${count} headless openings, the budget is ${limit}.` })
    if (count < limit)
      below.push(`${area}: ${count} headless openings left: lower its budget from ${limit} to ${count}.`)
  }
  return { above, below }
}

/**
 * Each area's budget lowered to its count. Never raises one.
 * @param {Record<string, number>} counts
 * @param {Record<string, number>} budget
 * @returns {Record<string, number>}
 */
export function lowered(counts, budget) {
  return Object.fromEntries(
    Object.entries(counts).map(([area, count]) => [area, Math.min(count, budget[area] ?? 0)]),
  )
}
