import { describe, expect, it } from 'vitest'
import {
  RULE_FOLDERS,
  RULE_FRONTMATTERS_CHARS,
  RULE_FRONTMATTER_CHARS,
  RULE_NESTING,
  RULE_PATTERNS,
} from '../../limits.ts'
import { readingRules, ruleMatcher } from './rule-file.ts'

const ruleFile = (source: string) => readingRules()(source)

describe('the frontmatter of a rule', () => {
  it.each([
    ['a text', 'paths: src/a.ts', ['src/a.ts']],
    ['a text with commas', 'paths: "src/**, test/**"', ['src/**', 'test/**']],
    ['commas in braces', 'paths: "src/**/*.{ts,tsx}, lib/**"', ['src/**/*.{ts,tsx}', 'lib/**']],
    ['a list', 'paths:\n  - "src/**"\n  - lib/**', ['src/**', 'lib/**']],
    ['a list in brackets', 'paths: ["**/*.ts", b]', ['**/*.ts', 'b']],
    ['a text that YAML takes for an alias', 'paths: **/*.ts', ['**/*.ts']],
    ['a list of such', 'paths:\n  - **/*.ts\n  - *.md\n  - "!a.md"', ['**/*.ts', '*.md', '!a.md']],
    ['a text that YAML takes for a map', 'paths: {src,lib}/**/*.ts', ['{src,lib}/**/*.ts']],
    ['other fields', 'description: a\npaths: b\nmore: [1, 2]', ['b']],
    ['an empty list', 'paths: []', []],
    ['a text with spaces behind', `paths: *.ts${' '.repeat(5_000)}\t`, ['*.ts']],
    ['a text with spaces within', `paths: *${' '.repeat(5_000)}b`, [`*${' '.repeat(5_000)}b`]],
    ['behind empty lines', `${'\n'.repeat(5_000)}paths: *.ts`, ['*.ts']],
    ['an unknown tag', 'paths: !glob a', ['a']],
    ['as many as may be', `paths: "${'a,'.repeat(RULE_PATTERNS)}"`, Array<string>(RULE_PATTERNS).fill('a')],
  ])('names files: %s', (_, frontmatter, paths) => {
    expect(ruleFile(`---\n${frontmatter}\n---\nUse tabs.\n`)).toEqual({ text: 'Use tabs.\n', paths })
  })

  it.each([
    ['no frontmatter', 'Use tabs.', 'Use tabs.'],
    ['an empty one', '---\n---\nUse tabs.', 'Use tabs.'],
    ['a comment only', '---\n# none\n---\nUse tabs.', 'Use tabs.'],
    ['no paths', '---\ndescription: a\n---\nUse tabs.', 'Use tabs.'],
    ['paths of nothing', '---\npaths:\n---\nUse tabs.', 'Use tabs.'],
    ['a line of hyphens later', 'a\n---\npaths: b\n---\n', 'a\n---\npaths: b\n---\n'],
    ['one that does not end', '---\npaths: b\nUse tabs.', '---\npaths: b\nUse tabs.'],
    ['Windows lines', '---\r\ndescription: a\r\n---\r\nUse tabs.', 'Use tabs.'],
    ['a byte order mark', '\uFEFF---\ndescription: a\n---\nUse tabs.', 'Use tabs.'],
  ])('may name none: %s', (_, source, text) => {
    expect(ruleFile(source)).toEqual({ text })
  })

  it.each([
    ['paths: [a', 'no YAML'],
    ['a: b: c: d', 'no YAML'],
    ['- a', 'no YAML'],
    ['paths: 3', 'no paths'],
    ['paths: [a, 3]', 'no paths'],
    ['paths:\n  a: b', 'no paths'],
  ])('that cannot be read leaves the rule always told: %s', (frontmatter, fault) => {
    expect(ruleFile(`---\n${frontmatter}\n---\nUse tabs.\n`)).toEqual({ text: 'Use tabs.\n', fault })
  })
})

