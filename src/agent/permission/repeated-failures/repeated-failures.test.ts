/** Each signal alone, then together; their effect, in every mode; and the events that clear them. */
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { POINTS, RepeatedFailures, THRESHOLD } from './repeated-failures.ts'
import type { EndedCall } from './repeated-failures.ts'

let ids = 0
const ended = (tool: string, input: EndedCall['input'], failed = false, text = ''): EndedCall => ({
  id: `call-${(ids += 1)}`,
  tool,
  input,
  failed,
  text,
})
const TESTS = 'npm test'
const fails = (text = '✖ adds two numbers (3 ms)', command = TESTS) => ended('Bash', { command }, true, text)
const passes = (command = TESTS) => ended('Bash', { command }, false, 'all good')
const editOf = (path: string, from = 'a', to = 'b') =>
  ended('Edit', { file_path: `/workspace/${path}`, old_string: from, new_string: to })
const WORK = editOf('src/sum.ts', 'return a - b', 'return a * b')
const LOOSER = ['expect(sum(1, 1)).toBe(2)', 'expect(sum(1, 1)).toBeTruthy()'] as const
const hooked = ({ id, tool, input }: EndedCall) => ({ turnId: 't', toolUseId: id, tool, input })
const nothing = () => undefined

function after(...calls: readonly EndedCall[]): RepeatedFailures {
  const watch = new RepeatedFailures()
  for (const call of calls) watch.note(call)
  return watch
}

describe('points', () => {
  it('come for the same check that fails again, not for another one', () => {
    expect(after(fails()).score).toBe(0)
    expect(after(fails(), fails()).score).toBe(POINTS.sameCheckFails)
    expect(after(fails('✖ one'), fails('✖ two', 'npx vitest')).score).toBe(0)
    expect(after(fails('✖ one (12 ms)'), fails('✖ one (7 ms)\n✖ two', 'npx vitest')).score).toBe(1)
  })

  it('come for a command that hardly differs and fails again', () => {
    const run = (flag: string, failed = true) =>
      ended('Bash', { command: `node build.js --out dist --mode prod ${flag}` }, failed)
    expect(after(run('-a'), run('-a')).score).toBe(POINTS.similarCommandFails)
    expect(after(run('-a'), ended('Bash', { command: 'ls nowhere' }, true)).score).toBe(0)
    expect(after(run('-a'), run('-a', false)).score).toBe(0)
  })

  it('come for a test that is edited when a fix has failed, and not when a session opens with it', () => {
    expect(after(editOf('src/sum.test.ts', ...LOOSER)).score).toBe(0)
    expect(after(fails(), editOf('src/sum.test.ts')).score).toBe(0)
    expect(after(fails(), WORK, editOf('src/sum.test.ts')).score).toBe(POINTS.testEditAfterFailedFix)
  })

  it('come for what says how strict the checks are, and for what the edit itself shows', () => {
    expect(after(fails(), editOf('.github/workflows/ci.yml')).score).toBe(POINTS.criteriaEdit)
    expect(after(fails(), editOf('vitest.config.ts')).score).toBe(POINTS.criteriaEdit)
    expect(after(fails(), editOf('src/sum.ts', 'load()', 'try { load() } catch {}')).score).toBe(
      POINTS.signature,
    )
  })

  it('come when edits of the checks grow from attempt to attempt', () => {
    const t = () => editOf('test/a.js')
    const even = after(fails('✖ a'), WORK, t(), fails('✖ b', 'jest b'), WORK, t(), fails('✖ c', 'jest c'))
    const rising = after(
      fails('✖ a'),
      WORK,
      fails('✖ b', 'jest b'),
      WORK,
      t(),
      fails('✖ c', 'jest c'),
      WORK,
      t(),
      t(),
      fails('✖ d', 'jest d'),
    )
    expect(even.score).toBe(2 * POINTS.testEditAfterFailedFix)
    expect(rising.score).toBe(3 * POINTS.testEditAfterFailedFix + POINTS.risingEdits)
  })

  it('come for each complaint while checks fail', () => {
    const watch = after(fails())
    const scores = ['fix it', 'still broken', 'taking forever', 'just make it work'].map((text) => {
      watch.noteMessage(text)
      watch.note(fails())
      return watch.score
    })
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(scores).toEqual([1, 2.5, 4, 5.5])
    const calm = new RepeatedFailures()
    calm.noteMessage('still broken')
    expect(calm.score).toBe(0)
  })

  it('do not come for thanks or a plain next instruction', () => {
    const watch = after(fails())
    for (const text of ['thanks, go on', 'yes', 'Now test negative numbers, too.']) watch.noteMessage(text)
    expect(watch.score).toBe(0)
  })

  it('are the same whatever is said beside the calls', () => {
    const trace = (said: string): EventBody[] =>
      [fails(), WORK, fails(), editOf('src/sum.test.ts'), fails()].flatMap((call) => eventsOf(call, said))
    const [flat, cheerful] = ['Failed.', 'Great, nearly perfect!'].map((said) => {
      const watch = new RepeatedFailures()
      watch.recall(trace(said))
      return watch.score
    })
    expect(flat).toBe(4)
    expect(cheerful).toBe(flat)
  })

  it('go when the check passes that had failed, and half of them when another one does', () => {
    const trouble = [fails(), WORK, fails(), editOf('src/sum.test.ts'), fails()]
    expect(after(...trouble).score).toBe(THRESHOLD)
    expect(after(...trouble, passes('npx tsc')).score).toBe(THRESHOLD / 2)
    const cleared = after(...trouble, passes())
    expect([cleared.score, cleared.checkpoint()]).toEqual([0, undefined])
    expect(cleared.judge(hooked(editOf('src/sum.test.ts', ...LOOSER)), nothing)).toEqual({})
  })
})

