import { describe, expect, it } from 'vitest'
import { TURN_RESULT_CHARS } from '../../limits.ts'
import { textOutput } from '../contract.ts'
import {
  bench,
  call,
  keptResults,
  resultText,
  resultsOf,
  run,
  testTool,
  textOf,
} from '../testing/test-bench.ts'
import { workspace } from '../testing/workspace.ts'

const says = (text: string, change: Parameters<typeof testTool>[0] = {}) =>
  testTool({ run: async () => textOutput(text), ...change })

describe('a result that is too long', () => {
  it('is stored whole; the model gets the beginning and the way to the rest', async () => {
    const long = 'x'.repeat(600_000) + '\nend'
    const { kept, results } = keptResults()
    const { context } = bench({ tools: [says(long)], context: { results } })
    const [result] = resultsOf(await run([call('Probe', { n: 1 })], context))
    expect(textOf(result)).toBe(
      `<persisted-output>
The result has 600,004 characters in 2 lines, too many to be shown. All of it is in /results/probe.txt: search it with Grep, or show a part with Read (offset, limit).

Its beginning:
${'x'.repeat(2_048)}
</persisted-output>`,
    )
    expect(kept).toEqual([{ tool: 'Probe', input: { n: 1 }, text: long }])
    expect(result?.stored).toEqual({ name: 'probe.txt', hash: 'a'.repeat(64), size: 600_004 })
  })

  it('is stored without secrets', async () => {
    const { kept, results } = keptResults()
    const clean = (text: string) => text.replaceAll('secret', '[gone]')
    const { context } = bench({ tools: [says('a secret\n'.repeat(20_000))], context: { results, clean } })
    await run([call('Probe')], context)
    expect(kept.map(({ text }) => [text.includes('secret'), text.includes('[gone]')])).toEqual([
      [false, true],
    ])
  })

  it.each([{ results: { keep: async () => undefined } }, {}])(
    'is cut in the middle where it cannot be stored',
    async (context) => {
      const tools = [says('abc'.repeat(20_000))]
      const text = await resultText(call('Probe'), bench({ tools, context }).context)
      expect(text).toContain(
        '[30,000 of 60,000 characters left out here. Ask for a smaller part to see them.]',
      )
    },
  )

  it('is left alone when its tool bounds itself', async () => {
    const { context } = bench({ tools: [says('x'.repeat(250_000), { maxResultChars: Infinity })] })
    expect(await resultText(call('Probe'), context)).toBe('x'.repeat(250_000))
  })
})

describe('the results of one response together', () => {
  const many = (tools: Parameters<typeof bench>[0]['tools'], count: number) => {
    const { context } = bench({ tools, context: { results: keptResults().results } })
    const calls = Array.from({ length: count }, (_, index) => call('Probe', {}, `u${index}`))
    return { context, results: run(calls, context).then(resultsOf) }
  }

  it('stay within bounds: what comes after is stored', async () => {
    const { results } = many([says('x'.repeat(90_000), { maxResultChars: 100_000 })], 4)
    const texts = (await results).map(textOf)
    expect(texts.map((text) => text.startsWith('<persisted-output>'))).toEqual([false, false, true, true])
    expect(texts.join('').length).toBeLessThan(TURN_RESULT_CHARS)
  })

  it('have room again in the next response', async () => {
    const { results, context } = many([says('x'.repeat(90_000), { maxResultChars: 100_000 })], 3)
    await results
    const [next] = resultsOf(await run([call('Probe')], { ...context, turnId: 't2' }))
    expect(textOf(next)).toBe('x'.repeat(90_000))
  })

  it('never store what only a file reader shows: it is asked for again', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [name, `${name.repeat(99)}\n`.repeat(900)]),
    )
    const { context } = await workspace(files)
    const calls = Object.keys(files).map((name) => call('Read', { file_path: name }, name))
    const results = resultsOf(await run(calls, context))
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'failed'])
    expect(textOf(results[2])).toMatch(/^Error: this Read call is not shown: the results of this response/)
    const again = resultsOf(await run([call('Read', { file_path: 'c' })], { ...context, turnId: 't2' }))
    expect(textOf(again[0])).toMatch(/^1\tccc/)
  })
})
