/**
 * Soaks: property and differential tests whose cases come from seeds, so that there are as many as there is time for. The
 * gate takes a few, `npm run test:all` one round, `npm run soak NAME` ten rounds of other seeds. `scripts/soak.mjs` finds a
 * soak by the call in its test file, and its tests by their titles.
 */
import { seededRandom } from './seeded-random.ts'
import { SCOPE, SEED } from './slice.ts'

export interface SoakSize {
  /** Cases in the gate; tests of a change take a third of them. */
  readonly gate: number
  /** Cases of one round, in each test. */
  readonly round: number
  /** The gate takes the seeds 1, 2, 3 and so on, of any commit. */
  readonly isGateFixed?: boolean
}

export interface SoakCase {
  /** Decides all of the case: the same seed is the same case, wherever it stands in its round. */
  readonly seed: number
  /** Numbers in [0, 1) from the seed. */
  readonly random: () => number
}

export interface Soak {
  /** Cases that this run takes, in each test. */
  readonly count: number
  /** The first case's seed. A test whose cases follow from one another takes it for all of them. */
  readonly seed: number
  /** A round runs, and no slice of one: the test may expect that rare outcomes were met. */
  readonly isRound: boolean
  /** The title of a test of this soak: the behaviour, the soak's name and the number of cases. */
  title(behaviour: string): string
  /** Runs the cases one after the other and stops at the first that fails, whose error says how to repeat it. */
  each(check: (one: SoakCase) => void | Promise<void>): Promise<void>
  /** The error, which now says how to repeat the whole test: for one whose cases follow from one another. */
  repeatable(error: unknown): Error
}

export interface SoakRun {
  readonly scope: string
  readonly seed: number
}

/**
 * Step from one case's seed to the next: 2^32 by the golden ratio. The first seeds, however few, are spread evenly over all
 * seeds, so a test may divide its seed by 2^32 to choose a place.
 */
const SEED_STEP = 0x9e37_79b9

const NAME = /^[a-z]+(-[a-z]+)*$/

/** Declares the soak of this test file for this run. The name is written out in the call: scripts read it there. */
export function soak(name: string, size: SoakSize): Soak {
  return soakFor({ scope: SCOPE, seed: SEED }, name, size)
}

/** Declares a soak for any run. */
export function soakFor({ scope, seed }: SoakRun, name: string, size: SoakSize): Soak {
  if (!NAME.test(name)) throw new Error(`A soak's name is kebab-case, and not "${name}".`)
  const isRound = scope === 'all' || scope === 'soak'
  const count = isRound ? size.round : scope === 'changed' ? Math.ceil(size.gate / 3) : size.gate
  const isFixed = !isRound && size.isGateFixed === true
  const seedOf = (index: number) => (isFixed ? index + 1 : (seed + Math.imul(index, SEED_STEP)) >>> 0)
  const again = (first: number) => `Again: SEED=${first} npm run soak ${name} -- --rounds 1`
  return {
    count,
    seed: seedOf(0),
    isRound,
    title: (behaviour) => `${behaviour} [soak ${name}: ${count} ${count === 1 ? 'case' : 'cases'}]`,
    async each(check) {
      for (let index = 0; index < count; index += 1) {
        const one = { seed: seedOf(index), random: seededRandom(seedOf(index)) }
        try {
          await check(one)
        } catch (error) {
          throw withSentence(error, `Case ${index + 1} of ${count}. ${again(one.seed)}`)
        }
      }
    },
    repeatable: (error) => withSentence(error, again(seedOf(0))),
  }
}

/** Keeps the error itself: runners show what was expected and what came. */
function withSentence(error: unknown, sentence: string): Error {
  if (!(error instanceof Error)) return new Error(`${sentence}\n${String(error)}`, { cause: error })
  const { message, stack = '' } = error
  error.message = `${sentence}\n${message}`
  // The stack begins with the message as it was; reports are made from it.
  error.stack = stack.includes(message)
    ? stack.replace(message, () => error.message)
    : `${error.message}\n${stack}`
  return error
}
