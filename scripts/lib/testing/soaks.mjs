/**
 * Soaks, the long property and differential tests: which there are, the rounds of one, and which of them have passed. A soak
 * is declared by a call in its test file, `soak('name', …)` of `src/testing/soak.ts`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../fail.mjs'
import { passedTitles } from './reports.mjs'
import { REPORT, runStage, STAGES } from './stages.mjs'

/** Rounds of a whole soak. `npm run test:all` runs one, a tenth. */
export const ROUNDS = 10

const FOLDERS = ['src', 'e2e', 'scripts']
const TEST = /\.(test|spec)\.ts$/
const DECLARATION = /\bsoak\(\s*'([a-z-]+)'/g

/**
 * @typedef {{ name: string, file: string }} NamedSoak
 * @typedef {{ seed: number, cases: number, ms: number }} PassedRound by the number of the round
 * @typedef {import('./reports.mjs').TestFailure} TestFailure
 */

/**
 * Every soak, in the order of the names; throws when two have one name.
 * @returns {NamedSoak[]}
 */
export function findSoaks(root = '.') {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) =>
      `${folder}/${file}`.replaceAll('\\', '/'),
    ),
  )
  return soaksOf(
    files.filter((file) => TEST.test(file)),
    (file) => readFileSync(join(root, file), 'utf8'),
  )
}

/**
 * Soaks that these files declare; throws when two have one name.
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 * @returns {NamedSoak[]}
 */
export function soaksOf(files, read) {
  const found = files.flatMap((file) =>
    Array.from(read(file).matchAll(DECLARATION), ([, name]) => ({ name, file })),
  )
  const byName = new Map()
  for (const one of found) {
    const other = byName.get(one.name)
    if (other)
      throw new Failure(`Two soaks are named "${one.name}", in ${other.file} and ${one.file}. Rename one.`)
    byName.set(one.name, one)
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Arguments of the command: a name, and how many rounds.
 * @param {readonly string[]} args
 * @returns {{ name: string | undefined, rounds: number }}
 */
export function readSoakArguments(args) {
  const text = args.join(' ')
  const given = /(?:^| )--rounds(?:[= ](\S*))?(?= |$)/.exec(text)
  const rounds = given ? Number(given[1]) : ROUNDS
  const [name, ...more] = (given ? text.replace(given[0], '') : text).split(' ').filter((word) => word !== '')
  const isCount = Number.isInteger(rounds) && rounds >= 1
  if (!isCount || more.length > 0 || name?.startsWith('-'))
    throw new Failure(`npm run soak takes a name and --rounds n, and not: ${text}`)
  return { name, rounds }
}

/** The one of that name, or all when there is no name. */
export function chooseSoaks(soaks, name) {
  if (name === undefined) return soaks
  const chosen = soaks.filter((one) => one.name === name)
  if (chosen.length > 0) return chosen
  const names = soaks.map((one) => `  ${one.name.padEnd(24)}${one.file}`)
  throw new Failure(`There is no soak "${name}". There are:\n${names.join('\n')}`)
}

/** The seed of a round: the first has the run's own, so that `SEED=` repeats any round as the first. */
export function roundSeed(seed, round) {
  if (round === 1) return seed
  return createHash('sha256').update(`${seed} ${round}`).digest().readUInt32BE(0)
}

/** Rounds that have passed, in a file for each soak. Those of other sources are forgotten. */
export class PassedRounds {
  #path
  #stored

  /** @param {{ name: string, state: string, folder?: string }} options `state` as of `sourceState` */
  constructor({ name, state, folder = 'test-results/soak' }) {
    this.#path = join(folder, `${name}.json`)
    const stored = existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : undefined
    this.#stored = stored?.state === state ? stored : { state, seeds: {} }
  }

  /** @returns {PassedRound | undefined} */
  get(seed, round) {
    return this.#stored.seeds[seed]?.[round]
  }

  /**
   * Written at once, and whole or not at all.
   * @param {PassedRound} passed
   */
  add(seed, round, passed) {
    this.#stored.seeds[seed] = { ...this.#stored.seeds[seed], [round]: passed }
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#stored))
    renameSync(`${this.#path}.new`, this.#path)
  }
}

/**
 * Runs one round: the soak's tests of its file, with that seed.
 * @param {NamedSoak} soak
 * @param {{ env: Record<string, string>, seed: number }} options
 * @returns {Promise<{ cases: number, failures: TestFailure[] }>} cases of the tests that have passed
 */
export async function runRound({ name, file }, { env, seed }) {
  const stage = STAGES.find((each) => each.has(file))
  const isEndToEnd = stage.name === 'e2e'
  const args = isEndToEnd
    ? [file.replaceAll('.', '\\.'), '--grep', `\\[soak ${name}: `]
    : [file, '-t', `\\[soak ${name}: `]
  const { failures } = await runStage(stage, { env: { ...env, TEST_SEED: String(seed) }, args })
  const cases = casesOf(name, passedTitles(REPORT))
  if (cases > 0 || failures.length > 0) return { cases, failures }
  const why = 'No test of it ran. The title of each is made by `title` of the soak.'
  return { cases, failures: [{ name: file, why }] }
}

/** Cases of the tests with these titles. */
export function casesOf(name, titles) {
  const count = new RegExp(`\\[soak ${name}: (\\d+) cases?\\]`)
  return titles.reduce((sum, title) => sum + Number(count.exec(title)?.[1] ?? 0), 0)
}
