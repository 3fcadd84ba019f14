import { describe, expect, it } from 'vitest'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { SEED } from '../../../testing/slice.ts'
import { INSTRUCTION_NESTING, INSTRUCTION_PATH_CHARS } from '../../limits.ts'
import { importsIn, withoutComments } from './markdown-text.ts'

describe('comments', () => {
  it.each([
    ['a block', 'a\n\n<!-- for people -->\n\nb', 'a\n\n\nb'],
    ['several lines', '<!--\nfor\n\npeople\n-->\nb', 'b'],
    ['one behind which a text follows', '<!-- x --> b', 'b'],
    ['one that does not end', 'a\n\n<!-- x\n\ny', 'a\n'],
    ['one after a list', '- a\n\n<!-- x -->\n', '- a\n\n'],
    ['several on a line', '<!-- x --> <!-- y --> b\n<!-- z --><!-- z -->\nc', 'b\nc'],
    ['one behind a line that ends as on an old Mac', 'a\rb\n\n<!-- x -->\nc', 'a\nb\n\nc'],
    ['one between Windows lines', 'a\r\n\r\n<!-- x -->\r\nb\r\n', 'a\n\nb\n'],
    ['the shortest', '<!-->\nb', 'b'],
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
    ['at the end of a line that a backslash breaks', '@a.md \\\n@b.md\\\n@c.md', ['a.md', 'b.md', 'c.md']],
    ['in lists within lists', '- a\n  - b\n    - c\n      - @d.md', ['d.md']],
    ['with many signs behind', `@a.md${'.,)'.repeat(50_000)}`, ['a.md']],
    ['with many signs within', `@a${'.'.repeat(4_000)}b`, [`a${'.'.repeat(4_000)}b`]],
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
    ['a path that no system has', `@a${'a'.repeat(INSTRUCTION_PATH_CHARS)}`],
    ['a text in too many quotations', `${'>'.repeat(INSTRUCTION_NESTING + 1)} @a.md`],
  ])('are none in: %s', (_, text) => {
    expect(importsIn(text)).toEqual([])
  })
})

describe('in any document', () => {
  const PARTS = [
    'a',
    '@a.md',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '    ',
    '- ',
    '> ',
    '1. ',
    '# ',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '\\',
    '<!--',
    '-->',
    ' -->\n',
    '<!-- x -->\n',
    '<div>\n',
    '</div>',
    '<pre>',
    '[a]: ',
    '|',
    '\n|-|\n',
    '\t',
    '"',
    '---\n',
    '&lt;',
    '\uFEFF',
  ]
  const choice = new RandomChoice(seededRandom(SEED))
  const documents = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + choice.below(30) }, () => choice.oneOf(PARTS)).join(''),
  )

  it('what stays is a line, or the end of one, in its order', () => {
    for (const text of documents) {
      const lines = text.split(/\r\n?|\n/)
      let place = 0
      for (const line of withoutComments(text).split(/\r\n?|\n/)) {
        const found = lines.findIndex(
          (whole, index) => index >= place && whole.trimEnd().endsWith(line.trimEnd()),
        )
        expect(found, JSON.stringify(text)).toBeGreaterThanOrEqual(place)
        place = found
      }
    }
  })

  it('nothing but lines of a comment goes', () => {
    for (const text of documents.filter((one) => !one.includes('<!--')))
      expect(withoutComments(text)).toBe(text)
  })

  it('code imports nothing', () => {
    for (const text of documents) {
      const code = text.replaceAll(/\r\n?|[`~]/g, '\n')
      expect(importsIn(`\`\`\`\n${code}\n\`\`\`\n`), JSON.stringify(text)).toEqual([])
      expect(importsIn(code.replaceAll(/^/gm, '    ')), JSON.stringify(text)).toEqual([])
      expect(importsIn(`a \`${code.replaceAll(/\s+/g, ' ')}\` b`), JSON.stringify(text)).toEqual([])
    }
  })
})
