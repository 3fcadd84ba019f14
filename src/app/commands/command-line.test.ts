/** Which messages are commands. */
import { describe, expect, it } from 'vitest'
import { parseCommandLine, partialName } from './command-line.ts'

describe('a command line', () => {
  it.each([
    ['/help', { name: 'help', args: '' }],
    ['  /Rename  A new title ', { name: 'rename', args: 'A new title' }],
    ['/mcp:server', { name: 'mcp:server', args: '' }],
    ['/review the loop\nand its tests', { name: 'review', args: 'the loop\nand its tests' }],
  ])('%j is one', (text, line) => expect(parseCommandLine(text)).toEqual(line))

  it.each(['', 'help', '/', '/ help', '/usr/bin/env is missing', '/src/a.ts', '/1', 'Use /help', '//help'])(
    '%j is a message',
    (text) => expect(parseCommandLine(text)).toBeUndefined(),
  )
})

it.each([
  ['/', 1, ''],
  ['/Re', 3, 're'],
  ['/re title', 3, 're'],
  ['/re title', 6, undefined],
  ['a /re', 5, undefined],
  ['/src/a', 6, undefined],
])('of %j with the caret at %i, %j is typed of a name', (text, caret, typed) =>
  expect(partialName(text, caret)).toBe(typed),
)
