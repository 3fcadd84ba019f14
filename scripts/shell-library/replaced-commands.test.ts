import { expect, test } from 'vitest'
import { ownCommands } from '../../src/sandbox/embedded/shell/commands/own-commands.ts'
import { REPLACED, withoutReplaced } from './replaced-commands.mjs'

test('only commands that we have ourselves are left out', () => {
  const own = new Set(ownCommands().map(({ name }) => name))
  expect(REPLACED.filter((name) => !own.has(name))).toEqual([])
})

test('a library that has changed is not cut blindly', () => {
  expect(() => withoutReplaced('nothing of it')).toThrow(
    'just-bash: the command ls is there 0 times, not once.',
  )
})
