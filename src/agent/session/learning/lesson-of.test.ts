import { describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { repair } from '../log/repair.ts'
import { lessonOf, REFUSED } from './lesson-of.ts'
import type { Lesson } from './lesson-of.ts'
import { lessonNote, readLesson } from './lesson-text.ts'
import { HOSTILE } from './testing/hostile-values.ts'
import {
  bash,
  called,
  edited,
  ended,
  job,
  logOf,
  refused,
  restored,
  run,
  said,
  started,
  told,
} from './testing/work-log.ts'
import type { Step } from './testing/work-log.ts'

const TASK = said('Fix the login', 'm1')
const ERROR = 'Error: expected 1 to be 2'

function lessonIn(events: readonly AgentEvent[]): Lesson {
  const found = lessonOf(events)
  if (found.kind === 'none') throw new Error(`There is no lesson: ${found.reason}.`)
  return found.lesson
}

/** Parts of a lesson in a few words. */
function parts(events: readonly AgentEvent[]) {
  const { outcome, failures, corrections, worked } = lessonIn(events)
  const failed = failures.map(({ call, count }) => (count === 1 ? call : `${call} ×${count}`))
  return { outcome, failed, corrections, worked }
}

const reason = (...events: readonly Step[]) => {
  const found = lessonOf(logOf(...events))
  return found.kind === 'none' ? found.reason : 'a lesson'
}

describe('a lesson of work', () => {
  it('has the task, its failures with their errors, corrections, what worked, and the tools', () => {
    const log = logOf(
      TASK,
      run([
        bash('npm test', 1, ERROR),
        said('Use pnpm in this project', 'm2'),
        edited('/workspace/src/login.ts'),
        bash('pnpm test', 0, 'all passed'),
        bash('git commit -m done'),
      ]),
    )
    expect(lessonOf(log)).toEqual({
      kind: 'lesson',
      lesson: {
        task: 'Fix the login',
        messageId: 'm1',
        outcome: 'succeeded',
        failures: [{ call: 'Bash npm test', text: `${ERROR}\n[exit code 1, 0.1 s]`, count: 1 }],
        corrections: ['Use pnpm in this project'],
        worked: ['Bash pnpm test, after changes to src/login.ts'],
        tools: ['Bash', 'Edit'],
      },
    })
    expect(lessonOf(log)).toEqual(lessonOf(structuredClone(log)))
  })

  it.each<[string, readonly EventBody[], Partial<ReturnType<typeof parts>>]>([
    [
      'the same command passes after an edit',
      run([
        bash('npm test', 1),
        edited('src/a.ts'),
        edited('src/b.ts'),
        edited('src/a.ts'),
        bash('npm test'),
      ]),
      { worked: ['Bash npm test, after changes to src/a.ts, src/b.ts'] },
    ],
    [
      'only changes between the failure and the success count',
      run([edited('a.ts'), bash('make', 2), edited('b.ts'), bash('make'), edited('c.ts')]),
      { worked: ['Bash make, after changes to b.ts'] },
    ],
    [
      'another program runs the same kind of check',
      run([bash('npm test', 1), bash('npx vitest run')]),
      { worked: ['Bash npx vitest run'] },
    ],
    [
      'another program runs the same script',
      run([bash('npm run seed', 1), bash('pnpm seed')]),
      { worked: ['Bash pnpm seed'] },
    ],
    [
      'the same program runs the same sub-command with other options',
      run([bash('git push origin main', 1), bash('git push --set-upstream origin main')]),
      { worked: ['Bash git push --set-upstream origin main'] },
    ],
    [
      'another kind of check says nothing of the one that failed',
      run([bash('npm test', 1), bash('npm run build')]),
      { worked: [] },
    ],
    [
      'a pipe hides whether another command has passed',
      run([bash('npm test', 1), bash('pnpm test | tail -3')]),
      { worked: [] },
    ],
    [
      'the newest success counts',
      run([bash('npm test', 1), bash('npx vitest run'), bash('pnpm test')]),
      { worked: ['Bash pnpm test'] },
    ],
    [
      'a success that failed again is none',
      run([bash('npm test', 1), bash('pnpm test'), bash('pnpm test', 1)]),
      { failed: ['Bash npm test', 'Bash pnpm test'], worked: [] },
    ],
    ['a success before the failure is none', run([bash('npm test'), bash('npm test', 1)]), { worked: [] }],
    [
      'the same error is counted, other errors of the call are apart',
      run([
        bash('x build', 1, 'Error: 1'),
        bash('x build', 1, 'Error: 2'),
        bash('x build', 1, 'Error: other'),
      ]),
      { failed: ['Bash x build ×2', 'Bash x build'] },
    ],
    [
      'only the first three distinct failures',
      run(['a', 'b', 'c', 'd'].map((name) => bash(`make ${name}`, 2))),
      { failed: ['Bash make a', 'Bash make b', 'Bash make c'] },
    ],
    [
      'two failures that one call has settled name it once',
      run([bash('npm test', 1, 'Error: a'), bash('npm test', 1, 'Error: b'), bash('npm test')]),
      { worked: ['Bash npm test'] },
    ],
    [
      'a refusal with a comment is a failure with a correction',
      run([refused('npm publish', { comment: 'Never publish from here' }), bash('npm pack')]),
      { failed: ['Bash npm publish'], corrections: ['Never publish from here'], outcome: 'succeeded' },
    ],
    [
      'a refusal without a comment is a failure, too',
      run([refused('rm -rf dist')]),
      { failed: ['Bash rm -rf dist'], corrections: [] },
    ],
    [
      'messages before the first failure correct nothing',
      run([said('Be quick', 'm2'), bash('make', 2), said('Use ninja', 'm3')]),
      { corrections: ['Use ninja'] },
    ],
    [
      'the first three corrections, each once',
      run([bash('make', 2), ...['a', 'b', 'a', 'c', 'd'].map((text, at) => said(text, `m${at + 2}`))]),
      { corrections: ['a', 'b', 'c'] },
    ],
    [
      'texts of the program are no words of the user',
      run([bash('make', 2), told('<system-reminder>Go on.</system-reminder>')]),
      { corrections: [] },
    ],
    [
      'a run that the user stops has failed',
      run([bash('make', 2)], 'aborted_tools'),
      { outcome: 'failed', failed: ['Bash make'] },
    ],
    [
      'several runs are one stretch, and the last end counts',
      [...run([bash('make', 2)], 'error'), said('Use ninja', 'm2'), ...run([bash('ninja'), bash('make')])],
      { outcome: 'succeeded', corrections: ['Use ninja'], worked: ['Bash make'] },
    ],
    [
      'a command of the background fails with its last output',
      run([job('npm run e2e', 1, 'Error: no page')]),
      { failed: ['Bash npm run e2e'] },
    ],
    [
      'a path from the root and an absolute one are the same',
      run([
        called('NotebookEdit', { notebook_path: '/workspace/a.ipynb' }, 'Error: no', { outcome: 'failed' }),
        called('NotebookEdit', { notebook_path: 'a.ipynb' }, 'ok'),
      ]),
      { failed: ['NotebookEdit a.ipynb'], worked: ['NotebookEdit a.ipynb'] },
    ],
    [
      'a command that the shell does not know says something of the machine',
      run([bash('rg x', 127, 'rg: command not found'), bash('grep -r x .')]),
      { failed: ['Bash rg x'] },
    ],
    [
      'changes of notes are none of the work',
      run([bash('make', 2), edited('/memory/mine.md'), bash('make')]),
      { worked: ['Bash make'] },
    ],
  ])('%s', (_, events, expected) => {
    expect(parts(logOf(TASK, events))).toMatchObject(expected)
  })

  it('names what a refused call was, and no advice of the program', () => {
    expect(lessonIn(logOf(TASK, run([refused('npm publish')]))).failures).toEqual([
      { call: 'Bash npm publish', text: REFUSED, count: 1 },
    ])
  })

  it('is that of its task when a crash is repaired and the work goes on', () => {
    const lost = called('Bash', { command: 'x' }, '').slice(0, -1)
    const open = [TASK, started('r1'), ...bash('npm test', 1, ERROR), ...lost]
    const mended = [...open, ...repair(logOf(...open))]
    const log = logOf(...mended, started('r2'), bash('pnpm test'), ended('completed', 'r2'))
    expect(parts(log)).toEqual({
      ...{ outcome: 'succeeded', failed: ['Bash npm test'] },
      ...{ corrections: [], worked: ['Bash pnpm test'] },
    })
    const first = lessonIn(logOf(...mended))
    expect([first.outcome, first.messageId]).toEqual(['failed', lessonIn(log).messageId])
  })

  it('is of the task that stands where the conversation was put back, with what failed before', () => {
    const log = logOf(
      said('Set up the project', 'm0'),
      run([bash('npm install', 1, ERROR), said('No, not so', 'm1'), bash('npm install')]),
      restored(0),
      said('Set up the project with pnpm', 'm2'),
      run([bash('pnpm install')]),
    )
    expect(lessonIn(log)).toMatchObject({ task: 'Set up the project with pnpm', messageId: 'm2' })
    expect(parts(log)).toEqual({
      ...{ outcome: 'succeeded', failed: ['Bash npm install'] },
      ...{ corrections: [], worked: ['Bash pnpm install'] },
    })
  })

  it('is a failure where all of it was put back', () => {
    const log = logOf(TASK, run([bash('make', 2), bash('make')]), restored(0))
    expect(lessonIn(log).messageId).toBe('m1')
    expect(parts(log)).toEqual({ outcome: 'failed', failed: ['Bash make'], corrections: [], worked: [] })
  })

  it('never has output of a call that passed', () => {
    const canary = 'CANARY-7f3a'
    const log = logOf(
      TASK,
      run([
        bash('cat .env', 0, canary),
        bash('make', 2, ERROR),
        job('npm run dev', 0, canary),
        called('Read', { file_path: 'a' }, canary),
        bash('make', 0, canary),
        called('WebFetch', { url: 'https://example.com' }, canary),
      ]),
    )
    expect(JSON.stringify(lessonOf(log))).not.toContain(canary)
  })
})

describe('no lesson', () => {
  const failure = bash('make', 2)
  const question: EventBody = {
    ...{ type: 'question_asked', turnId: 't', toolUseId: 'q' },
    question: { kind: 'plan', plan: 'x' },
  }
  const failed = { outcome: 'failed' } as const

  it.each<[string, readonly EventBody[]]>([
    ['all went well', run([bash('make'), edited('a.ts')])],
    ['a file to read was not there', run([called('Read', { file_path: 'a' }, 'a does not exist.', failed)])],
    ['a search failed', run([called('Grep', { pattern: 'a', path: 'b' }, 'b does not exist.', failed)])],
    ['grep found nothing', run([bash('cd src && grep -r x . | head', 1)])],
    ['a list was filtered to nothing', run([bash('npm ls | grep react', 1)])],
    ['a look at something that is not there', run([bash('ls nowhere', 2), bash('git show HEAD:x', 128)])],
    [
      'a call was stopped',
      run([called('Bash', { command: 'make' }, 'Cancelled', { outcome: 'cancelled' })], 'aborted_tools'),
    ],
    ['a call was held', run([called('Bash', { command: 'make' }, 'Held', { outcome: 'held' })])],
    ['a note was refused', run([called('Edit', { file_path: '/memory/a.md' }, 'No', failed)])],
    ['the recall failed', run([called('Recall', { query: 'x' }, 'No', failed)])],
    [
      'the user answered a question',
      run([called('ExitPlanMode', {}, 'Go on planning', { ...failed, id: 'q', within: [question] })]),
    ],
    [
      'a call did not fit its schema',
      run([called('Bash', {}, 'InputValidationError', { ...failed, isUnbegun: true })]),
    ],
    ['a rule denied a call', run([refused('rm x', { source: 'user' }), refused('rm y', { source: 'hook' })])],
    [
      'the user kept what a call had said to themselves',
      run([
        called('Bash', { command: 'make' }, 'Not shown.', {
          id: 'o',
          within: [
            {
              ...{
                type: 'permission_decided',
                turnId: 't',
                toolUseId: 'o',
                behavior: 'deny',
                about: 'output',
              },
              ...{ source: 'person', reason: '', comment: 'It has a key' },
            },
          ],
        }),
      ]),
    ],
    ['a server was stopped', run([job('npm run dev', 143, 'ready')])],
    ['words of the user without a failure', run([said('And be quick', 'm2'), bash('make')])],
  ])('where %s', (_, events) => {
    expect(reason(TASK, events)).toBe('no failure')
  })

  it('while no run has ended, or one goes on', () => {
    expect(reason()).toBe('no run')
    expect(reason(TASK)).toBe('no run')
    expect(reason(TASK, started(), failure)).toBe('no run')
    expect(reason(TASK, run([failure]), started())).toBe('no run')
  })

  it('without a task of the user', () => {
    expect(reason(run([failure]))).toBe('no task')
    expect(reason(told('x'), said('  \n'), run([failure]))).toBe('no task')
  })

  it('from what somebody else, or a replay, has done', () => {
    const opened: EventBody = {
      ...{ type: 'recording_opened', title: 'x', hash: 'h', from: 'file', appVersion: '1', calls: 1 },
    }
    const replay: EventBody = { type: 'replay_started', of: 's', title: 'x', calls: 1 }
    expect(reason(TASK, run([failure]), opened)).toBe('no run')
    expect(reason(TASK, run([failure]), opened, said('Go on', 'm2'), run([bash('make')]))).toBe('no failure')
    expect(reason(replay, TASK, run([failure]))).toBe('no run')
  })
})

describe('a hostile log', () => {
  it.each(HOSTILE.map((text) => [text.slice(0, 60), text]))(
    'gives a note like any other: %j',
    (_, hostile) => {
      const log = logOf(
        said(`Fix it: ${hostile}`, 'm1'),
        run([
          bash(`make ${hostile}`, 2, `Error: ${hostile}`),
          refused(hostile, { comment: `No ${hostile}` }),
          said(`Rather ${hostile}`, 'm2'),
          edited(`src/${hostile}`),
          bash(`make ${hostile}`),
        ]),
      )
      const { path, text } = lessonNote(lessonIn(log), (one) => one)
      expect(path).toMatch(/^lessons\/fix-it[a-z0-9-]*-[a-z]{8}\.md$/)
      expect(
        text.match(
          /^(?:Task: "Fix it|Outcome: succeeded$|Failed:$|Corrected:$|Worked:$|Tools: Bash, Edit$)/gm,
        ),
      ).toHaveLength(6)
      expect(text.match(/^(?:Task|Outcome|Failed|Corrected|Worked|Tools)/gm)).toHaveLength(6)
      expect(readLesson(text)).toMatchObject({ outcome: 'succeeded', task: expect.stringMatching(/^Fix it/) })
    },
  )
})

describe('a long log', () => {
  it('takes linear time', { timeout: patience(20_000) }, () => {
    const steps = Array.from({ length: 4_000 }, (_, at) => [
      ...bash(`npm run step-${at} ${'x'.repeat(2_000)}`, at % 2, `${ERROR}\n`.repeat(200)),
      ...edited(`src/${at}.ts`),
    ])
    const { failures, worked } = lessonIn(logOf(TASK, run(steps)))
    expect([failures.length, worked]).toEqual([3, []])
  })
})
