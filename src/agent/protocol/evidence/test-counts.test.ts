/** Outputs of runners as they are; of those marked "documented", from their documentation. */
import { expect, it } from 'vitest'
import { testCounts, type TestCounts } from './test-counts.ts'

const NODE_TAP = `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 2.090299
  ...
# Subtest: subs
ok 2 - subs
  ---
  duration_ms: 0.529267
  ...
1..2
# tests 2
# suites 0
# pass 2
# fail 0
# cancelled 0
# skipped 0
# todo 0
# duration_ms 181.298898`

const NODE_SPEC = `\u001b[32m✔ adds \u001b[90m(1.367676ms)\u001b[39m\u001b[39m
\u001b[31m✖ breaks \u001b[90m(1.889224ms)\u001b[39m\u001b[39m
ℹ tests 5
ℹ suites 0
ℹ pass 4
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 368.90028

✖ failing tests:

test at b.test.js:3:1
✖ breaks (1.889224ms)
  AssertionError [ERR_ASSERTION]: 1 == 2`

const VITEST_PASSED = `
\u001b[1m\u001b[30m\u001b[46m RUN \u001b[49m\u001b[39m\u001b[22m \u001b[36mv4.1.12 \u001b[39m\u001b[90m/tmp/ev/vt\u001b[39m

 \u001b[32m✓\u001b[39m a.test.ts \u001b[2m(\u001b[22m\u001b[2m3 tests\u001b[22m\u001b[2m | \u001b[22m\u001b[33m1 skipped\u001b[39m\u001b[2m)\u001b[22m\u001b[32m 7\u001b[2mms\u001b[22m\u001b[39m

\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m
\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m2 passed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m\u001b[33m1 skipped\u001b[39m\u001b[90m (3)\u001b[39m
\u001b[2m   Start at \u001b[22m 05:16:41
\u001b[2m   Duration \u001b[22m 346ms`

const VITEST_FAILED = ` Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 4 passed | 2 skipped (7)
   Start at  05:16:42
   Duration  781ms (transform 35ms, setup 0ms, import 62ms, tests 17ms, environment 0ms)`

const PYTEST_FAILED = `collected 3 items

test_a.py ..                                                             [ 66%]
test_b.py F                                                              [100%]

=================================== FAILURES ===================================
____________________________________ test_c ____________________________________

>   def test_c(): assert 1==2
                  ^^^^^^^^^^^
E   assert 1 == 2

test_b.py:1: AssertionError
=========================== short test summary info ============================
FAILED test_b.py::test_c - assert 1 == 2
========================= 1 failed, 2 passed in 1.38s ==========================`

const UNITTEST_FAILED = `.F
======================================================================
FAIL: test_y (test_u.T.test_y)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/tmp/ev/py/test_u.py", line 4, in test_y
    def test_y(self): self.assertEqual(1,2)
                      ^^^^^^^^^^^^^^^^^^^^^
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 2 tests in 0.001s

FAILED (failures=1)`

const CARGO = `     Running unittests src/lib.rs (target/debug/deps/cg-cf430339bf8ee7bc)

running 1 test
test tests::it_works ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

     Running tests/b.rs (target/debug/deps/b-408cc4445613cbc8)

running 2 tests
test other ... ok
test bad ... FAILED

failures:

failures:
    bad

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.13s

error: test failed, to rerun pass \`--test b\`
   Doc-tests cg

running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: 1 target failed:
    \`--test b\``

const PLAYWRIGHT_PASSED = `
Running 2 tests using 1 worker

  ✓  1 a.spec.js:2:1 › adds (16ms)
  ✓  2 a.spec.js:2:46 › subs (12ms)

  2 passed (1.5s)`

const PLAYWRIGHT_FAILED = `[5/5] b.spec.js:3:1 › breaks
  1) b.spec.js:3:1 › breaks ────────────────────────────────────────────────────────────────────────

    Error: expect(received).toBe(expected) // Object.is equality

  1 failed
    b.spec.js:3:1 › breaks ─────────────────────────────────────────────────────────────────────────
  4 passed (1.8s)`

