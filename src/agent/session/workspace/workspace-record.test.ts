import { describe, expect, it } from 'vitest'
import { changedRecord, isReadable, readRecord, WHOLE_WORKSPACE } from './workspace-record.ts'

const RULES = { allow: ['Bash(ls:*)'], ask: ['Edit'], deny: ['Bash(rm:*)'] }
const WHOLE = {
  at: 5,
  rules: RULES,
  locks: ['src'],
  trust: { hash: 'h' },
  accepted: [{ path: 'CLAUDE.md', version: 'v' }],
  project: {
    ...{ id: 'p', name: 'shop', at: 4 },
    evidence: { commits: ['c'], remotes: [], contents: 1, sample: ['s'], steering: { 'CLAUDE.md': 'h' } },
  },
}
/** Values that no version of the field has. */
const DAMAGED: readonly unknown[] = [null, 'text', 7, [1], { a: 1 }, [null, 'x'], [['x']]]

describe('a record of a workspace', () => {
  it('is read as it was written', () => {
    expect(readRecord(WHOLE)).toEqual(WHOLE)
    expect(readRecord(undefined)).toEqual({ at: 0 })
    expect(readRecord({ at: 5 })).toEqual({ at: 5 })
    expect(isReadable(WHOLE)).toBe(true)
  })

  it.each(['rules', 'locks', 'trust', 'accepted', 'project', 'at'])(
    'with a damaged field "%s" has the others, and can be changed in them',
    (field) => {
      for (const value of DAMAGED.filter((damaged) => field !== 'at' || damaged !== 7)) {
        const stored = { ...WHOLE, [field]: value }
        const { [field]: _, ...others } = WHOLE as Record<string, unknown>
        expect(readRecord(stored)).toMatchObject(others)
        const other = field === 'locks' ? { rules: { ...RULES, allow: [] } } : { locks: ['docs'] }
        expect(changedRecord(stored, other, 9)).toEqual({ ...stored, ...other, at: 9 })
      }
    },
  )

  it('never has fewer asks, denials or locks than could be read, and no permission that could not', () => {
    for (const value of DAMAGED) {
      expect(readRecord({ ...WHOLE, locks: value }).locks).toContain(WHOLE_WORKSPACE)
      for (const name of ['ask', 'deny']) {
        const { rules } = readRecord({ ...WHOLE, rules: { ...RULES, [name]: value } })
        expect(rules?.ask).toEqual(expect.arrayContaining(['Bash', 'Edit', 'Read', 'WebFetch', 'Write']))
      }
      const { rules } = readRecord({ ...WHOLE, rules: value })
      expect(rules?.allow).toEqual([])
      expect(rules?.ask).toContain('Bash')
      const { trust } = readRecord({ ...WHOLE, trust: { hash: 'h', grants: value } })
      expect(trust).toBeUndefined()
    }
    const mixed = readRecord({
      ...WHOLE,
      locks: ['src', { path: 'docs' }],
      rules: { ...RULES, deny: ['Bash', 1] },
    })
    expect(mixed.locks).toEqual(['src', WHOLE_WORKSPACE])
    expect(mixed.rules?.deny).toEqual(['Bash'])
    expect(mixed.rules?.ask).toContain('Write')
  })

  it('that cannot be read at all is the strictest, and is kept beside the first change', () => {
    for (const value of [null, 'text', 7, ['x']]) {
      const { locks, rules, trust, accepted } = readRecord(value)
      expect([locks?.at(-1), rules?.allow, trust, accepted]).toEqual([
        WHOLE_WORKSPACE,
        [],
        undefined,
        undefined,
      ])
      expect(rules?.ask).toContain('Bash')
      const changed = changedRecord(value, { locks: ['docs'] }, 9)
      expect(changed).toMatchObject({ at: 9, locks: ['docs'], unread: value })
      expect(readRecord(changed).rules).toEqual(rules)
    }
  })

  it('keeps a value that could not be read where another takes its place', () => {
    const stored = { ...WHOLE, locks: { src: true }, rules: 'none', unread: { other: 1 } }
    const locked = changedRecord(stored, { locks: ['docs'] }, 9)
    expect(locked).toEqual({ ...stored, locks: ['docs'], unread: { other: 1, locks: { src: true } }, at: 9 })
    expect(changedRecord(locked, { rules: RULES }, 10)).toMatchObject({
      rules: RULES,
      unread: { other: 1, locks: { src: true }, rules: 'none' },
    })
  })

  it('keeps the list of a rule that could not be read where another list changes', () => {
    const stored = { at: 1, rules: { ...RULES, deny: [{ tool: 'Bash' }] } }
    const read = readRecord(stored).rules ?? RULES
    const changed = changedRecord(stored, { rules: { ...read, allow: ['Bash(make:*)'] } }, 2)
    expect(changed).toEqual({ at: 2, rules: { ...stored.rules, allow: ['Bash(make:*)'] } })
  })
})
