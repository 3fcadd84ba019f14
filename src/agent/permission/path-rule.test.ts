import { expect, it } from 'vitest'
import { matchesPath } from './path-rule.ts'

it.each([
  ['/src/**', '/workspace/src/a/b.js', true],
  ['/src/**', '/workspace/lib/src/b.js', false],
  ['src/**', '/workspace/src/b.js', true],
  ['./src/**', '/workspace/src/b.js', true],
  ['*.md', '/workspace/docs/deep/a.md', true],
  ['/*.md', '/workspace/docs/a.md', false],
  ['.env', '/workspace/app/.env', true],
  ['secrets', '/workspace/secrets/key', true],
  ['/workspace/src/**', '/workspace/src/a.js', true],
  ['/workspace', '/workspace/src/a.js', true],
  ['~/.ssh/**', '/home/user/.ssh/id', true],
  ['~/.ssh/**', '/workspace/.ssh/id', false],
  ['//etc/**', '/etc/passwd', true],
  ['/etc/**', '/etc/passwd', false],
  ['//**', '/workspace/a', true],
  ['!a.js', '/workspace/a.js', false],
  ['#a.js', '/workspace/#a.js', true],
  ['/**', '/workspace', false],
])('%s over %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path, 'strict')).toBe(expected)
})

it('minds the case to allow, not to deny', () => {
  expect(matchesPath('.env', '/workspace/.ENV', 'strict')).toBe(false)
  expect(matchesPath('.env', '/workspace/.ENV', 'lenient')).toBe(true)
})

it('looks at the beginning of a path that is too long for a file, and allows none', () => {
  const path = `/workspace/private/${'a/'.repeat(100_000)}b`
  expect(matchesPath('private/**', path, 'lenient')).toBe(true)
  expect(matchesPath('private/**', path, 'strict')).toBe(false)
  expect(matchesPath('public/**', path, 'lenient')).toBe(false)
})
