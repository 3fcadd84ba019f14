/** Outputs of the common runners: `real` ones were printed by the runner, the others are written after its documentation. */
import { describe, expect, it } from 'vitest'
import { ranNothing, verdictIn } from './check-verdict.ts'

interface Output {
  readonly runner: string
  readonly real: boolean
  readonly passed: string
  readonly failed: string
}

const OUTPUTS: readonly Output[] = [
  {
    runner: 'node:test, spec',
    real: true,
    passed:
      '✔ adds (0.94ms)\n✔ subtracts (0.17ms)\nℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0',
    failed:
      'ℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ cancelled 0\n\n✖ failing tests:\n\ntest at a.test.js:1:93\n✖ subtracts (0.88ms)',
  },
  {
    runner: 'node:test, the end of spec alone',
    real: true,
    passed: 'ℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 90.786496',
    failed:
      "✖ subtracts (0.888631ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\n      at Test.run (node:internal/test_runner/test:796:25) {\n    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    actual: 1,\n    expected: 2,\n    operator: '=='\n  }",
  },
  {
    runner: 'node:test, TAP',
    real: true,
    passed:
      'ok 1 - adds\nok 2 - subtracts\n1..2\n# tests 2\n# suites 0\n# pass 2\n# fail 0\n# cancelled 0\n# skipped 0',
    failed:
      'ok 1 - adds\nnot ok 2 - subtracts\n1..2\n# tests 2\n# suites 0\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0',
  },
  {
    runner: 'Vitest',
    real: true,
    passed:
      ' ✓ a.test.js (2 tests) 3ms\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n   Start at  13:36:14',
    failed:
      ' FAIL  a.test.js > subtracts\nAssertionError: expected 1 to be 2 // Object.is equality\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Start at  13:36:12',
  },
  {
    runner: 'unittest',
    real: true,
    passed:
      '..\n----------------------------------------------------------------------\nRan 2 tests in 0.000s\n\nOK',
    failed:
      'FAIL: test_b (test_a.T.test_b)\nAssertionError: 1 != 2\n\n----------------------------------------------------------------------\nRan 2 tests in 0.000s\n\nFAILED (failures=1)',
  },
  {
    runner: 'cargo test',
    real: true,
    passed:
      'test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests x\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    failed:
      'test tests::adds ... ok\ntest tests::subtracts ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.07s\n\nerror: test failed, to rerun pass `--lib`',
  },
  {
    runner: 'eslint',
    real: true,
    passed:
      "  1:5  warning  'a' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (0 errors, 1 warning)",
    failed:
      "  1:12  error    'b' is not defined                      no-undef\n\n✖ 2 problems (1 error, 1 warning)",
  },
  {
    runner: 'Jest',
    real: false,
    passed:
      'PASS src/sum.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       1 skipped, 2 passed, 3 total\nSnapshots:   0 total',
    failed:
      'Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 2 passed, 3 total\nSnapshots:   0 total',
  },
  {
    runner: 'Mocha',
    real: false,
    passed: '  sum\n    ✔ adds\n\n\n  2 passing (5ms)\n  1 pending',
    failed: '  2 passing (5ms)\n  1 failing\n\n  1) sum\n       subtracts:',
  },
  {
    runner: 'AVA',
    real: false,
    passed: '  ✔ adds\n  ─\n\n  2 tests passed',
    failed: '  ─\n\n  1 test failed\n  1 known failure',
  },
  {
    runner: 'tape',
    real: false,
    passed: 'ok 1 adds\n\n1..1\n# tests 1\n# pass  1\n\n# ok',
    failed: 'not ok 1 adds\n\n1..1\n# tests 1\n# pass  0\n# fail  1',
  },
  {
    runner: 'node-tap',
    real: false,
    passed: '# { total: 3, pass: 3 }\n# { total: 3, pass: 3, fail: 0 }',
    failed: '# { total: 3, pass: 2, fail: 1 }\n# failed 1 of 3 tests',
  },
  {
    runner: 'pytest',
    real: false,
    passed: '===== 3 passed, 1 skipped, 1 warning in 0.02s =====',
    failed: 'FAILED test_a.py::test_b - assert 1 == 2\n===== 1 failed, 2 passed in 0.03s =====',
  },
  {
    runner: 'pytest -q',
    real: false,
    passed: '...\n3 passed in 0.02s',
    failed: '2 passed, 1 error in 0.03s',
  },
  {
    runner: 'go test',
    real: false,
    passed: 'ok  \texample.com/a\t0.003s\n?   \texample.com/b\t[no test files]',
    failed:
      '--- FAIL: TestSum (0.00s)\n    a_test.go:5: got 1\nFAIL\nFAIL\texample.com/a\t0.003s\nok  \texample.com/b\t0.002s',
  },
  {
    runner: 'Playwright',
    real: false,
    passed: '\n  3 passed (5.2s)',
    failed: '  1 failed\n    a.spec.ts:3:1 › adds\n  2 passed (5.2s)',
  },
  {
    runner: 'Deno',
    real: false,
    passed: 'ok | 3 passed | 0 failed (5ms)',
    failed: 'FAILED | 2 passed | 1 failed (5ms)',
  },
  { runner: 'Bun', real: false, passed: ' 3 pass\n 0 fail', failed: ' 2 pass\n 1 fail' },
  { runner: 'RSpec', real: false, passed: '3 examples, 0 failures', failed: '3 examples, 1 failure' },
]

