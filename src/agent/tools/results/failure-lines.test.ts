import { describe, expect, it } from 'vitest'
import { FAILURE_LINES } from '../../limits.ts'
import { failureLines } from './failure-lines.ts'
import { textOutput } from '../contract.ts'
import { bench, call, keptResults, resultText, testTool } from '../testing/test-bench.ts'

const quiet = (count: number) =>
  Array.from({ length: count }, (_, n) => `compiling module ${n} of many: done`)
const all = (text: string) => failureLines(text, text.length)

describe('the lines of an output that name a failure', () => {
  it('are shown beside the end of a long log, which is kept whole', async () => {
    const error = ["src/app.ts:14:3 - error TS2304: Cannot find name 'foo'.", '    at check (tsc.js:1:2)']
    const log = [...quiet(5_000), ...error, ...quiet(5_000)].join('\n')
    const tool = testTool({ run: async () => textOutput(log), previewEnd: true })
    const { kept, results } = keptResults()
    const shown = await resultText(call('Probe'), bench({ tools: [tool], context: { results } }).context)
    expect(shown).toContain(`5001: ${error[0]}\n5002: ${error[1]}`)
    expect(shown.length).toBeLessThan(4_000)
    expect(kept.map(({ text }) => text)).toEqual([log])
  })

  it.each([
    'Error: boom',
    'FAIL src/a.test.ts > adds',
    '  ✗ adds',
    'not ok 3 - adds',
    'thread main panicked at src/main.rs:3',
    'Traceback (most recent call last):',
    'TypeError: x is not a function',
    'java.lang.NullPointerException',
    'make: *** [all] Error 2',
    'sh: foo: command not found',
  ])('know %j', (line) => {
    expect(all(`fine\n${line}\nfine`)).toContain(`2: ${line}`)
  })

  it.each([
    '0 errors, 0 warnings',
    'Tests: 12 passed, 0 failed',
    'No errors found',
    'errors: 0',
    'All is well',
  ])('leave %j out', (line) => {
    expect(all(line)).toBe('')
  })

  it('say what is repeated once, and how many more there are', () => {
    const same = all(Array.from({ length: 50 }, () => 'Error: again').join('\n'))
    expect(same.split('\n')).toHaveLength(2)
    const many = all(Array.from({ length: 500 }, (_, n) => `Error: number ${n}`).join('\n'))
    expect(many).toContain('The first of 500')
    expect(many.split('\n')).toHaveLength(FAILURE_LINES + 1)
  })

  it('do not come from what is shown anyway, and are cut where they are long', () => {
    const text = `Error: first\n${'x'.repeat(100)}\nError: last`
    expect(failureLines(text, 50)).toContain('1: Error: first')
    expect(failureLines(text, 50)).not.toContain('last')
    expect(all(`Error: ${'y'.repeat(10_000)}`).length).toBeLessThan(500)
  })
})
