/** A result is left out as told anew only where a later one really has what it said. */
import { describe, expect, it } from 'vitest'
import { resultFacts } from './results.ts'
import type { PlacedResult, ResultFacts } from './results.ts'
import { supersededResults } from './superseded-results.ts'

type Given = Partial<Pick<PlacedResult, 'input' | 'isError'>> & Parameters<typeof resultFacts>[0]

function placed(given: readonly Given[]): readonly PlacedResult[] {
  return given.map(({ input = {}, isError = false, ...facts }, index) => ({
    ...resultFacts(facts),
    toolUseId: String(index),
    input,
    isError,
    tokens: 1_000,
    hasMedia: false,
  }))
}

/** Places of the results that are told anew. */
const superseded = (...given: readonly Given[]) =>
  supersededResults(placed(given)).map(({ toolUseId }) => Number(toolUseId))

type Lines = NonNullable<ResultFacts['seen'][number]['lines']>

function read(part: Record<string, unknown> = {}, lines?: Lines, hash = 'h'): Given {
  const input = { file_path: 'a', ...part }
  return { tool: 'Read', input, seen: [{ path: '/workspace/a', hash, ...(lines ? { lines } : {}) }] }
}

describe('a read', () => {
  const end = { offset: 2_400, limit: 101 }
  const shownEnd = read(end, { from: 2_400, to: 2_500, of: 2_500 })

  it('of a part is told anew by all of the file, also of other content and by another name', () => {
    const whole = read({}, { from: 1, to: 2_500, of: 2_500 })
    expect(superseded(shownEnd, whole)).toEqual([0])
    expect(superseded(shownEnd, { ...whole, input: { file_path: '/workspace/a' } })).toEqual([0])
    expect(superseded(shownEnd, read({}, { from: 1, to: 80, of: 80 }, 'other'))).toEqual([0])
    expect(superseded(shownEnd, read({}, { from: 1, to: 0, of: 0 }, 'empty'))).toEqual([0])
  })

  it('without an offset tells nothing of lines behind those that fit in', () => {
    expect(superseded(shownEnd, read({}, { from: 1, to: 2_000, of: 2_500 }))).toEqual([])
  })

  it('of more lines tells those among them anew, as long as the file is the same', () => {
    const few = read({ offset: 20, limit: 10 }, { from: 20, to: 29, of: 2_500 })
    const more = { from: 10, to: 40, of: 2_500 }
    expect(superseded(few, read({ offset: 10, limit: 31 }, more))).toEqual([0])
    expect(superseded(few, read({ offset: 10, limit: 31 }, more, 'other'))).toEqual([])
    expect(superseded(read({ offset: 10, limit: 31 }, more), few)).toEqual([])
  })

  it('tells nothing of another file', () => {
    const other = read({ file_path: 'b' }, { from: 1, to: 9, of: 9 })
    expect(superseded(shownEnd, { ...other, seen: [{ path: '/workspace/b', hash: 'h' }] })).toEqual([])
  })

  it('that only says where the content is tells nothing anew', () => {
    const whole = read({}, { from: 1, to: 9, of: 9 })
    expect(superseded(whole, { tool: 'Read', input: { file_path: 'a' }, shownBy: '0' })).toEqual([])
  })

  it('whose lines the log does not have tells an identical one anew, and no other', () => {
    expect(superseded(read(), read({ limit: 5 }), read())).toEqual([0])
    expect(superseded(shownEnd, read(), read(end))).toEqual([0])
  })

  it('that the log has without what was seen tells nothing anew', () => {
    const input = { file_path: 'a' }
    expect(superseded({ tool: 'Read', input }, { tool: 'Read', input })).toEqual([])
  })
})

describe('another result', () => {
  const test = { tool: 'Bash', input: { command: 'npm test' } }

  it('is told anew by the same call made later, unless that has failed', () => {
    expect(superseded(test, { tool: 'Grep', input: { pattern: 'x' } }, test)).toEqual([0])
    expect(superseded(test, { ...test, isError: true })).toEqual([])
    expect(superseded({ ...test, isError: true }, test)).toEqual([0])
  })

  it('is not told anew by a command that goes on in the background', () => {
    expect(superseded(test, { ...test, display: { kind: 'job', jobId: 'bash_1' } })).toEqual([])
  })

  it('of a call that changes something never is', () => {
    const write = { tool: 'Write', input: { file_path: 'a', content: 'x' } }
    expect(superseded(write, write)).toEqual([])
  })
})
