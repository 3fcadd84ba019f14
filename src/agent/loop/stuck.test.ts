import { describe, expect, it } from 'vitest'
import { resultOf } from './test-support.ts'
import { StuckDetector } from './stuck.ts'

interface Call {
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly result: string
  readonly failed?: boolean
  readonly root?: string
  /** An older name of the tool, as the model calls it. */
  readonly saidAs?: string
  /** The job that it becomes. */
  readonly jobId?: string
}

const bash = (command: string, result: string, failed = true): Call => ({
  tool: 'Bash',
  input: { command },
  result,
  failed,
})
const edit = (from: string, to: string, root?: string): Call => ({
  tool: 'Edit',
  input: { file_path: '/workspace/a.js', old_string: from, new_string: to },
  result: `edited to ${to}`,
  ...(root === undefined ? {} : { root }),
})

function verdictOf(calls: readonly Call[]) {
  const detector = new StuckDetector()
  calls.forEach(({ tool, saidAs = tool, input, result, failed, root, jobId }, index) => {
    const call = { type: 'tool_use' as const, id: `c${index}`, name: saidAs, input }
    detector.note({ type: 'assistant_block', turnId: 't', block: 0, content: call })
    const event = resultOf(call, 't', result)
    if (event.type !== 'tool_result') throw new Error('not a result')
    detector.note({
      ...event,
      tool,
      outcome: failed ? 'failed' : 'done',
      ...(root === undefined ? {} : { root }),
      ...(jobId === undefined ? {} : { display: { kind: 'job', jobId } }),
    })
  })
  return detector.verdict()
}
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

describe('a run that goes in circles', () => {
  it('makes the same call with the same result, whatever time it took', () => {
    const found = verdictOf(times(3, (n) => bash('npm test', `1 failed [exit code 1, 0.${n} s]`)))
    expect(found).toMatchObject({ kind: 'same_call', toolUseIds: ['c0', 'c1', 'c2'] })
    expect(found?.text).toContain('npm test')
    expect(verdictOf(times(2, () => bash('npm test', '1 failed')))).toBeUndefined()
  })

  it('does not where the result or the input differs, or something was done in between', () => {
    expect(verdictOf(times(5, (n) => bash('npm test', `${n} failed`)))).toBeUndefined()
    expect(verdictOf(times(5, (n) => bash(`cat file${n}`, 'same', false)))).toBeUndefined()
    const test = bash('npm test', '1 failed')
    expect(verdictOf([test, edit('a', 'b'), test, edit('b', 'c'), test, edit('c', 'd')])).toBeUndefined()
  })

  it('makes two calls in turn', () => {
    const pair = [bash('ls', 'a', false), bash('pwd', 'b', false)]
    expect(verdictOf([...pair, ...pair, ...pair])?.kind).toBe('alternating')
    expect(verdictOf([...pair, ...pair])).toBeUndefined()
  })

  it('gets the same error from one tool over and over', () => {
    const error = 'String not found'
    const failing = times(5, (n): Call => ({ ...edit(`x${n}`, 'y'), result: error, failed: true }))
    expect(verdictOf(failing)?.kind).toBe('same_error')
    expect(verdictOf(failing.slice(1))).toBeUndefined()
  })

  it('runs commands that hardly differ and fail', () => {
    const near = (n: number) =>
      bash(`node scripts/build.mjs --mode production --verbose --target a b c -j ${n}`, `error ${n}x`)
    expect(verdictOf(times(6, near))?.kind).toBe('similar_commands')
    expect(verdictOf(times(5, near))).toBeUndefined()
    expect(verdictOf(times(6, (n) => ({ ...near(n), failed: n !== 3 })))).toBeUndefined()
  })

  it('takes its own edits back, and knows the workspace before them', () => {
    const calls = [edit('q', 'r', 'r0'), edit('a', 'b', 'r1'), edit('b', 'a', 'r0'), edit('a', 'b', 'r1')]
    expect(verdictOf(calls)?.kind).toBe('undone_edits')
    expect(verdictOf([bash('touch x', '', false), ...calls].slice(0, 4))).toBeUndefined()
    const before = verdictOf([{ ...bash('touch x', '', false), root: 'start' }, ...calls.slice(1)])
    expect(before?.root).toBe('start')
  })

  it('runs commands in the background that fail in the same way', () => {
    const started = (command: string, jobId: string): Call => ({
      ...bash(command, `[It still runs after 15 s and goes on in the background as ${jobId}.]`, false),
      jobId,
    })
    const ended = (jobId: string, exitCode: number): Call => ({
      tool: 'TaskOutput',
      input: { task_id: jobId, block: true },
      result: `1 failed\n[${jobId} has ended with exit code ${exitCode} after 20.${exitCode} s.]`,
    })
    const round = (exitCode: number) => (n: number) => [
      started('npm test', `bash_${n}`),
      ended(`bash_${n}`, exitCode),
    ]
    expect(verdictOf(times(3, round(1)).flat())?.kind).toBe('same_call')
    const older = (call: Call): Call => (call.tool === 'Bash' ? call : { ...call, saidAs: 'BashOutput' })
    expect(verdictOf(times(3, round(1)).flat().map(older))?.kind).toBe('same_call')
    const varied = (n: number) => [
      started(`npx jest --ci --silent --runInBand --no-cache --verbose -t ${n}`, `bash_${n}`),
      ended(`bash_${n}`, 1),
    ]
    expect(verdictOf(times(5, varied).flat())?.kind).toBe('same_error')
    expect(verdictOf(times(4, varied).flat())).toBeUndefined()
    expect(verdictOf(times(6, (n) => started('npm run serve', `bash_${n}`)))).toBeUndefined()
  })

  it('is not one that asks again what changes by itself', () => {
    expect(
      verdictOf(times(6, (): Call => ({ tool: 'TaskOutput', input: { id: 'b1' }, result: 'running' }))),
    ).toBeUndefined()
  })

  it('is not one whose responses failed after a call had begun early', () => {
    const detector = new StuckDetector()
    for (let n = 0; n < 4; n++) {
      const call = { type: 'tool_use' as const, id: `c${n}`, name: 'Read', input: { file_path: 'a' } }
      detector.note({ type: 'request_started', turnId: 't', requestId: `${n}`, attempt: n + 1 })
      detector.note({ type: 'assistant_block', turnId: 't', block: 0, content: call })
      detector.note(resultOf(call, 't', 'same'))
      if (n < 3) detector.note({ type: 'request_discarded', turnId: 't', requestId: `${n}`, reason: 'cut' })
    }
    expect(detector.verdict()).toBeUndefined()
  })

  it('begins anew with what the person says', () => {
    const detector = new StuckDetector()
    for (let n = 0; n < 3; n++) {
      const call = { type: 'tool_use' as const, id: `c${n}`, name: 'Read', input: { file_path: 'a' } }
      detector.note({ type: 'assistant_block', turnId: 't', block: 0, content: call })
      detector.note(resultOf(call, 't', 'same'))
    }
    expect(detector.verdict()?.kind).toBe('same_call')
    detector.note({ type: 'user_message', messageId: 'm', content: [], origin: 'human' })
    expect(detector.verdict()).toBeUndefined()
  })
})
