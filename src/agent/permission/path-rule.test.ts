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
  ['', '/workspace/a.js', false],
  ['!a.js', '/workspace/!a.js', true],
  ['/a /b', '/workspace/a /b', true],
  ['/a /b', '/workspace/a/b', false],
  ['/a/b ', '/workspace/a/b', true],
  ['a/', '/workspace/a', false],
  ['a/', '/workspace/a/b', true],
  ['**/a/**/b/**', '/workspace/x/a/y/z/b/c', true],
  ['**/a/**/b/**', '/workspace/x/a/y/z/b', false],
])('%s over %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path, 'strict')).toBe(expected)
})

it('minds the case to allow, not to deny', () => {
  expect(matchesPath('.env', '/workspace/.ENV', 'strict')).toBe(false)
  expect(matchesPath('.env', '/workspace/.ENV', 'lenient')).toBe(true)
})

it('ends on a deep path, whatever the pattern has between names', () => {
  for (const care of ['strict', 'lenient'] as const) {
    const path = `/workspace/${'a/'.repeat(1_000)}c`
    expect(matchesPath(`${'**/a/'.repeat(100)}b`, path, care)).toBe(false)
    expect(matchesPath(`${'a/**/'.repeat(100)}c`, path, care)).toBe(true)
  }
})

it('looks at the beginning of a path that is too long for a file, and allows none', () => {
  const path = `/workspace/private/${'a/'.repeat(100_000)}b`
  expect(matchesPath('private/**', path, 'lenient')).toBe(true)
  expect(matchesPath('private/**', path, 'strict')).toBe(false)
  expect(matchesPath('public/**', path, 'lenient')).toBe(false)
})