const OUTPUTS: readonly (readonly [name: string, output: string, counts: TestCounts | undefined])[] = [
  ['node --test, TAP', NODE_TAP, { passed: 2, failed: 0 }],
  ['node --test, spec', NODE_SPEC, { passed: 4, failed: 1 }],
  ['node --test, cancelled', '# pass 3\n# fail 0\n# cancelled 2', { passed: 3, failed: 2 }],
  ['vitest, passed', VITEST_PASSED, { passed: 2 }],
  ['vitest, failed', VITEST_FAILED, { passed: 4, failed: 1 }],
  ['pytest -q', '..                                       [100%]\n2 passed in 1.29s', { passed: 2 }],
  ['pytest, failed', PYTEST_FAILED, { passed: 2, failed: 1 }],
  ['pytest, with errors', '=== 1 failed, 2 passed, 3 errors in 0.12s ===', { passed: 2, failed: 4 }],
  ['unittest', '.\n------\nRan 1 test in 0.000s\n\nOK', { passed: 1, failed: 0 }],
  ['unittest, failed', UNITTEST_FAILED, { passed: 1, failed: 1 }],
  [
    'unittest, skipped',
    'Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1, skipped=1)',
    { passed: 2, failed: 2 },
  ],
  ['cargo, three results', CARGO, { passed: 2, failed: 1 }],
  ['playwright', PLAYWRIGHT_PASSED, { passed: 2 }],
  ['playwright, failed', PLAYWRIGHT_FAILED, { passed: 4, failed: 1 }],
  [
    'jest (documented)',
    'Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total\nTime:        0.5 s',
    { passed: 2, failed: 1 },
  ],
  [
    'mocha (documented)',
    '  ✔ adds\n\n  3 passing (5ms)\n  1 failing\n\n  1) breaks:',
    { passed: 3, failed: 1 },
  ],
  ['mocha, passed (documented)', '  3 passing (5ms)\n  1 pending', { passed: 3 }],
  ['go (documented)', 'ok  \texample.com/a\t0.003s\nok  \texample.com/b\t(cached)', { failed: 0 }],
  [
    'go, failed (documented)',
    '--- FAIL: TestX (0.00s)\n    a_test.go:5: no\nFAIL\nFAIL\texample.com/a\t0.003s\nok  \texample.com/b\t0.1s\nFAIL',
    { failed: 1 },
  ],
  [
    'go -v (documented)',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tx\t0.1s',
    { passed: 2, failed: 0 },
  ],
  ['deno (documented)', 'ok | 3 passed | 0 failed (12ms)', { passed: 3, failed: 0 }],
  [
    'bun (documented)',
    ' 3 pass\n 1 fail\n 4 expect() calls\nRan 4 tests across 1 file. [9.00ms]',
    { passed: 3, failed: 1 },
  ],
  ['ava (documented)', '  3 tests passed', { passed: 3 }],
  ['rspec (documented)', '3 examples, 1 failure', { passed: 2, failed: 1 }],
  ['phpunit (documented)', 'OK (3 tests, 5 assertions)', { passed: 3, failed: 0 }],
  ['phpunit, failed (documented)', 'Tests: 3, Assertions: 5, Failures: 1.', { passed: 2, failed: 1 }],
  ['maven (documented)', '[INFO] Tests run: 5, Failures: 1, Errors: 1, Skipped: 0', { passed: 3, failed: 2 }],
  [
    'dotnet (documented)',
    'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3',
    { passed: 3, failed: 0 },
  ],
  [
    'TAP alone',
    'TAP version 14\n1..3\nok 1 - a\nnot ok 2 - b\nnot ok 3 - c # TODO later',
    { passed: 1, failed: 1 },
  ],
  ['the last of two summaries', '# pass 1\n# fail 2\nmore\n# pass 3\n# fail 0', { passed: 3, failed: 0 }],
  [
    'the last of two runners',
    '3 passed in 1.29s\n  Tests  1 failed | 2 passed (3)',
    { passed: 2, failed: 1 },
  ],
  ['no summary', 'all 42 tests pass\nOK\n42 tests passed today\npass 3\n', undefined],
  ['nothing', '', undefined],
]

it.each(OUTPUTS)('counts the tests of %s', (_, output, counts) => {
  expect(testCounts(output)).toEqual(counts)
})

it('reads the end of an output without end', () => {
  for (const piece of [
    '1 ',
    '1 passed, ',
    '# pass 1',
    '\u001b[',
    '\u001b]',
    '=',
    'Tests  1 ',
    '\n',
    'ok\n',
    'Ran 1 tests',
  ])
    expect(testCounts(`${piece.repeat(1_000_000 / piece.length)}\n# pass 3\n# fail 0`), piece).toEqual({
      passed: 3,
      failed: 0,
    })
})
