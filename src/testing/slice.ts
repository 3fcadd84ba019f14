/**
 * Long tests run whole with `npm run test:all`. The gate (`npm test`) runs a slice of each, chosen by a seed that comes
 * from the commit: one commit always runs the same cases, and the next one others. `scripts/lib/testing/scope.mjs` sets
 * the scope and the seed.
 */
import { seededRandom } from './seeded-random.ts'

/** End-to-end tests run in Node alone, where modules have no variables of their own. */
const variables = (import.meta.env as ImportMetaEnv | undefined) ?? process.env

/** `gate`, `changed`, `all` or `soak`; empty where a runner was started by hand. */
export const SCOPE = variables['TEST_SCOPE'] ?? ''

/** True where every case runs. */
export const IS_WHOLE = SCOPE === 'all'

/** The run's seed, an unsigned 32-bit number. */
export const SEED = Number(variables['TEST_SEED'] ?? 0) >>> 0

/** All `items`, or at most `count` of them in the gate, in their order. */
export function slice<Item>(items: readonly Item[], count: number): Item[] {
  if (IS_WHOLE || items.length <= count) return [...items]
  const random = seededRandom(SEED ^ items.length)
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(random() * items.length))
  return items.filter((_, index) => chosen.has(index))
}
