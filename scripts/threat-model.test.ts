/** THREAT_MODEL.md names a test for each claim: the file is there, and has a test of that name. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../', import.meta.url)

interface Named {
  readonly file: string
  /** Parts of the names of its tests, as they stand in the source. */
  readonly titles: readonly string[]
}

const claims = rows(read('THREAT_MODEL.md')).map(([claim = '', mechanism = '', tests = '']) => ({
  claim,
  mechanism,
  named: namedTests(tests),
}))

it('reads the document', () => {
  console.log(
    `threat model: ${claims.length} claims, ${claims.flatMap(({ named }) => named.flatMap(({ titles }) => titles)).length} tests named`,
  )
  expect(claims.length).toBeGreaterThanOrEqual(30)
})

it.each(claims)('$claim', ({ mechanism, named }) => {
  expect(mechanism).not.toBe('')
  expect(named.length).toBeGreaterThan(0)
  for (const { file, titles } of named) {
    expect({ file, exists: existsSync(new URL(file, ROOT)) }).toEqual({ file, exists: true })
    const names = testNames(read(file))
    expect(titles.length).toBeGreaterThan(0)
    for (const title of titles)
      expect({ file, title, isThere: names.some((name) => name.includes(title)) }).toEqual({
        file,
        title,
        isThere: true,
      })
  }
})

/** Files that are named anywhere else in the document exist, too. */
it('names no file that is not there', () => {
  const text = read('THREAT_MODEL.md')
  const files = [...text.matchAll(/`((?:src|e2e|scripts)\/[\w./-]+\.(?:ts|md))`/g)].map(
    ([, file = '']) => file,
  )
  expect(files.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([])
})

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8')
}

/** Rows of the tables whose last column is "Test". */
function rows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(-|Claim\b)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** `` `file`: “title”, “title”; `file`: “title” ``. */
function namedTests(cell: string): readonly Named[] {
  return [...cell.matchAll(/`([^`]+)`: ((?:“[^”]+”(?:, )?)+)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))
}

/** Quoted names of tests and groups, on the line that begins one or the line below. */
function testNames(source: string): readonly string[] {
  const lines = source.split('\n')
  return lines.filter((line, at) => isTest(line) || isTest(lines[at - 1] ?? '') || isEach(line))
}

function isTest(line: string): boolean {
  return /^\s*(it|test|describe)\b/.test(line)
}

/** `])('name', …`, `)('name', …`, and the name alone below it. */
function isEach(line: string): boolean {
  return /\)\(\s*['"`]/.test(line) || /^\s*['"`].*['"`],\s*$/.test(line)
}
