/** Rules that cannot be read are never less strict than they may have been. */
import { expect, it } from 'vitest'
import { BUILT_IN_TOOLS } from '../../tools/profiles/built-in.ts'
import { readRules } from './stored-rules.ts'

/** Talk with the person, the agent's own list, and commands that were asked about when they began. */
const HARMLESS: readonly string[] = ['AskUserQuestion', 'ExitPlanMode', 'TaskOutput', 'TaskStop', 'TodoWrite']
const asked = BUILT_IN_TOOLS.map(({ name }) => name)
  .filter((name) => !HARMLESS.includes(name))
  .toSorted()

it.each([
  ['nothing of them can be read', 'broken'],
  ['they are a list', []],
  ['none is there', null],
])('ask about every tool that reads, writes, runs or reaches out, where %s', (_, stored) => {
  expect(readRules(stored)).toEqual({ allow: [], ask: asked, deny: [] })
})

it.each([
  ['ask', { allow: ['Bash(ls:*)'], ask: 7, deny: ['Bash(rm:*)'] }, { ask: asked, deny: ['Bash(rm:*)'] }],
  [
    'deny',
    { allow: ['Bash(ls:*)', {}], ask: ['Task', 'Read'], deny: ['Bash(rm:*)', null] },
    { ask: ['Task', 'Read', ...asked.filter((name) => name !== 'Read')], deny: ['Bash(rm:*)'] },
  ],
])('keep what can be read where a rule of "%s" cannot', (_, stored, strict) => {
  expect(readRules(stored)).toEqual({ allow: ['Bash(ls:*)'], ...strict })
})

it('are as they stand where all can be read', () => {
  const rules = { allow: ['Read'], ask: ['Bash'], deny: ['WebFetch'] }
  expect(readRules({ ...rules, later: 1 })).toEqual(rules)
})