describe('a frontmatter made to be costly leaves the rule always told', () => {
  const DEEP = 4_000
  it.each([
    ['brackets', '['.repeat(DEEP)],
    ['brackets behind closing ones', `${']'.repeat(DEEP)}${'['.repeat(DEEP)}`],
    ['brackets on lines', '[\n'.repeat(DEEP)],
    ['brackets around closing ones that are text', `${`[${'['.repeat(99)}"${']'.repeat(99)}",`.repeat(30)}`],
    ['braces with keys', '{a: '.repeat(2_000)],
    ['lists', '- '.repeat(DEEP)],
    ['lists behind a key', `a: ${'- '.repeat(DEEP)}`],
    ['keys', '? '.repeat(DEEP)],
    ['values', ': '.repeat(DEEP)],
    ['tags', `paths: ${'!!str '.repeat(1_000)}`],
    ['anchors', `paths: ${'&a '.repeat(2_000)}`],
    ['aliases of aliases', 'a: &a [x, x]\nb: &b [*a, *a]\npaths: [*b, *b]'],
    ['keys that come twice', 'k: 1\n'.repeat(1_000)],
    ['tabs', `paths:\n${'\t- a\n'.repeat(1_000)}`],
  ])('%s', (_, frontmatter) => {
    expect(ruleFile(`---\n${frontmatter}\n---\nUse tabs.\n`)).toEqual({
      text: 'Use tabs.\n',
      fault: 'no YAML',
    })
  })

  it.each([
    ['a long key', `${'k'.repeat(RULE_FRONTMATTER_CHARS)}: 1`, 'frontmatter too long'],
    ['too many patterns', `paths: "${'a,'.repeat(RULE_PATTERNS + 1)}"`, 'too many patterns'],
  ])('%s', (_, frontmatter, fault) => {
    expect(ruleFile(`---\n${frontmatter}\n---\nUse tabs.\n`)).toEqual({ text: 'Use tabs.\n', fault })
  })

  it('and so do all together', () => {
    const read = readingRules()
    const long = `---\npaths: "${'a'.repeat(RULE_FRONTMATTER_CHARS - 100)}"\n---\n`
    const faults = Array.from({ length: 10 }, () => read(long).fault).filter((fault) => fault !== undefined)
    const most = Math.floor(RULE_FRONTMATTERS_CHARS / (RULE_FRONTMATTER_CHARS - 100 + 'paths: ""'.length))
    expect(faults).toEqual(Array(10 - most).fill('frontmatter too long'))
    expect(read('---\npaths: a\n---\n')).toEqual({ text: '', paths: ['a'] })
  })

  it('levels that real ones have, and some more, are read', () => {
    const stairs = Array.from({ length: 60 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
    const brackets = `b: ${'['.repeat(RULE_NESTING - 60)}${']'.repeat(RULE_NESTING - 60)}`
    expect(ruleFile(`---\n${stairs}\n${brackets}\npaths: c\n---\n`)).toEqual({ text: '', paths: ['c'] })
  })
})

describe('a rule is meant for', () => {
  it.each([
    ['src/**', ['src/a.ts', 'src/a/b.ts'], ['a.ts', 'lib/src/a.ts']],
    ['src', ['src/a.ts', 'lib/src/a.ts'], ['srcs/a.ts']],
    ['*.ts', ['a.ts', 'src/a.ts'], ['a.tsx']],
    ['**/*.{ts,tsx}', ['a.ts', 'src/b.tsx'], ['a.js']],
    ['{src,lib}/**/*.test.ts', ['src/a/b.test.ts', 'lib/c.test.ts'], ['test/c.test.ts']],
    ['/a.ts', ['a.ts'], ['src/a.ts']],
    ['SRC/**', [], ['src/a.ts']],
    ['[', [], ['[', 'a']],
    ['', [], ['a']],
  ])('%s', (pattern, meant, others) => {
    const isMeant = ruleMatcher([pattern])
    expect([...meant, ...others].filter(isMeant)).toEqual(meant)
  })

  it('files of any of its patterns, a later one taking some out', () => {
    const isMeant = ruleMatcher(['src/**', 'lib/**', '!src/generated.ts'])
    expect(['src/a', 'lib/a', 'src/generated.ts', 'a'].filter(isMeant)).toEqual(['src/a', 'lib/a'])
  })

  it('a name, where its braces would become too many patterns, and nothing where it is too long', () => {
    const many = '{a,b}'.repeat(30)
    const isMeant = ruleMatcher([many, 'c'.repeat(5_000), 'd'])
    const files = ['a'.repeat(30), many, 'c'.repeat(5_000), 'd', '../d', '/d']
    expect(files.filter(isMeant)).toEqual([many, 'd'])
  })

  it.each([
    ['ranges', [...Array<string>(500).fill('{1..900}x'), 'y{1..900}'], 'y5'],
    ['long ones', Array<string>(500).fill(`{1..900}${'x'.repeat(500)}`), `5${'x'.repeat(500)}`],
    ['a range without end', ['{1..99999999999}'], '5'],
    ['braces that do not end', ['{'.repeat(4_000), '{a,'.repeat(1_000)], 'a'],
    ['brackets that do not end', ['['.repeat(4_000), '[a-', '[[:alpha:]', '[[:no:]]'], 'a'],
    ['parentheses', ['('.repeat(4_000)], '('],
    ['backslashes', ['\\'.repeat(4_095), '\\ '.repeat(2_000)], '\\'],
    ['slashes', ['/'.repeat(4_000)], 'a'],
    ['exclamation marks', ['!'.repeat(4_000)], 'a'],
    ['stars', [`${'*a'.repeat(2_000)}b`, `${'*'.repeat(4_000)}b`], 'a'.repeat(4_000)],
    ['folders', [`${'**/a/'.repeat(800)}b`], `${'a/'.repeat(200)}c`],
    ['a deep file', ['**'], `${'a/'.repeat(RULE_FOLDERS)}c`],
  ])('nothing, and that without much ado: %s', (_, patterns, file) => {
    expect(ruleMatcher(patterns)(file)).toBe(false)
  })

  it('no path that leads out, or has no name', () => {
    const isMeant = ruleMatcher(['**', '*'])
    expect(['a', 'a/b', '', '.', '..', '/a', '../a', 'a/../b', 'a//b', './a'].filter(isMeant)).toEqual([
      'a',
      'a/b',
    ])
  })
})