describe('the output of', () => {
  it.each(OUTPUTS)('$runner that passed (real: $real)', ({ passed }) => {
    expect(verdictIn(passed, false)).toBe('passed')
  })

  it.each(OUTPUTS)('$runner that failed (real: $real)', ({ failed }) => {
    expect(verdictIn(failed, false)).toBe('failed')
  })

  it.each([
    ['tsc (real)', "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'."],
    ['the end of tsc --pretty (real)', '[7m \n\nFound 1 error in a.ts:1\n'],
    ['oxlint (real)', 'Found 0 warnings and 1 error.\nFinished in 7ms on 1 file'],
    ['make (real)', 'make: *** [Makefile:2: test] Error 1'],
    ['a program that broke (real)', "  operator: '=='\n}\n\nNode.js v20.20.2"],
    ['npm 10', 'npm error Lifecycle script `test` failed with error:\nnpm error code 1'],
    ['npm 6', 'npm ERR! Test failed.  See above for more details.'],
    ['pnpm', ' ELIFECYCLE  Test failed. See above for more details.'],
    ['yarn', 'error Command failed with exit code 1.'],
    ['a summary of a workspace after one that passed', '# fail 0\n# fail 2'],
    [
      'Vitest with an error outside of tests',
      ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n     Errors  1 error',
    ],
    [
      'Jest without its coverage',
      'Tests:       2 passed, 2 total\nJest: "global" coverage threshold for lines (80%) not met: 12%',
    ],
  ])('%s has failed', (_, output) => {
    expect(verdictIn(output, false)).toBe('failed')
  })

  it.each([
    ['nothing', '(no output)'],
    ['a server', 'listening on port 3000'],
    ['an ordinary word', 'everything is OK\ndone'],
    ['a runner that is not there', 'sh: 1: jest: not found'],
    ['a script that is not there', 'npm error Missing script: "test"'],
    ['only names of tests that passed', '  ✓ adds (1 ms)\n  ✔ fails on a bad input'],
    ['no tests', 'Tests:       0 total\nRan 0 tests in 0.000s\n\nOK'],
    ['a line too long for a summary', `# fail 1${' '.repeat(2_000)}coverage`],
    ['a test that is known to fail', 'not ok 2 - later # TODO'],
  ])('%s says neither', (_, output) => {
    expect(verdictIn(output, false)).toBeUndefined()
  })

  it.each(['  2 passing (5ms)', 'ok  \texample.com/a\t0.003s', '  2 tests passed'])(
    'a runner that names failures in another line says nothing where lines were picked: %j',
    (output) => {
      expect([verdictIn(output, false), verdictIn(output, true)]).toEqual(['passed', undefined])
    },
  )
})

describe('a run in which nothing ran is no pass', () => {
  it.each([
    'No tests found, exiting with code 0',
    'No test files found, exiting with code 0',
    'Test Suites: 1 skipped, 0 of 1 total\nTests:       4 skipped, 4 total',
    ' Test Files  1 skipped (1)\n      Tests  4 skipped (4)',
    'ℹ tests 2\nℹ pass 0\nℹ fail 0\nℹ skipped 2',
    '# tests 0\n# pass 0\n# fail 0',
    '  0 passing (1ms)\n  3 pending',
    '============ 3 skipped in 0.02s ============',
    '============ no tests ran in 0.01s ============',
    '----\nRan 0 tests in 0.000s\n\nOK',
  ])('%s', (output) => {
    expect({ nothing: ranNothing(output), verdict: verdictIn(output, false) }).toEqual({
      nothing: true,
      verdict: undefined,
    })
    // Another package's tests passed.
    expect(ranNothing(`${output}\n  2 passing (1ms)`)).toBe(false)
  })

  it('and it has failed where something failed, too', () => {
    expect(verdictIn('No tests found, exiting with code 0\nℹ pass 0\nℹ fail 1', false)).toBe('failed')
  })
})
