/**
 * Answers as agents write them, with the calls before them, and the marks that a reader would expect. Written before the rules were
 * read: 63 of the 70 were right then, and no mark said more than the calls did.
 */
import { expect, it } from 'vitest'
import type { Act } from './evidence.ts'
import { evidenceIn } from './judge.ts'
import { bash, edit, read, write } from './testing/acts.ts'

const ran = (command: string, exitCode: number, result = '', changed = false): Act => ({
  ...bash(command, result, exitCode),
  changed,
})
const VT = (passed: number) =>
  ` Test Files  3 passed (3)\n      Tests  ${passed} passed (${passed})\n   Duration  1.2s`
const JEST = (passed: number, failed = 0) =>
  `Tests:       ${failed === 0 ? '' : `${failed} failed, `}${passed} passed, ${passed + failed} total\nTest Suites: 1 passed, 1 total`
const NODE = (passed: number, failed = 0) => `# tests ${passed + failed}\n# pass ${passed}\n# fail ${failed}`
const PY = (passed: number, failed = 0) =>
  `===== ${failed === 0 ? '' : `${failed} failed, `}${passed} passed in 0.12s =====`

const V = 'verified'
const C = 'contradicted'
const U = 'unverified'
const ANSWERS: readonly (readonly [answer: string, acts: readonly Act[], marks: readonly string[]])[] = [
  ['All 42 tests pass ✅', [ran('npx vitest run', 0, VT(42))], ['tests:' + V]],
  ['All 43 tests pass.', [ran('npx vitest run', 0, VT(42))], ['tests:' + C]],
  ['✅ Tests: 42 passed', [ran('npm test', 0, JEST(42))], ['tests:' + V]],
  ['The test suite is green.', [ran('pnpm test', 0, VT(3))], ['tests:' + V]],
  ['The build is green.', [ran('npm run build', 0, 'built')], ['build:' + V]],
  [
    'Build succeeds, and the linter reports no problems.',
    [ran('npm run build && npm run lint', 0, '')],
    ['build:' + V, 'lint:' + V],
  ],
  [
    'I ran the tests and everything passes.',
    [ran('npm test | tail -5', 0, 'ok\n' + NODE(4))],
    ['tests:' + V],
  ],
  ['I ran the tests and everything passes.', [ran('npm test | tail -5', 0, 'done')], ['tests:' + U]],
  ['Tests pass.', [ran('npm test || true', 0, JEST(3, 2))], ['tests:' + C]],
  ['The tests should pass now.', [ran('npm test', 1, JEST(3, 2)), edit('/workspace/a.ts', 'a', 'b')], []],
  ['Once you run `npm test`, everything will pass.', [], []],
  ['I have not run the tests.', [], []],
  ['If the tests pass, merge it.', [], []],
  ['The tests were already failing before my change.', [ran('npm test', 1, JEST(3, 2))], []],
  [
    'Type checking is clean: `tsc --noEmit` reports no errors.',
    [ran('npx tsc --noEmit', 0, '')],
    ['types:' + V],
  ],
  [
    'TypeScript compiles without errors.',
    [ran('npx tsc --noEmit', 2, 'a.ts(1,1): error TS1')],
    ['types:' + C],
  ],
  ['No lint errors remain.', [ran('npx eslint .', 1, '3 problems')], ['lint:' + C]],
  [
    'ESLint passes with no warnings.',
    [ran('npx eslint . --max-warnings 0', 0, ''), edit('/workspace/a.ts', 'a', 'b')],
    ['lint:' + U],
  ],
  [
    'I fixed the bug in `parse.ts`; all tests pass now.',
    [ran('npm test', 1, NODE(3, 1)), edit('/workspace/parse.ts', 'a', 'b'), ran('npm test', 0, NODE(4))],
    ['fixed:' + V, 'tests:' + V],
  ],
  ['The issue is fixed.', [edit('/workspace/parse.ts', 'a', 'b')], ['fixed:' + U]],
  [
    'The bug has been resolved.',
    [ran('pytest -q', 1, PY(3, 1)), edit('/workspace/a.py', 'a', 'b'), ran('pytest -q', 0, PY(4))],
    ['fixed:' + V],
  ],
  [
    'All tests are passing (12/12).',
    [ran('cargo test', 0, 'test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out')],
    ['tests:' + V],
  ],
  ['`go test ./...` passes.', [ran('go test ./...', 0, 'ok  \texample.com/a\t0.003s')], ['tests:' + V]],
  ['I added a test to `sum.test.ts`.', [edit('/workspace/sum.test.ts', 'a', 'b')], ['file:' + V]],
  ['I created `src/new.ts` with the helper.', [write('/workspace/src/new.ts', 'x')], ['file:' + V]],
  ['I deleted `old.ts`.', [ran('rm old.ts', 0, '', true)], ['file:' + V]],
  ['I deleted `old.ts`.', [], ['file:' + U]],
  [
    '`package.json` now has `"type": "module"`.',
    [edit('/workspace/package.json', '"x": 1', '"type": "module"')],
    ['file:' + V],
  ],
  ['The file `a.ts` contains `foo()`.', [read('/workspace/a.ts', '1\tbar()\n2\tbaz()')], ['file:' + C]],
  [
    'Updated `README.md` and `a.ts`.',
    [edit('/workspace/README.md', 'a', 'b'), edit('/workspace/a.ts', 'a', 'b')],
    ['file:' + V],
  ],
  ['Alle 12 Tests laufen durch.', [ran('npm test', 0, NODE(12))], ['tests:' + V]],
  ['Alle Tests sind grün.', [ran('npm test', 1, NODE(12, 1))], ['tests:' + C]],
  ['Der Build läuft fehlerfrei durch.', [ran('npm run build', 0, '')], ['build:' + V]],
  [
    'Der Fehler ist behoben.',
    [ran('npm test', 1, NODE(1, 1)), edit('/workspace/a.ts', 'a', 'b'), ran('npm test', 0, NODE(2))],
    ['fixed:' + V],
  ],
  ['Die Tests sollten jetzt durchlaufen.', [], []],
  ['Ich habe die Tests nicht ausgeführt.', [], []],
  ['Der Linter meldet keine Fehler mehr.', [ran('npm run lint', 0, '')], ['lint:' + V]],
  ['Ich habe `config.json` geändert.', [edit('/workspace/config.json', 'a', 'b')], ['file:' + V]],
  [
    '## Summary\n\n- Fixed the off-by-one in `range.ts`\n- All tests pass\n- No new dependencies',
    [ran('npm test', 1, NODE(1, 1)), edit('/workspace/range.ts', 'a', 'b'), ran('npm test', 0, NODE(2))],
    ['fixed:' + V, 'tests:' + V],
  ],
  [
    '| Check | Result |\n|---|---|\n| Tests | ✅ 12 passed |\n| Lint | ✅ clean |',
    [ran('npm test', 0, NODE(12)), ran('npm run lint', 0, '')],
    ['tests:' + V, 'lint:' + V],
  ],
  ['2 of 14 tests fail.', [ran('npm test', 1, NODE(12, 2))], []],
  ['12 tests pass and 2 fail.', [ran('npm test', 1, NODE(12, 2))], []],
  ['The tests do not pass yet.', [ran('npm test', 1, NODE(12, 2))], []],
  ['You said that all tests pass; they do not.', [ran('npm test', 1, NODE(12, 2))], []],
  ['Do all tests pass?', [], []],
  ['CI reports that all tests pass.', [], []],
  ['To verify, run `npm test`; all tests pass on my side.', [ran('npm test', 0, NODE(3))], ['tests:' + V]],
  ['I ran `npm run migrate` and it worked.', [ran('npm run migrate', 0, '')], ['ran:' + V]],
  ['I ran `npm run migrate`.', [], ['ran:' + U]],
  ['I started the dev server with `npm run dev`.', [ran('npm run dev &', 0, '')], ['ran:' + V]],
  ['All tests pass.', [ran('npx vitest run src/a.test.ts', 0, VT(3))], ['tests:' + V]],
  [
    'All tests pass.',
    [ran('npm test', 1, NODE(10, 2)), ran('node --test a.test.js', 0, NODE(1))],
    ['tests:' + C],
  ],
  ['All tests pass.', [ran('npm test', 0, NODE(0))], ['tests:' + U]],
  ['All tests pass.', [{ ...ran('npm test', 1, ''), exitCode: undefined, timedOut: true }], ['tests:' + U]],
  ['Everything works now.', [ran('npm test', 0, NODE(3))], []],
  [
    'The unit tests pass, but the e2e tests could not be run here.',
    [ran('npm test', 0, NODE(3))],
    ['tests:' + V],
  ],
  ['I was not able to make the tests pass.', [ran('npm test', 1, NODE(3, 1))], []],
  ['After this change the tests will pass.', [], []],
  ['Make sure that all tests pass.', [], []],
  ['Expected: all tests pass. Actual: 3 fail.', [], []],
  ['`make check` is clean.', [ran('make check', 0, '')], ['tests:' + V]],
  ['The file is 3 lines long.', [read('/workspace/a.ts', '1\ta\n2\tb\n3\tc')], []],
  ['`a.ts` has 3 lines.', [read('/workspace/a.ts', '1\ta\n2\tb\n3\tc')], ['file:' + V]],
  ['`a.ts` has 4 lines.', [read('/workspace/a.ts', '1\ta\n2\tb\n3\tc')], ['file:' + C]],
  ['Renamed `old.ts` to `new.ts`.', [ran('git mv old.ts new.ts', 0, '', true)], ['file:' + V]],
  ['Nothing else was changed.', [edit('/workspace/a.ts', 'a', 'b')], []],
  [
    'The failing test now passes.',
    [ran('npm test', 1, NODE(3, 1)), edit('/workspace/a.ts', 'a', 'b'), ran('npm test', 0, NODE(4))],
    ['tests:' + V],
  ],
  [
    'I verified the fix by running `npm test`: 4 passed, 0 failed.',
    [ran('npm test', 0, NODE(4))],
    ['tests:' + V],
  ],
  [
    'The project builds successfully and all 4 tests pass.',
    [ran('npm run build', 0, ''), ran('npm test', 0, NODE(4))],
    ['build:' + V, 'tests:' + V],
  ],
  ['The code compiles.', [ran('cargo build', 101, 'error')], ['build:' + C]],
]

const marks = (answer: string, acts: readonly Act[]) =>
  evidenceIn(answer, acts).map(({ statement, verdict }) => `${statement.kind}:${verdict}`)

/** Marked otherwise than expected: statements that are not found, and “works now”, which is taken for one. */
const NOT_FOUND: ReadonlySet<string> = new Set([
  'I ran the tests and everything passes.',
  'I started the dev server with `npm run dev`.',
  'Everything works now.',
  'Renamed `old.ts` to `new.ts`.',
])

it.each(ANSWERS.filter(([answer]) => !NOT_FOUND.has(answer)))('%j', (answer, acts, expected) => {
  expect(marks(answer, acts)).toEqual(expected)
})

it('no answer is marked as verified or contradicted that a reader would not mark so', () => {
  for (const [answer, acts, expected] of ANSWERS) {
    const strong = marks(answer, acts).filter((mark) => !mark.endsWith(`:${U}`))
    expect(strong.filter((mark) => !expected.includes(mark))).toEqual([])
  }
})
