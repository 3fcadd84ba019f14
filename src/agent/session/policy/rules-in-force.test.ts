import { expect, it } from 'vitest'
import type { RuleSet } from '../../permission/contract.ts'
import type { PolicyInForce } from '../../protocol/calls/policy.ts'
import { underPolicy } from './rules-in-force.ts'

const rules = { allow: ['A'], ask: ['B'], deny: ['C'] }
const others: readonly RuleSet[] = [
  { source: 'project', rules },
  { source: 'user', rules },
  { source: 'session', rules: { allow: ['A'], ask: [], deny: [] } },
]
const policy = (onlyItsAllows: boolean): PolicyInForce => ({
  status: 'in_force',
  address: '',
  isCached: false,
  rules,
  onlyItsAllows,
  fixed: {},
  closedModes: [],
  deniedModels: [],
  env: {},
})

it('has the rules of the policy first, and all others as they are', () => {
  expect(underPolicy(others, undefined)).toEqual(others)
  expect(underPolicy(others, policy(false))).toEqual([{ source: 'policy', rules }, ...others])
})

it('where only its own allow, nothing of the others does, grants of dialogs included; what tightens stays', () => {
  expect(underPolicy(others, policy(true))).toEqual([
    { source: 'policy', rules },
    { source: 'project', rules: { allow: [], ask: ['B'], deny: ['C'] } },
    { source: 'user', rules: { allow: [], ask: ['B'], deny: ['C'] } },
    { source: 'session', rules: { allow: [], ask: [], deny: [] } },
  ])
})
