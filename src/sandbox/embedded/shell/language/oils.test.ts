/** Regression: what of the Oils shell suite has passed once goes on passing. `npm run conformance` prints the rates. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import failing from '../testing/oils-failing.json' with { type: 'json' }
import { patience } from '../../../../testing/patience.ts'
import { slice } from '../../../../testing/slice.ts'
import { suite } from '../../../../testing/suite.ts'
import { readOilsCases, runOilsCase } from '../testing/oils-suite.ts'

suite('oils').describe('the Oils suite', (path) => {
  test('no case fails that is not known to fail', { timeout: patience(180_000) }, async () => {
    const cases = readOilsCases(readFileSync(path, 'utf8'))
    const newly: string[] = []
    for (const one of slice(cases, 250)) {
      if (one.id in failing.cases) continue
      const { passed, seen } = await runOilsCase(one)
      if (!passed) newly.push(`${one.id} (${one.name}): ${seen}`)
    }
    expect(newly).toEqual([])
  })
})

test('every case that is known to fail has a reason', () => {
  const reasons = Object.keys(failing.reasons)
  expect(Object.entries(failing.cases).filter(([, reason]) => !reasons.includes(reason))).toEqual([])
})
