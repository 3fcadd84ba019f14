/** Allow rules that allow nothing are told when they are written. */
import { describe, expect, it } from 'vitest'
import type { RuleSet } from './contract.ts'
import type { RuleSource } from './rank.ts'
import { shadowedRules } from './shadowed-rules.ts'

function set(source: RuleSource, rules: Partial<RuleSet['rules']>): RuleSet {
  return { source, rules: { allow: [], ask: [], deny: [], ...rules } }
}

const found = (...sets: RuleSet[]) =>
  shadowedRules(sets, { isAutoAllowed: false }).map(({ kind, rule, by }) => `${kind}: ${rule} by ${by}`)

describe('a deny', () => {
  it.each([
    ['Bash', 'Bash(ls:*)'],
    ['Bash(git:*)', 'Bash(git push:*)'],
    ['Bash(git *)', 'Bash(git push)'],
    ['Bash(npm run*)', 'Bash(npm run test:*)'],
    ['Edit', 'Write(/src/**)'],
    ['Edit(/src/**)', 'Edit(/src/app/*.ts)'],
    ['Read(~/.ssh/**)', 'Read(~/.ssh/config)'],
    ['WebFetch(domain:example.com)', 'WebFetch(domain:api.example.com)'],
    ['WebFetch(domain:example.com)', 'WebSend(domain:example.com)'],
    ['WebSend(domain:example.com)', 'WebSend(domain:example.com method:POST)'],
    ['WebSend(domain:example.com method:POST,PUT)', 'WebSend(domain:example.com method:PUT)'],
    ['mcp__s__t', 'mcp__s__t'],
  ])('%s shadows %s', (deny, allow) => {
    expect(found(set('user', { deny: [deny], allow: [allow] }))).toEqual([`deny_shadow: ${allow} by ${deny}`])
    // The sources do not matter.
    expect(found(set('project', { allow: [allow] }), set('session', { deny: [deny] }))).toHaveLength(1)
  })

  it.each([
    ['Bash(git push:*)', 'Bash(git:*)'],
    ['Bash(git push:*)', 'Bash(git status)'],
    ['Bash(gitx:*)', 'Bash(git:*)'],
    ['Edit(/src/**)', 'Edit(/test/**)'],
    ['Edit(/src/app/**)', 'Edit(/src/**)'],
    ['Read(./.env)', 'Read(/src/**)'],
    ['Read', 'Bash(ls:*)'],
    ['WebFetch(domain:api.example.com)', 'WebFetch(domain:example.com)'],
    ['WebSend(domain:example.com method:POST)', 'WebSend(domain:example.com)'],
    ['WebSend(domain:example.com method:POST)', 'WebSend(domain:example.com method:POST,DELETE)'],
    ['mcp__s__t', 'mcp__s__u'],
  ])('%s does not shadow all of %s', (deny, allow) => {
    expect(found(set('user', { deny: [deny], allow: [allow] }))).toEqual([])
  })

  it('is told in a sentence that names both', () => {
    const [told] = shadowedRules([set('user', { deny: ['Bash'], allow: ['Bash(ls:*)'] })], {
      isAutoAllowed: true,
    })
    expect(told?.text).toBe(
      'Bash(ls:*) allows nothing: Bash (user) denies all of it, and a deny always wins.',
    )
  })
})

describe('an ask', () => {
  it('of the same or a higher source shadows, of a lower one it does not', () => {
    expect(found(set('user', { ask: ['Bash'], allow: ['Bash(ls:*)'] }))).toEqual([
      'ask_shadow: Bash(ls:*) by Bash',
    ])
    expect(found(set('policy', { ask: ['Bash'] }), set('user', { allow: ['Bash(ls:*)'] }))).toHaveLength(1)
    expect(found(set('project', { ask: ['Bash'] }), set('user', { allow: ['Bash(ls:*)'] }))).toEqual([])
    expect(found(set('session', { ask: ['Bash'] }), set('user', { allow: ['Bash(ls:*)'] }))).toEqual([])
  })

  it("of the person's own does not shadow commands while the sandbox allows them unasked", () => {
    const own = [set('user', { ask: ['Bash'], allow: ['Bash(ls:*)'] })]
    expect(shadowedRules(own, { isAutoAllowed: true })).toEqual([])
    expect(shadowedRules(own, { isAutoAllowed: false })).toHaveLength(1)
    const policies = [set('policy', { ask: ['Bash'] }), set('user', { allow: ['Bash(ls:*)'] })]
    expect(shadowedRules(policies, { isAutoAllowed: true })).toHaveLength(1)
    const edits = [set('user', { ask: ['Edit'], allow: ['Edit(/src/**)'] })]
    expect(shadowedRules(edits, { isAutoAllowed: true })).toHaveLength(1)
  })
})
