import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTap, verdictOfSuite } from './own-suites.mjs'

const PROJECT = join(import.meta.dirname, '../../..')

it('reads the counts at the end, or counts lines where there are none', () => {
  expect(readTap('exit 1\n# tests 5\n# pass  4\nlines 5 4\nnot ok 3 adds\nerror: oh\n')).toEqual({
    exitCode: 1,
    tests: 5,
    passed: 4,
    failing: ['not ok 3 adds', 'error: oh'],
  })
  expect(readTap('exit 0\nlines 7 6\n    not ok 2 - inner\n')).toEqual({
    exitCode: 0,
    tests: 7,
    passed: 6,
    failing: ['    not ok 2 - inner'],
  })
  expect(readTap('bash: tape: command not found')).toEqual({ exitCode: 1, tests: 0, passed: 0, failing: [] })
})

it('is content with the native counts, or with the difference that is known', () => {
  const counts = (tests: number, passed: number, exitCode = 0) => ({
    exitCode,
    tests,
    passed,
    failing: [],
  })
  const differs = { tests: 5, passed: 3, reason: 'No hooks.' }
  const verdict = (tab: ReturnType<typeof counts>, known?: typeof differs, native = counts(5, 5)) =>
    verdictOfSuite({ name: 'a', version: '1.0.0', native, tab, differs: known })
  expect(verdict(counts(5, 5))).toBe('ok')
  expect(verdict(counts(5, 4))).toBe('FAIL')
  expect(verdict(counts(5, 3), differs)).toBe('KNOWN')
  expect(verdict(counts(5, 4), differs)).toBe('FAIL')
  // Not true any more.
  expect(verdict(counts(5, 5), differs)).toBe('FAIL')
  // Nothing ran, or not to its end.
  expect(verdict(counts(0, 0), undefined, counts(0, 0))).toBe('FAIL')
  expect(verdict(counts(5, 5, 1))).toBe('FAIL')
  expect(verdict(counts(5, 5, 1), undefined, counts(5, 5, 1))).toBe('FAIL')
})

it('has its packages in the table of docs/tools.md', () => {
  const data = JSON.parse(
    readFileSync(join(PROJECT, 'src/sandbox/embedded/npm/testing/own-suites.json'), 'utf8'),
  ) as Record<string, { readonly version: string }>
  const text = readFileSync(join(PROJECT, 'docs/tools.md'), 'utf8')
  const table = text.slice(text.indexOf('## Own test suites'), text.indexOf('## Tasks of Exercism'))
  const rows = [...table.matchAll(/^\| (\S+) +\| (\d\S*) +\|/gm)].map(([, name, version]) => [name, version])
  expect(rows).toEqual(Object.entries(data).map(([name, { version }]) => [name, version]))
})
