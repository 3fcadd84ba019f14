import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shapeOf } from './pattern-shape.ts'
import { compilePattern } from './pattern.ts'

function lines(pattern: string, text: string): string[] | string {
  const compiled = compilePattern(pattern, { caseInsensitive: false, multiline: false })
  if (!compiled.ok) return compiled.error.kind
  return text.split('\n').filter((line) => compiled.value.test(line))
}

const TEXT = [
  'const needle = 1',
  'Needle, NEEDLE',
  'foo(bar)[baz]{qux} a|b ^caret $dollar',
  '  leading and trailing  ',
  'foobarfoobaz',
  'aaaaaaaaaaaaaaaaaaaaaaab',
  'path/to/file.ts:12:3',
  'tab\there back\\slash -dash #hash "quote"',
  'x{2} [a-z] 1.5 1x5',
  '',
  'под ελλ',
].join('\n')

/** Each is accepted by ripgrep; both engines here must find what it finds. */
const PATTERNS = [
  'needle',
  '(?i)needle',
  '^\\s+',
  '\\s+$',
  '^$',
  'foo\\(bar\\)',
  '\\[baz\\]\\{qux\\}',
  'a\\|b',
  '\\^caret \\$dollar',
  '(foo|bar)+baz',
  '(?:foo|bar){4}',
  '(a+)+b',
  '(a|aa)+b',
  '((a+))+b',
  '(((a+)))+$',
  '.*needle.*',
  'f.*a.*z',
  '[[:upper:]]{3}',
  '[^[:alpha:]\\s]{3}',
  '[]x]\\{',
  '[\\w.-]+/[\\w.-]+',
  '\\d+:\\d+',
  '\\bfile\\b',
  '\\Bile',
  '\\x{41}|\\x41|N\\x45',
  '\\pL{3}',
  '\\p{Greek}',
  '\\p{Lu}{2}',
  '(?P<word>foo)\\w',
  '(?:x|)\\{2\\}',
  '1\\.5',
  '1.5',
  'back\\\\slash',
  '\\t',
  '[\\t#]',
  '\\-dash \\#hash',
  '\\Aconst|3\\z',
  'a{3}',
  'a{3,}b',
  'z{0,1}qux',
]

describe('patterns', () => {
  it.skipIf(spawnSync('rg', ['--version']).status !== 0)('mean what ripgrep makes of them', () => {
    for (const pattern of PATTERNS) {
      const { status } = spawnSync('rg', ['-N', '--', pattern], { input: TEXT })
      expect(status, `ripgrep refuses ${pattern}`).not.toBe(2)
      const theirs = status === 0 ? execFileSync('rg', ['-N', '--', pattern], { input: TEXT }).toString() : ''
      const expected = theirs === '' ? [] : theirs.replace(/\n$/, '').split('\n')
      expect(lines(pattern, TEXT), pattern).toEqual(expected)
      // Padding makes the line too long for the engine that backtracks; what is found must not change with it.
      const long = `${'~'.repeat(20_000)}`
      if (/[\^$~]|\\A|\\z|\[\^/.test(pattern)) continue
      const padded = TEXT.split('\n').map((line) => `${long} ${line}`)
      const found = lines(pattern, padded.join('\n'))
      expect(found, `${pattern} in long lines`).toEqual(expected.map((line) => `${long} ${line}`))
    }
  })

  it('say what is wrong with what ripgrep does not know either', () => {
    for (const pattern of [
      'a(b',
      '[a',
      '(?=x)',
      '(?<!y)x',
      '(a)\\1',
      '*a',
      'a\nb',
      'a\\nb',
      '(?P<n',
      '\\p{Klingon}',
    ]) {
      expect(lines(pattern, TEXT), pattern).toBe('invalid')
    }
  })

  it('take time that grows with the text, however they are built', () => {
    const evil = `${'a'.repeat(5000)}!`
    for (const pattern of [
      '(a+)+$',
      '(a|a)*c',
      '(((a*)*)*)*c',
      'a*a*a*a*a*a*c',
      '(.*)*x',
      '(a?){500}c',
      '(\\w+\\s?)*:',
      '.*.*.*.*.*=',
    ]) {
      expect(lines(pattern, evil), pattern).toEqual([])
    }
  })

  it('know what every match contains', () => {
    const literal = (pattern: string) => shapeOf(pattern).literal
    expect(
      [
        'createServer',
        'fo+bar',
        'ab?cd',
        '(foo|bar)+baz',
        'a\\.b\\(',
        'foo|bar',
        '(?i)foo',
        '[abc]def',
        'x{3}yz',
        'a(b)c',
        '\\bword\\b',
        'ab*',
      ].map(literal),
    ).toEqual(['createServer', 'bar', 'cd', 'baz', 'a.b(', '', '', 'def', 'yz', 'a', 'word', 'a'])
  })

  it('know when repeating is dangerous', () => {
    const degree = (pattern: string) => shapeOf(pattern).degree
    expect(
      [
        'abc',
        'a+',
        'a.*b.*c',
        '(foo|bar)+',
        '(a|a)+',
        '(a+)+',
        '(a+)?',
        '((a|ab))*',
        '[(+*]+',
        'a{2,5}',
        'a{2,}',
      ].map(degree),
    ).toEqual([0, 1, 2, 1, Infinity, Infinity, 1, Infinity, 1, 0, 1])
  })
})
