import { describe, expect, it } from 'vitest'
import type { SessionSummary } from '../../agent/protocol/calls/sessions.ts'
import { familyOrder } from './family-order.ts'

function session(id: string, updatedAt: number, more: Partial<SessionSummary> = {}): SessionSummary {
  const usual = { createdAt: 0, workspace: undefined, messages: 1, state: 'listed', pinned: false } as const
  return { id, title: id, updatedAt, parent: undefined, ...usual, ...more }
}

const order = (...sessions: SessionSummary[]) =>
  familyOrder(sessions).map(({ session: { id }, depth }) => `${'  '.repeat(depth)}${id}`)

describe('order of the list of sessions', () => {
  it('has what was used last first, and pinned ones before all', () => {
    expect(order(session('a', 1), session('b', 3), session('c', 2, { pinned: true }))).toEqual([
      'c',
      'b',
      'a',
    ])
  })

  it('has forks below their parents, and a family where its latest use puts it', () => {
    expect(
      order(
        session('old', 1),
        session('fork', 9, { parent: 'old' }),
        session('of fork', 2, { parent: 'fork' }),
        session('other', 5),
        session('orphan', 4, { parent: 'gone' }),
      ),
    ).toEqual(['old', '  fork', '    of fork', 'other', 'orphan'])
  })

  it('shows each once, also where records name each other in a circle', () => {
    const rows = order(
      session('a', 1, { parent: 'b' }),
      session('b', 2, { parent: 'a' }),
      session('c', 3, { parent: 'a' }),
    )
    expect(rows.map((row) => row.trim()).sort()).toEqual(['a', 'b', 'c'])
  })
})
