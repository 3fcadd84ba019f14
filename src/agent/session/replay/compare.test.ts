import { describe, expect, it } from 'vitest'
import type { EventOf } from '../../protocol/events.ts'
import { compare, withoutTimes } from './compare.ts'

function result(text: string, outcome: 'done' | 'failed' = 'done'): EventOf<'tool_result'> {
  const content = {
    type: 'tool_result',
    tool_use_id: 'c',
    content: [{ type: 'text', text }],
    is_error: false,
  } as const
  return {
    type: 'tool_result',
    turnId: 't',
    toolUseId: 'c',
    tool: 'Bash',
    outcome,
    content: { ...content, content: [...content.content] },
    durationMs: 1,
    synthetic: false,
    seq: 1,
    at: 1,
  }
}

const compared = (now: string, recorded: string, roots: [string?, string?] = ['r', 'r']) =>
  compare({ event: result(now), root: roots[0] }, { event: result(recorded), root: roots[1] }, 'empty')

describe('a replayed result', () => {
  it('is the same only when every character is', () => {
    expect(compared('5 tests', '5 tests')).toMatchObject({ result: 'same', files: 'same' })
    expect(compared('5 tests', '6 tests')).toMatchObject({
      result: 'differs',
      recorded: { outcome: 'done', text: '6 tests' },
    })
    expect(
      compare({ event: result('x', 'failed'), root: 'r' }, { event: result('x'), root: 'r' }, 'e'),
    ).toMatchObject({
      result: 'differs',
    })
  })

  it('is the same for calls that had no end, whoever ended them, and for nothing else that was cancelled', () => {
    const cancelled = (text: string, synthetic: boolean) => ({
      event: { ...result(text), outcome: 'cancelled' as const, synthetic },
      root: 'r',
    })
    const both = (now: boolean, recorded: boolean) =>
      compare(cancelled('Not run.', now), cancelled('The tab was closed.', recorded), 'empty').result
    expect([both(true, true), both(true, false), both(false, true), both(false, false)]).toEqual([
      'same',
      'differs',
      'differs',
      'differs',
    ])
    expect(compare({ event: result('x'), root: 'r' }, cancelled('x', true), 'empty').result).toBe('differs')
  })

  it('may differ in how long something took, and when', () => {
    for (const [now, recorded] of [
      ['ok\n[exit code 0, 0.6 s]', 'ok\n[exit code 0, 1.2 s]'],
      ['# duration_ms 12.25', '# duration_ms 9'],
      ['Duration  312ms (transform 20ms)', 'Duration  1.2s (transform 3ms)'],
      ['ok\n12:04:59', 'ok\n23:11:00'],
      ['at 2026-11-23T02:00:01.123Z', 'at 2025-01-01T22:10:00Z'],
      ['took 3 µs', 'took 41 µs'],
    ] as const)
      expect([now, compared(now, recorded).result]).toEqual([now, 'times'])
  })

  it('may lack the note on the start directory, which older versions did not make', () => {
    const note = '[/workspace/a is no longer there, so the start directory was /workspace.]'
    expect(compared(`ok\n[exit code 0, 0.1 s]\n${note}`, 'ok\n[exit code 0, 0.1 s]').result).toBe('same')
    expect(compared(`ok\n${note}`, 'no').result).toBe('differs')
  })

  it('may not differ in any other number', () => {
    for (const [now, recorded] of [
      ['3 passed', '4 passed'],
      ['port 3000', 'port 3001'],
      ['12 items', '13 items'],
      ['v1.2.3', 'v1.2.4'],
    ] as const)
      expect([now, compared(now, recorded).result]).toEqual([now, 'differs'])
    expect(withoutTimes('3 passed of 12, 5 skipped')).toBe('3 passed of 12, 5 skipped')
  })

  it('shows both trees where the files differ, and knows the empty one', () => {
    expect(compared('x', 'x', ['a', 'b'])).toMatchObject({
      files: 'differs',
      roots: { recorded: 'b', now: 'a' },
    })
    expect(compared('x', 'x', ['empty', undefined]).files).toBe('same')
  })
})
