import { describe, expect, it } from 'vitest'
import { importsIn, withoutComments } from './markdown-text.ts'

describe('comments', () => {
  it.each([
    ['a block', 'a\n\n<!-- for people -->\n\nb', 'a\n\n\nb'],
    ['several lines', '<!--\nfor\n\npeople\n-->\nb', 'b'],
    ['one behind which a text follows', '<!-- x --> b', 'b'],
    ['one that does not end', 'a\n\n<!-- x\n\ny', 'a\n'],
    ['one after a list', '- a\n\n<!-- x -->\n', '- a\n\n'],
  ])('are left out: %s', (_, text, rest) => {
    expect(withoutComments(text)).toBe(rest)
  })

  it.each([
    ['in a fence', '```html\n<!-- x -->\n```'],
    ['in a tilde fence', '~~~\n<!-- x -->\n~~~'],
    ['in indented code', 'a\n\n    <!-- x -->\n'],
    ['in a code span', 'Write `<!-- x -->` on top.'],
    ['within a line', 'a <!-- x --> b'],
    ['in an element', '<div>\n<!-- x -->\n</div>'],
  ])('stay: %s', (_, text) => {
    expect(withoutComments(text)).toBe(text)
  })
})

describe('imports', () => {
  it.each([
    ['alone on a line', '@AGENTS.md', ['AGENTS.md']],
    ['in a sentence', 'See @README.md for all, and @package.json.', ['README.md', 'package.json']],
    [
      'in a list',
      '- git: @docs/git.md\n- @docs/test_all_of_it.md',
      ['docs/git.md', 'docs/test_all_of_it.md'],
    ],
    ['in brackets and quotes', '(@a.md) "@b.md"', ['a.md', 'b.md']],
    [
      'relative, from home, absolute',
      '@./a.md @../b.md @~/c.md @/d/e.md',
      ['./a.md', '../b.md', '~/c.md', '/d/e.md'],
    ],
    ['with a space', '@my\\ notes.md', ['my notes.md']],
    ['with signs that a formatter has escaped', '@docs/a\\_b.md', ['docs/a_b.md']],
    ['with a heading', '@a.md#part', ['a.md']],
    ['twice', '@a.md @a.md', ['a.md']],
    ['with signs that Markdown takes', '@docs/__init__.md and @a*b*.md', ['docs/__init__.md', 'a*b*.md']],
    [
      'in a heading, a quotation, a table cell',
      '# @a.md\n\n> @b.md\n\n| @c.md |\n|---|',
      ['a.md', 'b.md', 'c.md'],
    ],
    ['beside code', '`@a.md` @b.md `@c.md`', ['b.md']],
    ['in another letter', '@añadir/文.md', ['añadir/文.md']],
  ])('are found: %s', (_, text, paths) => {
    expect(importsIn(text)).toEqual(paths)
  })

  it.each([
    ['a code span', '`@a.md`'],
    ['a code span of two ticks', '`` a ` @a.md ``'],
    ['a fence', '```\n@a.md\n```'],
    ['a fence that does not end', '```\n@a.md'],
    ['a fence in a list', '- a\n  ```\n  @a.md\n  ```'],
    ['indented code', 'a\n\n    @a.md\n'],
    ['an address of mail', 'me@example.org'],
    ['an escaped one', '\\@a.md'],
    ['two signs', '@@a.md'],
    ['a sign alone', 'a @ b @. @/ @!x'],
  ])('are none in: %s', (_, text) => {
    expect(importsIn(text)).toEqual([])
  })
})
