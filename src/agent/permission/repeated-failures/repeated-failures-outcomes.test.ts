/** Checks whose exit code is not their own, and checks in the background: they count by what is known of them. */
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { POINTS, RepeatedFailures } from './repeated-failures.ts'
import type { EndedCall } from './repeated-failures.ts'

let ids = 0
const bash = (command: string, text: string, failed = false): EndedCall => ({
  id: `call-${(ids += 1)}`,
  tool: 'Bash',
  input: { command },
  failed,
  text: `${text}\n[exit code ${failed ? 1 : 0}, 1.0 s]`,
})
const FAILING = '✖ adds two numbers (3 ms)\nℹ pass 1\nℹ fail 1'
const PASSING = 'ℹ pass 2\nℹ fail 0'
const NEITHER = 'see out.txt'

function after(...calls: readonly EndedCall[]): RepeatedFailures {
  const watch = new RepeatedFailures()
  for (const call of calls) watch.note(call)
  return watch
}

it('a run of no tests does not clear the score, whatever its exit code', () => {
  const failed = [bash('npm test', FAILING, true), bash('npm test', FAILING, true)]
  expect(after(...failed, bash('npm test', 'No tests found, exiting with code 0')).score).toBe(
    after(...failed).score,
  )
  const echoed = bash('npm test; echo $?', 'No tests found, exiting with code 0\n0')
  expect(after(...failed, echoed).score).toBe(after(...failed).score)
  expect(after(...failed, bash('npm test', PASSING)).score).toBe(0)
})

describe('a check whose exit code is lost', () => {
  const LINES = [
    'npm test 2>&1 | tail -40',
    'npm test || true',
    'npm test; echo done',
    'npm run tests-only 2>&1 | tail -n 8',
    'npx jest 2>&1 | grep -E "fail|pass"',
  ]

  it.each(LINES)('fails by what it prints: %s', (line) => {
    const watch = after(bash(line, FAILING), bash(line, FAILING), bash(line, FAILING))
    expect(watch.score).toBe(2 * POINTS.sameCheckFails)
    for (let left = 3; left > 0; left -= 1) watch.note(bash(line, FAILING))
    expect(watch.checkpoint()?.text).toMatch(/ has failed 6 times, "adds two numbers" among what fails\.$/)
  })

  it.each(LINES)('clears the score where it prints a pass: %s', (line) => {
    expect(after(bash(line, FAILING), bash(line, FAILING), bash(line, PASSING)).score).toBe(0)
  })

  it.each(LINES)('neither raises nor clears where it prints neither: %s', (line) => {
    const watch = after(bash(line, FAILING), bash(line, FAILING), bash(line, NEITHER), bash(line, NEITHER))
    expect(watch.score).toBe(POINTS.sameCheckFails)
    watch.note(bash(line, FAILING))
    expect(watch.score).toBe(2 * POINTS.sameCheckFails)
  })

  it('is unknown where only the filter has failed', () => {
    const line = 'npx jest 2>&1 | grep nothing'
    expect(after(bash(line, FAILING), bash(line, '(no output)', true)).score).toBe(0)
  })

  it('is the same check, whatever its output is piped into', () => {
    const watch = after(bash('npm test', FAILING, true), bash('npm test 2>&1 | tail -5', 'Node.js v20.20.2'))
    expect(watch.score).toBe(POINTS.sameCheckFails)
    watch.note(bash('npm test | tail -3', PASSING))
    expect(watch.score).toBe(0)
  })

  it('fails by the exit code where the shell hands it on', () => {
    const line = 'set -o pipefail; npm test | tail -1'
    expect(after(bash(line, NEITHER, true), bash(line, NEITHER, true)).score).toBe(POINTS.sameCheckFails)
  })

  it('passes by its silence, where the checker is one that says nothing', () => {
    const line = 'npx tsc --noEmit 2>&1 | head -20'
    const error = "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'."
    const silent = bash('npx tsc --noEmit 2>&1 | tail -20', '(no output)')
    expect(after(bash(line, error), bash(line, error), silent).score).toBe(0)
    expect(after(bash(line, error), bash(line, error), bash('npm test | tail', '(no output)')).score).toBe(1)
  })

  it('is nothing where the command was not run', () => {
    const refused = { ...bash('npm test', '', true), text: 'Error: the command was not run: no sandbox' }
    expect(after(bash('npm test', FAILING, true), refused, refused).score).toBe(0)
  })
})

