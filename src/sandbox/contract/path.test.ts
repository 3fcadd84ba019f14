import { describe, expect, it } from 'vitest'
import { basename, dirname, isWithin, join, normalize, relativeTo, resolve } from './path.ts'

describe('paths', () => {
  it('collapses dots and slashes and never leaves the root', () => {
    expect(['/a//b/./c/', '/a/../../b', '', '/', 'a/b/..'].map(normalize)).toEqual([
      '/a/b/c',
      '/b',
      '/',
      '/',
      '/a',
    ])
  })

  it('resolves relative paths at the workspace root', () => {
    expect([resolve('x'), resolve('/x'), resolve('..'), resolve('x', '/tmp')]).toEqual([
      '/workspace/x',
      '/x',
      '/',
      '/tmp/x',
    ])
  })

  it('splits and joins', () => {
    expect([dirname('/a/b'), dirname('/a'), dirname('/'), basename('/a/b/'), join('/a', '../b')]).toEqual([
      '/a',
      '/',
      '/',
      'b',
      '/b',
    ])
  })

  it('knows what lies within, without being fooled by a common prefix', () => {
    expect([
      isWithin('/a/b', '/a'),
      isWithin('/ab', '/a'),
      isWithin('/a/../b', '/a'),
      isWithin('/x', '/'),
    ]).toEqual([true, false, false, true])
    expect([relativeTo('/workspace/a'), relativeTo('/workspace'), relativeTo('/tmp/x')]).toEqual([
      'a',
      '.',
      '/tmp/x',
    ])
  })
})
