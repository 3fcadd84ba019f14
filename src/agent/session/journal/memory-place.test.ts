import { describe, expect, it } from 'vitest'
import { PLACE_CASES } from './contract-suite.ts'
import { MemoryPlace } from './testing/memory-place.ts'

describe('files of the journal in memory', () => {
  it.each(PLACE_CASES)('$name', async ({ run, result }) => {
    expect(await run(new MemoryPlace())).toEqual(result)
  })
})