const inBackground = (command: string, jobId: string): EndedCall => ({
  id: `of-${jobId}`,
  tool: 'Bash',
  input: { command },
  failed: false,
  text: `[It still runs after 15 s and goes on in the background as ${jobId}.]`,
  jobId,
})
const said = (jobId: string, text: string): EventBody => ({
  type: 'tool_output',
  turnId: 't',
  toolUseId: `of-${jobId}`,
  stream: 'stdout',
  text,
})
const jobEnded = (jobId: string, exitCode: number, change: object = {}): EventBody => ({
  type: 'job_ended',
  jobId,
  turnId: 't',
  toolUseId: `of-${jobId}`,
  how: 'exited',
  exitCode,
  timedOut: false,
  durationMs: 20_000,
  ...change,
})
const shown = (jobId: string, text: string): EndedCall => ({
  id: `shown-${(ids += 1)}`,
  tool: 'TaskOutput',
  input: { task_id: jobId, block: true },
  failed: false,
  text,
})

describe('a check in the background', () => {
  it('neither raises nor clears before its end', () => {
    const before = [bash('npm test', FAILING, true), bash('npm test', FAILING, true)]
    expect(after(...before, inBackground('npm test', 'bash_1')).score).toBe(POINTS.sameCheckFails)
  })

  const TAIL = 'npm test | tail -5'
  const STOPPED = { how: 'stopped' }
  it.each([
    { of: 'a failure, by its exit code', end: jobEnded('bash_1', 1), score: 2 },
    {
      of: 'a failure, at its timeout',
      end: jobEnded('bash_1', 137, { ...STOPPED, timedOut: true }),
      score: 2,
    },
    { of: 'a failure, by its output', command: TAIL, output: FAILING, score: 2 },
    { of: 'a pass, by its exit code', score: 0 },
    { of: 'a pass, by its output', command: TAIL, output: PASSING, score: 0 },
    { of: 'a pass, by its silence', command: 'npx tsc 2>&1 | tail -5', failed: 'npx tsc', score: 0 },
    { of: 'neither, by its output', command: TAIL, output: NEITHER, score: 1 },
    { of: 'neither, stopped', end: jobEnded('bash_1', 143, STOPPED), score: 1 },
    { of: 'neither, lost', end: jobEnded('bash_1', 1, { how: 'lost' }), score: 1 },
  ])('counts at its end: $of', ({ command = 'npm test', failed = 'npm test', output = '', end, score }) => {
    const watch = after(bash(failed, FAILING, true), bash(failed, FAILING, true))
    watch.note(inBackground(command, 'bash_1'))
    watch.noteJob(said('bash_1', output))
    watch.noteJob(end ?? jobEnded('bash_1', 0))
    expect(watch.score).toBe(score)
    watch.note(shown('bash_1', output))
    watch.noteJob(end ?? jobEnded('bash_1', 0))
    expect(watch.score).toBe(score)
  })

  it('counts when TaskOutput shows how it ended', () => {
    const watch = after(bash('npm test', FAILING, true), inBackground('npm test | tail', 'bash_1'))
    watch.noteJob(jobEnded('bash_1', 0))
    expect(watch.score).toBe(0)
    watch.note(shown('bash_1', `${FAILING}\n[bash_1 has ended with exit code 0 after 20.0 s.]`))
    expect(watch.score).toBe(POINTS.sameCheckFails)
  })

  it('counts where its end is logged before the result that tells of it', () => {
    const watch = after(bash('npm test', FAILING, true))
    watch.noteJob(jobEnded('bash_1', 1))
    watch.note(inBackground('npm test', 'bash_1'))
    expect(watch.score).toBe(POINTS.sameCheckFails)
  })

  it('leads the model to the cause with the next result', () => {
    const watch = after(bash('npm test', FAILING, true), bash('npm test', FAILING, true))
    watch.note(inBackground('npm test', 'bash_1'))
    watch.noteJob(jobEnded('bash_1', 1))
    expect(watch.note(shown('bash_1', ''))).toEqual([expect.stringContaining('find the cause')])
    expect(watch.note(shown('bash_1', ''))).toEqual([])
  })

  it('is recalled from the log as it was counted', () => {
    const watch = after(bash('npm test', FAILING, true))
    watch.recall([
      ...eventsOf(inBackground('npm test', 'bash_1'), 'done'),
      said('bash_1', FAILING),
      jobEnded('bash_1', 1),
    ])
    expect(watch.score).toBe(POINTS.sameCheckFails)
  })

  it('is recalled where TaskOutput was called with an older name of its field', () => {
    const { input, ...older } = shown('bash_1', FAILING)
    const [asked, result] = eventsOf({ ...older, input: { bash_id: 'bash_1' } }, 'done')
    if (asked === undefined || result === undefined) throw new Error('no events')
    const started = { type: 'tool_started' as const, turnId: 't', toolUseId: older.id, title: '' }
    const watch = after(bash('npm test', FAILING, true))
    watch.recall([
      ...eventsOf(inBackground('npm test | tail', 'bash_1'), 'done'),
      jobEnded('bash_1', 0),
      asked,
      { ...started, tool: 'TaskOutput', input: { ...input } },
      result,
    ])
    expect(watch.score).toBe(POINTS.sameCheckFails)
  })

  it('is recalled as nothing where it was cancelled', () => {
    const watch = after(bash('npm test', FAILING, true), bash('npm test', FAILING, true))
    watch.recall(eventsOf(bash('npm test', ''), 'cancelled'))
    expect(watch.score).toBe(POINTS.sameCheckFails)
  })

  it('counts as a command where it is none', () => {
    const line = 'node build.js --out dist --mode prod --minify'
    const watch = after(bash(line, 'no', true), inBackground(line, 'bash_1'))
    watch.noteJob(jobEnded('bash_1', 1))
    expect(watch.score).toBe(POINTS.similarCommandFails)
  })
})

