/** Commands that look allowed by their first word and are not; the list is data from outside. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { suite } from '../../testing/suite.ts'
import { decide } from './decide.ts'
import { shellCall, stateWith } from './test-support.ts'

const line = z.object({ group: z.string(), naive_allow_rule: z.string(), command: z.string() })

/** Each way a user may have written the rule. */
function rulesFor(naive: string): { allow: string[]; deny: string[] }[] {
  if (naive === 'any')
    return [
      { allow: ['Bash'], deny: [] },
      { allow: ['Bash(*)'], deny: [] },
    ]
  if (naive === 'touch denied') return [{ allow: ['Bash'], deny: ['Bash(touch:*)'] }]
  const prefix = naive.replace(/ ?\*$/, '')
  return [`Bash(${naive})`, `Bash(${prefix}:*)`].map((rule) => ({ allow: [rule], deny: [] }))
}

suite('bypass').describe('bypass corpus', (path) => {
  const cases = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => line.parse(JSON.parse(text)))

  it.each(cases)('$group: $command is not allowed unasked', ({ naive_allow_rule: naive, command }) => {
    const behaviors = rulesFor(naive).flatMap((rules) => [
      decide(shellCall(command), stateWith({ rules })).behavior,
      decide(shellCall(command), stateWith({ rules, mode: 'acceptEdits' })).behavior,
    ])
    expect(behaviors).not.toContain('allow')
  })

  it.each(cases.filter((entry) => entry.naive_allow_rule === 'touch denied'))(
    'a deny is not lost in bypass mode or in the sandbox: $command',
    ({ command }) => {
      const rules = { deny: ['Bash(touch:*)'] }
      const bypass = stateWith({ rules, mode: 'bypassPermissions', allowBypass: true })
      const contained = stateWith({ rules, sandboxAutoAllow: true })
      expect(decide(shellCall(command), bypass).behavior).not.toBe('allow')
      expect(decide(shellCall(command), contained).behavior).not.toBe('allow')
    },
  )
})
