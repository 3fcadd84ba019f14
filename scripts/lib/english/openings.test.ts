import { describe, expect, test } from 'vitest'
import { commentOpenings, documentOpenings, textOpenings } from './openings.mjs'

/** Not spelled in the sources below, as this file is checked, too. */
const WHAT = 'What'

describe('comments', () => {
  test.each([
    ['of one line', '/** What is kept. */', 1],
    ['of several lines', 'x()\n/**\n * Of the files.\n */', 3],
    ['of lines, the first', 'x()\n// Those that wait.\n// The rest.', 2],
    ['in markup', '<p>\n<!-- Where it was typed -->', 2],
    ['in a style sheet', `a {\n  /* ${WHAT} is red */\n}`, 2],
    ['behind code', `const a = 1 // ${WHAT.toLowerCase()} is left`, 1],
    ['after another one', '/** A file. */\n// Whose file it is.', 2],
  ])('%s', (_, source, line) => {
    expect(commentOpenings(source).map((opening) => opening.line)).toEqual([line])
  })

  test.each([
    ['that begins with its noun', '/** The files, of which some wait. */'],
    ['that asks a question', '// Where is the rest?'],
    ['that a longer word begins', '// Offline the page has no server.'],
    ['that goes on in its next line', '// Nothing else is\n// what was asked for.'],
    ['that is none: a string', `const text = 'What is kept'\nconst url = 'https://Where.example'`],
  ])('not one %s', (_, source) => {
    expect(commentOpenings(source)).toEqual([])
  })
})

describe('documents', () => {
  test('headings, paragraphs, list items and cells, and sentences inside of them', () => {
    const markdown = `# What is kept

A file. What waits
is sent. Where
it goes:

- **What it costs.** Nothing.
- that it is small
- Files
  of all kinds

| folder | what |
| --- | --- |
| \`src\` | where code is |
`
    expect(documentOpenings(markdown)).toEqual([
      { line: 1, text: 'What is kept' },
      { line: 3, text: 'What waits\nis sent. Where\nit goes:' },
      { line: 4, text: 'Where\nit goes:' },
      { line: 7, text: 'What it costs.** Nothing.' },
      { line: 12, text: 'what' },
      { line: 14, text: 'where code is' },
    ])
  })

  test('not code, not questions, not quotations', () => {
    const markdown = `Run this. What now?

"What is kept" is a button. “Of Mice” is a book.

\`\`\`
What a program prints.
\`\`\`
`
    expect(documentOpenings(markdown)).toEqual([])
  })
})

test('texts of the screen, without questions and comments', () => {
  const source = `
/** ${WHAT} the page says. */
export const page = {
  title: 'What left the sandbox',
  question: 'What do you want to do?',
  gone: (all: number) => \`Of \${all} files none is left.\`,
  key: { what: 'Files' },
}`
  expect(textOpenings(source).map(({ line }) => line)).toEqual([4, 6])
})
