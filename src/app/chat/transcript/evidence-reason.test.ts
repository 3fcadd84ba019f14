import { describe, expect, it } from 'vitest'
import type { Evidence, Reason, Statement } from '../../../agent/protocol/evidence/evidence.ts'
import { chipText, tooltip } from './evidence-reason.ts'

const TESTS: Statement = { kind: 'tests', text: 'All tests pass.' }
const FILE: Statement = { kind: 'file', text: 'a.ts has “x”.', path: 'a.ts' }
const about = (type: 'changed' | 'created' | 'deleted'): Statement => ({ ...FILE, about: { type } })
const BY = { id: 'c1', label: 'npm test' }

const of = (reason: Reason, statement = TESTS, by: Evidence['by'] = BY): Evidence => ({
  ...{ statement, verdict: 'unverified', reason },
  ...(by ? { by } : {}),
})

describe('a reason', () => {
  it.each<[Reason, Statement, string]>([
    [{ type: 'passed' }, TESTS, 'passed'],
    [{ type: 'mended' }, TESTS, 'failed before the change, passed after it'],
    [{ type: 'failed', exitCode: 2 }, TESTS, 'failed last, exit code 2'],
    [{ type: 'failed' }, TESTS, 'failed last'],
    [{ type: 'failed' }, about('changed'), 'was not touched, as the call failed'],
    [{ type: 'differs', said: 1200, found: 1100 }, TESTS, 'shows 1,100, not 1,200'],
    [{ type: 'absent', text: 'x = 1' }, FILE, 'does not show “x = 1”'],
    [{ type: 'stale' }, TESTS, 'ran before the last change'],
    [{ type: 'stale' }, FILE, 'has changed since it was shown'],
    [{ type: 'hidden' }, TESTS, 'does not tell whether it passed'],
    [{ type: 'unfinished' }, TESTS, 'did not run to its end'],
    [{ type: 'shown' }, FILE, 'shows it'],
    [{ type: 'done' }, about('created'), 'was created'],
    [{ type: 'done' }, about('deleted'), 'was deleted'],
    [{ type: 'done' }, { kind: 'ran', text: 'I ran it.' }, 'was run'],
  ])('%o is said of the command or the path', (reason, statement, text) => {
    expect(chipText(of(reason, statement))).toMatchObject({ subject: 'npm test', isCode: true, reason: text })
  })

  it('is said of “the call” where that has no name, and stands by itself where there is none', () => {
    expect(chipText(of({ type: 'hidden' }, TESTS, { id: 'c1', label: ' ' }))).toMatchObject({
      subject: 'the call',
      isCode: false,
    })
    expect(chipText({ statement: TESTS, verdict: 'unverified', reason: { type: 'none' } })).toEqual({
      ...{ statement: '“All tests pass”', subject: undefined, isCode: false },
      reason: 'no tests have run',
    })
  })
})

describe('a chip', () => {
  const long = `${'word '.repeat(40)}end.`

  it('shortens long texts, of which its tooltip has more', () => {
    const evidence = of({ type: 'absent', text: long }, { ...FILE, text: long }, { id: 'c1', label: long })
    const { statement, subject, reason } = chipText(evidence)
    expect(statement).toMatch(/^“word .{50,56}…”$/)
    expect(subject?.length).toBeLessThanOrEqual(60)
    expect(reason.length).toBeLessThan(90)
    expect(tooltip(evidence)).toContain(`“${long.slice(0, -1)}”: ${long} does not show`)
    expect(tooltip(of({ type: 'passed' }, { ...TESTS, text: 'a'.repeat(100_000) })).length).toBeLessThan(500)
  })

  it('shows what would hide a part of it', () => {
    expect(chipText(of({ type: 'passed' }, { ...TESTS, text: 'safe\u202egnp' })).statement).not.toContain(
      '\u202e',
    )
  })
})
