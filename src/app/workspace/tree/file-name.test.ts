import { describe, expect, it } from 'vitest'
import { nameProblem } from './file-name.ts'

describe('a name', () => {
  it.each(['a.ts', '.env', 'two words', 'ünï 🎉', '...', 'a'.repeat(255), 'new\nline'])(
    'can be %j',
    (name) => {
      expect(nameProblem(name, { path: false })).toBeUndefined()
    },
  )

  it.each(['', '  ', '.', '..', 'a/b', 'a\0b', 'a'.repeat(256), '🎉'.repeat(64)])('cannot be %j', (name) => {
    expect(nameProblem(name, { path: false })).toBeDefined()
  })

  it('may come after folders where a file is made', () => {
    expect(nameProblem('src/deep/a.ts', { path: true })).toBeUndefined()
    for (const bad of ['/etc/passwd', '../a', 'a//b', 'a/', 'a/./b'])
      expect(nameProblem(bad, { path: true }), bad).toBeDefined()
  })
})
