import { describe, expect, it } from 'vitest'
import { ruleFile, ruleMatcher } from './rule-file.ts'

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
})
