import { expect, test } from 'vitest'
import { explain, failOnFullDisk, Failure } from './fail.mjs'

test('failures that a user can mend are sentences with what to do; a bug keeps its stack', () => {
  expect(explain(new Failure('Do this.'))).toBe('\nDo this.\n')
  expect(explain(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }))).toContain('Free some space')
  expect(explain(Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 5173 }))).toContain(
    'Port 5173 is taken by another program.',
  )
  const bug = new TypeError('x is not a function')
  expect(explain(bug)).toBe(bug)
})

test('a program that found no space left failed for a full disk', () => {
  expect(() => failOnFullDisk('Error: ENOSPC: no space left on device, write')).toThrow('The disk is full')
  expect(() => failOnFullDisk('tar: write error: No space left on device')).toThrow('The disk is full')
  failOnFullDisk('Error: x is not a function')
})
