import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { passedTitles, readPlaywrightReport, readVitestReport } from './reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(content: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('a report that was not written is none', () => {
  expect(readVitestReport(join(folder, 'none.json'))).toBeUndefined()
  expect(readPlaywrightReport(join(folder, 'none.json'))).toBeUndefined()
})

test('of Vitest: failed tests, with how to run each again, and files that could not be loaded', () => {
  const results = readVitestReport(
    reportOf({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        {
          name: resolve('src/a.test.ts'),
          status: 'failed',
          startTime: 10,
          endTime: 30,
          assertionResults: [
            { status: 'passed', fullName: 'x' },
            { status: 'failed', fullName: 'a (b)', failureMessages: ['\u001b[31mno\u001b[0m', 'more'] },
          ],
        },
        {
          name: resolve('src/b.test.ts'),
          status: 'failed',
          message: 'cannot load',
          startTime: 0,
          endTime: 1,
          assertionResults: [],
        },
      ],
    }),
  )
  expect(results).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    failures: [
      { name: 'src/a.test.ts: a (b)', why: 'no\nmore', where: 'src/a.test.ts', pattern: '^a \\(b\\)$' },
      { name: 'src/b.test.ts', why: 'cannot load', where: 'src/b.test.ts' },
    ],
    files: [
      { file: 'src/a.test.ts', ms: 20 },
      { file: 'src/b.test.ts', ms: 1 },
    ],
  })
})

test('of Playwright: failed tests, with how to run each again, and the time of each file', () => {
  const spec = (title: string, ok: boolean) => ({
    file: 'x.spec.ts',
    line: 7,
    title,
    ok,
    tests: [{ results: [{ duration: 100, error: ok ? undefined : { message: 'not seen' } }] }],
  })
  const results = readPlaywrightReport(
    reportOf({
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 4 },
      suites: [{ specs: [spec('one', true)], suites: [{ specs: [spec('two?', false)] }] }],
    }),
  )
  expect(results).toEqual({
    passed: 1,
    failed: 1,
    skipped: 4,
    failures: [
      { name: 'e2e/x.spec.ts: two?', why: 'not seen', where: 'e2e/x.spec.ts:7', pattern: 'two\\?$' },
    ],
    files: [{ file: 'e2e/x.spec.ts', ms: 200 }],
  })
})

test('titles of tests that have passed, by either report', () => {
  expect(passedTitles(join(folder, 'none.json'))).toEqual([])
  const assertionResults = [
    { status: 'passed', fullName: 'group a' },
    { status: 'failed', fullName: 'group b' },
    { status: 'skipped', fullName: 'group c' },
  ]
  expect(passedTitles(reportOf({ testResults: [{ assertionResults }] }))).toEqual(['group a'])
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const suites = [
    { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'skipped')] }] },
    { suites: [{ specs: [spec('d', 'expected')] }] },
  ]
  expect(passedTitles(reportOf({ suites }))).toEqual(['a', 'd'])
})
