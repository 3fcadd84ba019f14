import { expect, it } from 'vitest'
import { canHaveRules } from './can-have-rules.ts'

it.each([
  ['tests.md', true],
  ['everywhere/tests.md', true],
  ['deep/MEMORY.md', true],
  ['deep/logs/a.md', true],
  ['MEMORY.md', false],
  ['everywhere/MEMORY.md', false],
  ['logs/2026/11/2026-11-30.md', false],
  ['logs/own.md', false],
  ['everywhere/logs/2026/11/2026-11-30.md', false],
])('%s can have rules: %j', (path, can) => {
  expect(canHaveRules(path)).toBe(can)
})
