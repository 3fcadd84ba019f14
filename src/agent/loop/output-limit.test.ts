/** Room for answers: little at first, more where one was cut off, and little again once the trouble is over. */
import { describe, expect, it } from 'vitest'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { EventBody } from '../protocol/events.ts'
import type { Message } from '../protocol/messages.ts'
import type { LoopDeps } from './deps.ts'
import { runInTest, TestInbox } from './test-support.ts'

const cut: ScriptedResponse = { text: 'part', stopReason: 'max_tokens' }
const cutThrough: ScriptedResponse = {
  calls: [{ name: 'a', inputError: 'The JSON ends too early.' }],
  stopReason: 'max_tokens',
}
const full: ScriptedResponse = { text: 'part', stopReason: 'model_context_window_exceeded' }
const calls: ScriptedResponse = { calls: ['a'] }
const done: ScriptedResponse = { text: 'Done.' }

async function run(responses: readonly ScriptedResponse[], deps: Partial<LoopDeps> = {}) {
  const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }]
  const { requests, events, end } = await runInTest({
    responses,
    conversation: { messages, apply: () => undefined },
    deps,
  })
  return { limits: requests.map(({ maxTokens }) => maxTokens), events, terminal: end.terminal }
}

const transitions = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))

describe('the output limit', () => {
  it('is the usual one again after an answer that fitted, and is raised once for each cut', async () => {
    const { limits, events, terminal } = await run([cut, calls, calls, cut, calls, done])
    expect(limits).toEqual([8_192, 64_000, 8_192, 8_192, 64_000, 8_192])
    expect(transitions(events).filter((reason) => reason === 'max_output_tokens_escalate')).toHaveLength(2)
    expect(terminal).toBe('completed')
  })

  it('stays raised while an answer is continued, and falls when its end has come', async () => {
    const inbox = new TestInbox()
    inbox.add('And now?')
    const { limits, events } = await run([cut, cut, cut, done, done], { inbox })
    expect(limits).toEqual([8_192, 64_000, 64_000, 64_000, 8_192])
    expect(transitions(events)).toEqual([
      'max_output_tokens_escalate',
      'max_output_tokens_recovery',
      'max_output_tokens_recovery',
      'follow_up_injected',
    ])
  })

  it('falls after calls that a cut has left whole: they are progress', async () => {
    const withInput = { calls: [{ name: 'a', input: { path: 'b' } }], stopReason: 'max_tokens' }
    const { limits } = await run([cut, withInput, done])
    expect(limits).toEqual([8_192, 64_000, 8_192])
  })

  it('stays raised after a call that was cut through', async () => {
    const { limits } = await run([cutThrough, cutThrough, done])
    expect(limits).toEqual([8_192, 64_000, 64_000])
  })

  it('stays raised where the window was full before the answer was whole', async () => {
    const { limits } = await run([cut, full, done], {
      hooks: {
        // It yields nothing.
        // oxlint-disable-next-line require-yield
        async *reactiveCompact() {
          return true
        },
      },
    })
    expect(limits).toEqual([8_192, 64_000, 64_000])
  })

  it('falls before a stop hook’s new work, for which continuations are counted anew', async () => {
    let asked = 0
    const onStop: LoopDeps['hooks']['onStop'] = async () =>
      (asked += 1) > 1 ? { type: 'continue' } : { type: 'block', messages: ['Test it, too.'] }
    const answer = [cut, cut, cut, cut, done]
    const { limits, terminal } = await run([...answer, ...answer], { hooks: { onStop } })
    const raised = [8_192, 64_000, 64_000, 64_000, 64_000]
    expect(limits).toEqual([...raised, ...raised])
    expect(terminal).toBe('completed')
  })
})