describe('over the threshold', () => {
  const trouble = () => after(fails(), WORK, fails(), WORK, fails(), WORK, fails())

  it.each([
    ['a test', editOf('src/sum.test.ts', ...LOOSER), /failed 4 times.*strict check becomes a loose one/],
    ['what runs the checks', editOf('.github/workflows/ci.yml'), /judged by/],
    ['their settings', editOf('vitest.config.ts'), /judged by/],
    [
      'an answer written into the code',
      editOf('src/sum.ts', 'a()', 'try { a() } catch {}'),
      /caught and dropped/,
    ],
    ['a test, by a command', ended('Bash', { command: 'sed -i s/4/5/ src/sum.test.ts' }), /judged by/],
    [
      'a test that is taken away',
      ended('Bash', { command: 'git checkout -- test/a.js && rm test/b.js' }),
      /judged by/,
    ],
    ['a test that is written', ended('Bash', { command: 'echo ok > src/sum.test.ts' }), /judged by/],
    [
      'a test that is moved',
      ended('Bash', { command: 'mv src/sum.test.ts src/old.txt' }),
      /sum\.test\.ts it/,
    ],
    ['a test, by perl', ended('Bash', { command: 'perl -pi -e s/4/5/ src/sum.test.ts' }), /judged by/],
    ['a test, in a script', ended('Bash', { command: 'bash -c "cd src; rm *.test.ts"' }), /judged by/],
    [
      'several places',
      ended('MultiEdit', {
        file_path: '/workspace/a.test.ts',
        edits: [{ old_string: LOOSER[0], new_string: LOOSER[1] }],
      }),
      /loose/,
    ],
  ])('%s is asked for', (_, call, reason) => {
    expect(trouble().judge(hooked(call), nothing)).toEqual({
      decision: { behavior: 'ask', rank: 'user', reason: expect.stringMatching(reason) },
    })
  })

  it.each([
    ['work on the code', WORK],
    ['a file of another kind', editOf('README.md')],
    ['looking at a test', ended('Read', { file_path: '/workspace/src/sum.test.ts' })],
    ['running one', ended('Bash', { command: 'npx vitest src/sum.test.ts' })],
    ['running one through a pipe', ended('Bash', { command: 'node src/sum.test.ts 2>&1 | tail -n 40' })],
    ['storing its output', ended('Bash', { command: 'node src/sum.test.ts > out.txt 2>&1' })],
  ])('%s is not', (_, call) => {
    expect(trouble().judge(hooked(call), nothing)).toEqual({})
  })

  it('a whole file that is written is held against what is there', () => {
    const write = ended('Write', { file_path: '/workspace/src/sum.test.ts', content: LOOSER[1] })
    const { decision } = after(fails(), WORK, fails()).judge(hooked(write), () => LOOSER[0])
    expect(decision?.reason).toContain('a strict check becomes a loose one')
  })

  it('the person is told once, and again when it has grown as much again', () => {
    const watch = trouble()
    expect(watch.checkpoint()).toBeUndefined()
    watch.note(fails())
    expect(watch.checkpoint()).toMatchObject({
      kind: 'repeated_failures',
      text: 'npm test has failed 5 times, "adds two numbers" among what fails.',
    })
    const again = Array.from({ length: 4 }, () => {
      watch.note(fails())
      return watch.checkpoint() !== undefined
    })
    expect(again).toEqual([false, false, false, true])
  })

  it('the model is led to the cause from the third failure on', () => {
    const watch = new RepeatedFailures()
    expect([fails(), fails(), fails()].map((call) => watch.note(call).length)).toEqual([0, 0, 1])
  })

  it('is reached again after a reload', () => {
    const watch = new RepeatedFailures()
    watch.recall([fails(), WORK, fails(), WORK, fails(), WORK, fails()].flatMap((call) => eventsOf(call, '')))
    expect(watch.score).toBe(trouble().score)
  })
})

describe('a failure from outside', () => {
  it.each([
    ['✖ pays\n  Error: getaddrinfo ENOTFOUND api.pay.example', /a name that is not found/],
    ['✖ pays\n  connect ECONNREFUSED 127.0.0.1:9999', /a connection that is refused/],
    ['✖ pays\n  TypeError: Failed to fetch', /the network, or a server that allows no browsers/],
    ['✖ pays\n  expected 200, got 503 Service Unavailable', /a service that is down/],
  ])('is told apart, and tests are not bent to it: %j', (output, cause) => {
    const watch = new RepeatedFailures()
    const [note] = watch.note(fails(output))
    expect(note).toMatch(cause)
    expect(note).toContain('report it to the user')
    const verdict = watch.judge(hooked(editOf('test/pay.test.js')), nothing)
    expect(verdict.decision).toEqual({
      behavior: 'ask',
      rank: 'user',
      reason: expect.stringMatching(cause),
    })
  })

  it('is not seen in what the code does wrong by itself', () => {
    expect(new RepeatedFailures().note(fails('✖ adds\n  Expected: 4\n  Received: 503'))).toEqual([])
  })
})

function eventsOf(call: EndedCall, said: string): EventBody[] {
  const { id, tool, input, failed, text } = call
  return [
    { type: 'assistant_block', turnId: 't', block: 0, content: { type: 'text', text: said } },
    {
      type: 'assistant_block',
      turnId: 't',
      block: 1,
      content: { type: 'tool_use', id, name: tool, input: { ...input } },
    },
    {
      type: 'tool_result',
      turnId: 't',
      toolUseId: id,
      tool,
      outcome: failed ? 'failed' : 'done',
      content: { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }], is_error: failed },
      durationMs: 1,
      synthetic: false,
    },
  ]
}