function eventsOf({ id, tool, input, text, jobId }: EndedCall, outcome: 'done' | 'cancelled'): EventBody[] {
  const content = [{ type: 'text' as const, text }]
  return [
    {
      type: 'assistant_block',
      turnId: 't',
      block: 0,
      content: { type: 'tool_use', id, name: tool, input: { ...input } },
    },
    {
      type: 'tool_result',
      turnId: 't',
      toolUseId: id,
      tool,
      outcome,
      content: { type: 'tool_result', tool_use_id: id, content, is_error: false },
      ...(jobId === undefined ? {} : { display: { kind: 'job', jobId } }),
      durationMs: 1,
      synthetic: false,
    },
  ]
}

describe('a check that passes by saying nothing', () => {
  it.each([
    'npx tsc | grep src/a',
    'npx tsc | tail -n 0',
    'npx tsc | tail -n+9',
    'npx tsc | head -0',
    '{ npx tsc; } > out.txt || true',
    'npx eslint . &',
    '(npx tsc || true) > /dev/null',
  ])('says nothing where others may have been left out: %s', (line) => {
    const watch = after(bash('npx tsc', 'a.ts(1,1): error TS2322: x', true))
    watch.note(bash('npx tsc', 'a.ts(1,1): error TS2322: x', true))
    const before = watch.score
    expect(before).toBeGreaterThan(0)
    watch.note(bash(line, ''))
    expect(watch.score).toBe(before)
  })
})

describe('an exit code that the line prints', () => {
  const failed = () => after(bash('npm test', FAILING, true), bash('npm test', FAILING, true))

  it.each([
    ['npm test; echo $?', 'boom\n1'],
    ['npm test > out.txt 2>&1; echo "exit: $?"', 'exit: 1'],
    ['npm test; echo exit=$? of the test', 'boom\nexit=2 of the test'],
    ['cd a && npm test\necho "code $?"; tail -3 out.txt', 'code 1\n0'],
  ])('tells a failure: %j', (line, text) => {
    const watch = failed()
    watch.note(bash(line, text))
    expect(watch.score).toBe(2 * POINTS.sameCheckFails)
  })

  it('tells a pass', () => {
    const watch = failed()
    watch.note(bash('npm test > out.txt 2>&1; echo "exit: $?"', 'exit: 0'))
    expect(watch.score).toBe(0)
  })

  it.each([
    ['npm test 2>&1 | tail -1; echo $?', 'see out.txt\n0'],
    ['npm test; ls; echo $?', 'see out.txt\n0'],
    ['npm test || true; echo $?', 'see out.txt\n0'],
  ])('tells nothing where it is another command’s: %s', (line, text) => {
    const watch = failed()
    const before = watch.score
    watch.note(bash(line, text))
    expect(watch.score).toBe(before)
  })
})

it.each([
  ['npm test | tail -0; echo "Tests:       4 passed, 4 total"', 'Tests:       4 passed, 4 total'],
  ["npm test > out.txt; printf 'ℹ pass 2\\nℹ fail 0\\n'", PASSING],
  ['npm test > out.txt || cat << E\nℹ fail 0\nE', 'ℹ fail 0'],
])('a pass that the line says by itself is none: %j', (line, text) => {
  const watch = after(bash('npm test', FAILING, true), bash('npm test', FAILING, true))
  const before = watch.score
  watch.note(bash(line, text))
  expect(watch.score).toBe(before)
})

it.each([
  '\u001b[1mTests:       \u001b[22m\u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m, 1 total',
  '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m',
  '\u001b[31m\u001b[1m✖ 3 problems (3 errors, 0 warnings)\u001b[22m\u001b[39m',
])('a summary in colours, as a background job prints it, counts: %j', (text) => {
  const line = 'npm test 2>&1 | tail -3'
  expect(after(bash(line, text), bash(line, text)).score).toBe(POINTS.sameCheckFails)
})
