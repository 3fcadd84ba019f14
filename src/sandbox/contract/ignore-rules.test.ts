import { expect, it } from 'vitest'
import { IgnoreRules } from './ignore-rules.ts'

it('takes the innermost word, and whatever is in a folder that is left out', () => {
  const rules = new IgnoreRules()
  rules.add('', 'dist/\n*.log\n/only-here\n')
  rules.add('docs', '!keep.log\n')
  const ignored = (path: string, isFolder = false) => rules.isIgnored(path, isFolder)
  expect(ignored('dist', true)).toBe(true)
  expect(ignored('dist')).toBe(false)
  expect(ignored('packages/a/dist/x/y.js')).toBe(true)
  expect(ignored('a.log')).toBe(true)
  expect(ignored('docs/keep.log')).toBe(false)
  expect(ignored('docs/other.log')).toBe(true)
  expect([ignored('only-here'), ignored('sub/only-here')]).toEqual([true, false])
})
