/** Mentions, as they are typed and written. */
import { expect, it } from 'vitest'
import { mention, partialMention } from './mentions.ts'

it.each([
  ['@', 1, { start: 0, typed: '' }],
  ['see @src/a', 10, { start: 4, typed: 'src/a' }],
  ['see @src/a and', 10, { start: 4, typed: 'src/a' }],
  ['(@a', 3, { start: 1, typed: 'a' }],
  ['two\n@b', 6, { start: 4, typed: 'b' }],
  ['@"my fi', 7, { start: 0, typed: 'my fi' }],
  ['me@example', 10, undefined],
  ['@a b', 4, undefined],
  ['@a', 0, undefined],
  ['@"done" x', 9, undefined],
])('of %j at %i', (text, caret, partial) => expect(partialMention(text, caret)).toEqual(partial))

it.each([
  ['src/a.ts', '@src/a.ts'],
  ['my file.txt', '@"my file.txt"'],
  ['a@b', '@"a@b"'],
  ['a"b c', '@"ab c"'],
])('%j is written %j', (path, written) => expect(mention(path)).toBe(written))
