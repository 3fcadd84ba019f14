import { expect, it } from 'vitest'
import { absentSuites, suitePath } from './suites.mjs'

it('names the suites that are not here', () => {
  const all = ['bipia', 'bypass', 'memory', 'node', 'oils', 'streams']
  expect(absentSuites(() => false)).toEqual(all)
  expect(absentSuites((path) => path !== suitePath('oils'))).toEqual(['oils'])
  expect(absentSuites(() => true)).toEqual([])
})
