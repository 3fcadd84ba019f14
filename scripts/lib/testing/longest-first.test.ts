import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LONGEST, longestFirst } from './longest-first.mjs'

it('names files that there are', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([])
})

it('puts the longest first, and leaves the others in their order', () => {
  const [first = '', second = ''] = LONGEST
  const files = ['b.test.ts', second, 'a.test.ts', first].map((path) => ({ moduleId: `/project/${path}` }))
  expect(longestFirst(files).map(({ moduleId }) => moduleId.replace('/project/', ''))).toEqual([
    first,
    second,
    'b.test.ts',
    'a.test.ts',
  ])
})
