import { expect, it } from 'vitest'
import { mayBeAsked, modelRefusal } from './model-names.ts'

it.each([
  ['claude-sonnet-4-6', ['claude-sonnet-4-6'], true],
  ['claude-sonnet-4-6', ['sonnet'], true],
  ['claude-sonnet-4-6', ['Claude'], true],
  ['Claude-Sonnet-4-6 ', ['sonnet'], true],
  ['anthropic/claude-3.5-sonnet:beta', ['sonnet'], true],
  ['llama3.2:1b', ['1b'], true],
  ['claude-sonnet-4-6', ['claude-sonnet'], false],
  ['claude-sonnet-4-6', ['son'], false],
  ['claude-sonnet-4-6', ['opus', 'haiku'], false],
  ['gpt-4o-mini', ['gpt-4o'], false],
  ['constructor', ['sonnet'], false],
])('%s among %j: %s', (model, entries, isNamed) => {
  expect(mayBeAsked(model, { availableModels: entries, deniedModels: [] })).toBe(isNamed)
  expect(mayBeAsked(model, { deniedModels: entries })).toBe(!isNamed)
  expect(mayBeAsked(model, { availableModels: entries, deniedModels: entries })).toBe(false)
})

it('a refusal names the model and those that may be asked', () => {
  const address = 'https://app.example/policy.json'
  const refusal = (lists: object) => modelRefusal('m', { address, deniedModels: [], ...lists })
  expect(refusal({ availableModels: ['a', 'b'] })).toBe(
    `The policy of this deployment (${address}) does not allow the model "m". It allows a, b.`,
  )
  expect(refusal({ availableModels: ['a', 'b'], deniedModels: ['b'] })).toMatch(
    /It allows a, b, but not b\.$/,
  )
  expect(refusal({ deniedModels: ['m', 'n'] })).toMatch(/It allows all but m, n\.$/)
})
