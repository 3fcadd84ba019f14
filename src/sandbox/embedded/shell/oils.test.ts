/** Regression: what of the Oils shell suite has passed once goes on passing. `npm run conformance` prints the rates. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import failing from './testing/oils-failing.json' with { type: 'json' }
import { patience } from '../../../testing/patience.ts'
import { slice } from '../../../testing/slice.ts'
import { readOilsCases, runOilsCase } from './testing/oils-suite.ts'

/** Cases of others, as data beside the project; a user's clone does not have them. */
const SUITE = '../shared/suites/shell/oils-bash.jsonl'
const cases = existsSync(SUITE) ? readOilsCases(readFileSync(SUITE, 'utf8')) : []

test.skipIf(cases.length === 0)(
  'no Oils case fails that is not known to fail',
  async () => {
    const newly: string[] = []
    for (const one of slice(cases, 250)) {
      if (one.id in failing.cases) continue
      const { passed, seen } = await runOilsCase(one)
      if (!passed) newly.push(`${one.id} (${one.name}): ${seen}`)
    }
    expect(newly).toEqual([])
  },
  patience(180_000),
)

test('every case that is known to fail has a reason', () => {
  const reasons = Object.keys(failing.reasons)
  expect(Object.entries(failing.cases).filter(([, reason]) => !reasons.includes(reason))).toEqual([])
})
