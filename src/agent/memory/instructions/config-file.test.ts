import { expect, it } from 'vitest'
import { isAddress, isPattern, matchesOf, namedInstructions } from './config-file.ts'

it.each([
  ['none', '{}', []],
  ['paths and addresses', '{"instructions": ["a.md", " docs/*.md ", ""]}', ['a.md', 'docs/*.md']],
  ['with comments', '// x\n{ /* y */ "instructions": ["a.md", /* z */ "b//c.md",], }', ['a.md', 'b//c.md']],
  [
    'one spelling for an address',
    '{"instructions": ["HTTPS://Docs.example:443/a/../b.md"]}',
    ['https://docs.example/b.md'],
  ],
])('names them: %s', (_, text, names) => {
  expect(namedInstructions(text)).toEqual({ names })
})

it.each([
  ['', 'no JSON'],
  ['{', 'no JSON'],
  ['[]', 'no JSON'],
  ['null', 'no JSON'],
  ['{"instructions": "a.md"}', 'no list'],
  ['{"instructions": [1]}', 'no list'],
  [JSON.stringify({ instructions: Array.from({ length: 101 }, (_, at) => `${at}.md`) }), 'list too long'],
  [JSON.stringify({ instructions: ['a'.repeat(5_000)] }), 'list too long'],
  [JSON.stringify({ instructions: Array<string>(21).fill('*.md') }), 'list too long'],
])('names none where it cannot be read: %.40s', (text, fault) => {
  expect(namedInstructions(text)).toEqual({ names: [], fault })
})

it.each(['https://user:secret@docs.example/a.md', 'https://'])(
  'leaves out an address that cannot be fetched: %s',
  (address) => {
    const text = JSON.stringify({ instructions: ['a.md', address] })
    expect(namedInstructions(text)).toEqual({ names: ['a.md'], fault: 'bad address' })
  },
)

it.each([
  ['docs/*.md', ['docs/a.md']],
  ['./docs/**/*.md', ['docs/a.md', 'docs/deep/b.md']],
  ['*.md', ['README.md']],
  ['**/*.md', ['README.md', 'docs/a.md', 'docs/deep/b.md', 'other/docs/c.md']],
  ['{docs,other/docs}/?.md', ['docs/a.md', 'other/docs/c.md']],
  ['docs/[ab].md', ['docs/a.md']],
  ['no/*.md', []],
])('a pattern stands for files from the root: %s', (pattern, files) => {
  const all = ['README.md', 'docs/a.md', 'docs/deep/b.md', 'other/docs/c.md', 'src/a.ts']
  expect(matchesOf(pattern, all)).toEqual(files)
})

it('tells patterns and addresses from paths', () => {
  expect(['docs/*.md', 'a?.md', '{a,b}.md', '[ab].md', 'a.md', 'https://x.example/*'].map(isPattern)).toEqual(
    [...[true, true, true, true], ...[false, false]],
  )
  expect(['https://x.example', 'HTTP://x.example', 'ftp://x.example', 'https:/x'].map(isAddress)).toEqual([
    ...[true, true],
    ...[false, false],
  ])
})
