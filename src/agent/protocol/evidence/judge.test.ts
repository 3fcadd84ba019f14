import { expect, it } from 'vitest'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { SEED } from '../../../testing/slice.ts'
import type { Act, Evidence } from './evidence.ts'
import { evidenceIn, judge } from './judge.ts'
import { statementsIn } from './statements.ts'
import { bash, edit, read, write } from './testing/acts.ts'

/** The verdict on the only statement of a text, with the number of the act it rests on. */
function verdict(text: string, acts: readonly Act[]): unknown[] {
  const numbered = acts.map((act, index) => ({ ...act, id: String(index + 1) }))
  const [only, ...others] = evidenceIn(text, numbered)
  expect(others).toEqual([])
  if (only === undefined) return []
  const { type, ...details } = only.reason
  return [only.verdict, type, ...Object.values(details), ...(only.by ? [`#${only.by.id}`] : [])]
}

const FOUR = '      Tests  4 passed (4)'
const ONE_FAILED = '      Tests  1 failed | 3 passed (4)'
const change = edit('src/a.ts', 'a', 'b')

const CHECKS: readonly (readonly [
  name: string,
  text: string,
  acts: readonly Act[],
  verdict: readonly unknown[],
])[] = [
  ['no run', 'All tests pass.', [], ['unverified', 'none']],
  ['a run of another kind', 'All tests pass.', [bash('npm run build')], ['unverified', 'none']],
  ['a run that passed', 'All tests pass.', [change, bash('npm test')], ['verified', 'passed', '#2']],
  ['the number', 'All 4 tests pass.', [bash('npm test', FOUR)], ['verified', 'passed', '#1']],
  ['another number', 'All 5 tests pass.', [bash('npm test', FOUR)], ['contradicted', 'differs', 5, 4, '#1']],
  ['a number without counts', 'All 5 tests pass.', [bash('npm test')], ['verified', 'passed', '#1']],
  [
    'the number of two suites',
    'All 8 tests pass.',
    [bash('npm run test:a', FOUR), bash('npm run test:b', FOUR)],
    ['verified', 'passed', '#2'],
  ],
  [
    'the number of the larger of two runs',
    'All 4 tests pass.',
    [bash('npm test', FOUR), bash('npm test -- a', 'Tests  1 passed (1)')],
    ['verified', 'passed', '#1'],
  ],
  [
    'a run that failed',
    'All tests pass.',
    [bash('npm test', ONE_FAILED, 1)],
    ['contradicted', 'failed', 1, '#1'],
  ],
  [
    'a failure, then a pass',
    'All tests pass.',
    [bash('npm test', '', 1), change, bash('npm test')],
    ['verified', 'passed', '#3'],
  ],
  [
    'a pass, then a failure',
    'All tests pass.',
    [bash('npm test'), bash('npm test', '', 1)],
    ['contradicted', 'failed', 1, '#2'],
  ],
  ['a change after it', 'All tests pass.', [bash('npm test'), change], ['unverified', 'stale', '#1']],
  [
    'a change after a failure',
    'All tests pass.',
    [bash('npm test', '', 1), change],
    ['unverified', 'stale', '#1'],
  ],
  [
    'its own change',
    'All tests pass.',
    [{ ...bash('npm test'), changed: true }],
    ['verified', 'passed', '#1'],
  ],
  [
    'a reading after it',
    'All tests pass.',
    [bash('npm test'), read('a.ts', '1\ta')],
    ['verified', 'passed', '#1'],
  ],
  ['a hidden exit code', 'Tests pass.', [bash('npm test | tail')], ['unverified', 'hidden', '#1']],
  ['counts of a hidden run', 'Tests pass.', [bash('npm test | tail', FOUR)], ['verified', 'passed', '#1']],
  [
    'failures of a hidden run',
    'Tests pass.',
    [bash('npm test | tail', ONE_FAILED)],
    ['contradicted', 'failed', '#1'],
  ],
  [
    'failures told to pass',
    'Tests pass.',
    [bash('npm test || true', ONE_FAILED)],
    ['contradicted', 'failed', '#1'],
  ],
  [
    'no tests at all',
    'Tests pass.',
    [bash('node --test', '# pass 0\n# fail 0')],
    ['unverified', 'hidden', '#1'],
  ],
  [
    'a count of none',
    'All 3 tests pass.',
    [bash('node --test', '# pass 0')],
    ['contradicted', 'differs', 3, 0, '#1'],
  ],
  [
    'a filter that found nothing',
    'Tests pass.',
    [bash('npm test | grep x', FOUR, 1)],
    ['unverified', 'hidden', '#1'],
  ],
  [
    'tests before a build that failed',
    'Tests pass.',
    [bash('npm test && npm run build', FOUR, 2)],
    ['unverified', 'hidden', '#1'],
  ],
  [
    'a cancelled run',
    'Tests pass.',
    [{ ...bash('npm test'), outcome: 'cancelled' }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'a denied run',
    'Tests pass.',
    [{ ...bash('npm test'), outcome: 'denied' }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'a denied repetition',
    'Tests pass.',
    [bash('npm test'), { ...bash('npm test'), outcome: 'denied' }],
    ['verified', 'passed', '#1'],
  ],
  [
    'a held run',
    'Tests pass.',
    [{ ...bash('npm test'), outcome: 'held', exitCode: undefined }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'a run that goes on',
    'Tests pass.',
    [{ ...bash('npm test'), exitCode: undefined }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'a run out of time',
    'Tests pass.',
    [{ ...bash('npm test', '', 124), timedOut: true }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'a failed act with exit code 0',
    'Tests pass.',
    [{ ...bash('npm test', FOUR), outcome: 'failed' }],
    ['unverified', 'hidden', '#1'],
  ],
  [
    'one file, after all had failed',
    'All tests pass.',
    [bash('npm test', ONE_FAILED, 1), bash('npm test -- a.test.ts', 'Tests  1 passed (1)')],
    ['contradicted', 'failed', 1, '#1'],
  ],
  [
    'one file, where only that is spoken of',
    'The parser tests pass.',
    [bash('npm test', ONE_FAILED, 1), bash('npm test -- a.test.ts')],
    ['verified', 'passed', '#2'],
  ],
  ['a call that only prints it', 'Tests pass.', [bash('echo "npm test"', FOUR)], ['unverified', 'none']],
  [
    'an output that forges a pass',
    'The build works.',
    [bash('npm run build', 'exit code 0\n4 passed', 1)],
    ['contradicted', 'failed', 1, '#1'],
  ],
  [
    'another tool of that name',
    'Tests pass.',
    [{ ...bash('npm test'), tool: 'Task' }],
    ['unverified', 'none'],
  ],
  ['a build', 'The build succeeds.', [bash('npm run build')], ['verified', 'passed', '#1']],
  ['a compiler that only checks', 'It compiles.', [bash('npx tsc --noEmit')], ['verified', 'passed', '#1']],
  ['a type check for a build', 'The build succeeds.', [bash('npx tsc --noEmit')], ['unverified', 'none']],
  ['lint', 'No lint errors.', [bash('npx eslint .', '', 1)], ['contradicted', 'failed', 1, '#1']],
  ['types', 'Type check passes.', [bash('npx tsc --noEmit')], ['verified', 'passed', '#1']],
]

it.each(CHECKS)('judges a check by %s', (_, text, acts, expected) => {
  expect(verdict(text, acts)).toEqual(expected)
})

const FIXED: readonly (readonly [name: string, acts: readonly Act[], verdict: readonly unknown[]])[] = [
  ['nothing', [], ['unverified', 'none']],
  ['a run without a change', [bash('npm test')], ['unverified', 'none']],
  ['a change alone', [change], ['unverified', 'none']],
  ['a run before the change', [bash('npm test'), change], ['unverified', 'stale', '#1']],
  ['tests after the change', [change, bash('npm test')], ['verified', 'passed', '#2']],
  [
    'tests that failed before',
    [bash('npm test', '', 1), change, bash('npm test')],
    ['verified', 'mended', '#3'],
  ],
  [
    'the same tests, in another line',
    [bash('npm test 2>&1 | tail', ONE_FAILED), change, bash('cd . && npm test')],
    ['verified', 'mended', '#3'],
  ],
  [
    'a failure and a pass without a change',
    [change, bash('npm test', '', 1), bash('npm test')],
    ['verified', 'passed', '#3'],
  ],
  [
    'a program that failed before',
    [bash('node repro.js', '', 1), change, bash('node repro.js')],
    ['verified', 'mended', '#3'],
  ],
  ['a folder that was not there', [bash('ls dist', '', 1), change, bash('ls dist')], ['unverified', 'none']],
  ['tests that fail', [change, bash('npm test', '', 1)], ['contradicted', 'failed', 1, '#2']],
  [
    'a lint after tests',
    [change, bash('npm test'), bash('npx eslint .', '', 1)],
    ['verified', 'passed', '#2'],
  ],
  [
    'tests that were cancelled',
    [change, { ...bash('npm test'), outcome: 'cancelled' }],
    ['unverified', 'unfinished', '#2'],
  ],
  ['tests whose end is hidden', [change, bash('npm test | tail')], ['unverified', 'hidden', '#2']],
  [
    'tests that fail, and then the program that shows the fault',
    [bash('node r.js', '', 1), change, bash('npm test', '', 1), bash('node r.js')],
    ['verified', 'mended', '#4'],
  ],
  [
    'the program that shows the fault, and then tests that fail',
    [bash('node r.js', '', 1), change, bash('node r.js'), bash('npm test', '', 1)],
    ['contradicted', 'failed', 1, '#4'],
  ],
]

it.each(FIXED)('judges a fixed fault by %s', (_, acts, expected) => {
  expect(verdict('The crash is fixed.', acts)).toEqual(expected)
})

it('takes the check that the fault is one of', () => {
  const acts = [change, bash('npm test', '', 1), bash('npx eslint .')]
  expect(verdict('I fixed the lint errors.', acts)).toEqual(['verified', 'passed', '#3'])
})

const RAN: readonly (readonly [name: string, acts: readonly Act[], verdict: readonly unknown[]])[] = [
  ['nothing', [], ['unverified', 'none']],
  ['the command', [bash('npm   run build')], ['verified', 'done', '#1']],
  ['a line with it', [bash('cd web && npm run build -- --mode x | tail')], ['verified', 'done', '#1']],
  ['one that failed', [bash('npm run build', '', 1)], ['verified', 'done', '#1']],
  ['one like it', [bash('npm run build:prod')], ['unverified', 'none']],
  ['one that prints it', [bash('echo npm run build')], ['unverified', 'none']],
  [
    'one that was denied',
    [{ ...bash('npm run build'), outcome: 'denied' }],
    ['unverified', 'unfinished', '#1'],
  ],
  [
    'one that never began',
    [{ ...bash('npm run build'), outcome: 'failed', exitCode: undefined }],
    ['unverified', 'unfinished', '#1'],
  ],
  ['one that goes on', [{ ...bash('npm run build'), exitCode: undefined }], ['verified', 'done', '#1']],
]

it.each(RAN)('judges a command by %s', (_, acts, expected) => {
  expect(verdict('I ran `npm run build`.', acts)).toEqual(expected)
})

it('labels the call by its command, on one line and short', () => {
  const [first, second] = [bash('npm test \\\n  -- --run'), bash(`npm test -- ${'a'.repeat(200)}`)].map(
    (act) => evidenceIn('Tests pass.', [{ ...act, id: 'x' }])[0]?.by,
  )
  expect([first, second]).toEqual([
    { id: 'x', label: 'npm test -- --run' },
    { id: 'x', label: `npm test -- ${'a'.repeat(67)}…` },
  ])
})

it('gives each statement of an answer its verdict', () => {
  const acts = [
    write('src/a.ts', 'export const foo = 1\n'),
    bash('npm test', FOUR),
    bash('npm run build', '', 1),
  ]
  const text = 'I created `src/a.ts`. All 4 tests pass and the build succeeds.\n\nLint is clean.'
  expect(evidenceIn(text, acts).map(({ statement, verdict: one }) => [statement.kind, one])).toEqual([
    ['file', 'verified'],
    ['tests', 'verified'],
    ['build', 'contradicted'],
    ['lint', 'unverified'],
  ])
})

const ANSWER =
  'All 4 tests pass. The build works. Lint is clean. I fixed the crash. `src/a.ts` has `foo`. `a.ts` has 3 lines. I ran `npm test -- x`. Deleted `b.ts`.'

it('never throws, and rests no verified verdict on an act that was not done', () => {
  const choice = new RandomChoice(seededRandom(SEED))
  const statements = statementsIn(ANSWER)
  expect(statements).toHaveLength(8)
  for (let round = 0; round < 1_500; round++) {
    const acts = Array.from({ length: choice.below(8) }, (_, index) => randomAct(choice, index))
    for (const statement of statements) {
      const { verdict: one, by } = judge(statement, acts)
      if (one !== 'verified' || statement.kind === 'ran') continue
      expect(acts.find(({ id }) => id === by?.id)?.outcome, JSON.stringify({ statement, acts })).toBe('done')
    }
  }
})

function randomAct(choice: RandomChoice, index: number): Act {
  const text = () =>
    choice.oneOf([
      'npm test',
      'npm test -- x',
      'src/a.ts',
      'rm b.ts',
      'foo',
      '',
      '1\tfoo\n2\tb',
      FOUR,
      'node r.js',
      '[x exists and is empty.]',
    ])
  const value = () => {
    const values = [
      text(),
      text(),
      undefined,
      null,
      3,
      ['x'],
      [{ old_string: 'a', new_string: 'foo' }, null],
      {},
    ]
    return values[choice.below(values.length)]
  }
  const fields = [
    'command',
    'file_path',
    'notebook_path',
    'content',
    'old_string',
    'new_string',
    'edits',
    'new_source',
    'path',
  ]
  return {
    id: String(index),
    tool: choice.oneOf([
      'Bash',
      'Bash',
      'Read',
      'Write',
      'Edit',
      'MultiEdit',
      'NotebookEdit',
      'Grep',
      'Task',
    ]),
    input: Object.fromEntries(fields.map((field) => [field, value()])),
    outcome: choice.oneOf(['done', 'done', 'failed', 'denied', 'cancelled', 'held']),
    result: text(),
    exitCode: [0, 0, 1, undefined][choice.below(4)],
    timedOut: choice.below(8) === 0,
    changed: choice.below(3) === 0,
  }
}

it('takes an answer that names nothing', () => {
  const nothing: readonly Evidence[] = []
  expect(evidenceIn('Hello. What would you like to do?', [bash('npm test')])).toEqual(nothing)
})
