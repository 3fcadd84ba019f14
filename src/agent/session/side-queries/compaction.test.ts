/** The loop, the log's reductions and the layers together: the conversation gets shorter, and stays one that the API takes. */
import { describe, expect, it } from 'vitest'
import { apiComplaints } from '../../loop/test-support.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { Message } from '../../protocol/messages.ts'
import { conversationRestored } from '../time/timeline.ts'
import {
  ask,
  LONG,
  of,
  read,
  said,
  scene,
  SUMMARY,
  summary,
  texts,
  transitions,
  WINDOW,
} from './testing/compaction-scene.ts'

describe('before a request', () => {
  it('leaves out old results, asks no model for it, and goes on; they stay in the log', async () => {
    const reads = Array.from({ length: 12 }, (_, index) => read(`/f${index}`))
    const { session, summaries, run } = scene([])
    const { end, events, requests } = await run([...reads, { text: 'Done' }], 1_800)
    expect(end.terminal).toBe('completed')
    expect(summaries.length).toBe(0)
    expect(of(events, 'results_cleared').length).toBeGreaterThan(0)
    for (const { messages } of requests) {
      expect(apiComplaints(messages)).toEqual([])
      expect(texts(messages).length / 4).toBeLessThan(WINDOW)
    }
    expect(
      of(session.log, 'tool_result').every(
        ({ content }) => texts([{ role: 'user', content: [content] }]).length > 7_000,
      ),
    ).toBe(true)
  })

  it('leaves old results out after an hour, when no cache has them any more, and not before', async () => {
    const reads = Array.from({ length: 10 }, (_, index) => read(`/f${index}`))
    const { session, summaries, run } = scene([], { watches: true })
    await run([...reads, { text: 'Done' }], 1_200)
    for (const [minutes, cleared] of [
      [59, 0],
      [61, 1],
    ] as const) {
      session.clock += minutes * 60_000
      session.append(said(`After ${minutes}`))
      const { end, messages } = await run([{ text: 'Done' }])
      expect([end.terminal, of(session.log, 'results_cleared').length]).toEqual(['completed', cleared])
      expect(apiComplaints(messages)).toEqual([])
    }
    expect(summaries.length).toBe(0)
  })

  it('keeps the bytes of what it has decided from then on (invariant 2)', async () => {
    const reads = Array.from({ length: 8 }, (_, index) => read(`/f${index}`))
    const small = Array.from({ length: 4 }, () => ({ calls: [{ name: 'TodoWrite' }] }))
    const { run } = scene([])
    const { requests, events } = await run([...reads, ...small, { text: 'Done' }], 2_400)
    const cleared = of(events, 'results_cleared').length
    const compacted = of(events, 'conversation_compacted').length
    expect([cleared > 0, compacted > 0]).toEqual([true, true])
    let broken = 0
    requests.reduce(
      (before, { messages }) => {
        const kept = before.messages.slice(0, -1)
        if (texts(messages.slice(0, kept.length)) !== texts(kept)) broken++
        return { messages }
      },
      { messages: [] as readonly Message[] },
    )
    expect(broken).toBe(cleared + compacted)
  })

  it('has the older part summarised where that is not enough, with the person’s words beside it', async () => {
    const { session, summaries, run } = scene([summary])
    const { end, events, requests } = await run([ask, ask, ask, { text: 'Done' }], 5_500)
    expect(end.terminal).toBe('completed')
    expect(summaries.length).toBe(1)
    const [compacted] = of(events, 'conversation_compacted')
    expect(compacted).toMatchObject({ trigger: 'auto', summary: SUMMARY, costUsd: 0.01 })
    expect(compacted && compacted.tokensAfter < compacted.tokensBefore / 2).toBe(true)
    const last = requests.at(-1)?.messages ?? []
    expect(apiComplaints(last)).toEqual([])
    expect(texts(last)).toContain(SUMMARY)
    expect(texts(last)).toContain('Please mend the parser')
    expect(session.facts.usage.find(({ model }) => model === 'm (compaction)')).toMatchObject({ requests: 1 })
    const [asked] = of(events, 'side_query_started')
    expect(asked).toMatchObject({ source: 'compaction', model: 'm', turnId: expect.any(String) })
    expect(compacted?.requestId).toBe(asked?.requestId)
  })

  it('goes by the window of the model that is asked, which may have no room for all that is summarised', async () => {
    let window = 1_000_000
    const { session, summaries, run } = scene([summary], { window: () => window })
    await run([...Array.from({ length: 6 }, () => ask), { text: 'Done' }], 5_500)
    expect(of(session.log, 'compaction_started')).toEqual([])
    // Another one has taken over.
    window = WINDOW
    session.append(said('And now the lexer'))
    const { end, requests } = await run([{ text: 'Done' }])
    expect(end.terminal).toBe('completed')
    const sizes = [...summaries, ...requests].map(({ messages }) => texts(messages).length / 4)
    expect([sizes.length, sizes.filter((size) => size >= WINDOW)]).toEqual([2, []])
    expect(summaries[0]?.maxTokens).toBe(WINDOW * 0.15)
    expect(texts(summaries[0]?.messages ?? [])).toContain(
      'The oldest part of this conversation is left out here',
    )
    expect(texts(requests[0]?.messages ?? [])).toContain(SUMMARY)
  })

  it('asks for the summary with the bytes that were sent before', async () => {
    const { summaries, run } = scene([summary])
    const { requests } = await run([ask, ask, ask, { text: 'Done' }], 5_500)
    const asked = summaries[0]?.messages ?? []
    const before =
      requests.findLast(({ messages }) => messages.length > 1 && messages.length < asked.length + 1)
        ?.messages ?? []
    expect(before.length).toBeGreaterThan(3)
    expect(texts(asked.slice(0, before.length)) === texts(before)).toBe(true)
  })

  it('is not made where a short conversation is loaded again: its messages are the same', async () => {
    const { session, summaries, run } = scene([summary])
    await run([ask, { text: 'Done' }])
    const live = texts(session.conversation.messages)
    session.reload()
    expect(texts(session.conversation.messages)).toBe(live)
    session.append(said('And now the lexer'))
    const { requests } = await run([{ text: 'Done again' }])
    expect(requests.map(({ messages }) => texts(messages).startsWith(live.slice(0, -1)))).toEqual([true])
    expect(summaries).toEqual([])
  })

  it('survives a reload, a second time, and going back to before it', async () => {
    const { session, run } = scene([summary, summary])
    await run([ask, ask, ask, { text: 'Done' }], 5_500)
    const live = texts(session.conversation.messages)
    session.reload()
    expect(texts(session.conversation.messages)).toBe(live)
    session.append(said('And now the lexer'))
    const { end, messages } = await run([ask, ask, ask, { text: 'Done' }], 5_500)
    expect(end.terminal).toBe('completed')
    expect(apiComplaints(messages)).toEqual([])
    expect(of(session.log, 'conversation_compacted').length).toBe(2)
    expect(texts(messages)).toContain('And now the lexer')
    const first = session.log.find(({ type }) => type === 'turn_committed')
    if (!first) throw new Error('no turn')
    session.append(conversationRestored(session.log, first.seq))
    expect(session.conversation.messages.length).toBe(3)
    expect(apiComplaints(session.conversation.messages)).toEqual([])
    expect(texts(session.conversation.messages)).not.toContain(SUMMARY)
  })

  it('stops asking for one after three failures in a row, says so, and goes on with what the program knows', async () => {
    const failing: ScriptedResponse = { error: 'invalid_request' }
    const { session, summaries, run } = scene([failing, failing, failing, failing, failing])
    const all: ModelRequest[] = []
    for (let again = 0; again < 6; again++) {
      session.append(said(`Go on, ${again}`))
      const { end, requests, messages } = await run([ask, ask, ask, ask, { text: 'Done' }], 6_500)
      all.push(...requests)
      expect([end.terminal, apiComplaints(messages)]).toEqual(['completed', []])
    }
    expect(all.every(({ messages }) => texts(messages).length / 4 < WINDOW)).toBe(true)
    expect(summaries.length).toBe(3)
    const failures = of(session.log, 'compaction_failed')
    expect(failures.at(-1)?.reason).toContain('failed 3 times in a row')
    const made = of(session.log, 'conversation_compacted')
    expect([made.length > 2, made.every(({ by }) => by === 'program')]).toEqual([true, true])
  })

  it('counts a success as an end of failures', async () => {
    const failing: ScriptedResponse = { error: 'invalid_request' }
    const { session, byHand } = scene([failing, failing, summary])
    session.append(LONG)
    await byHand()
    await byHand()
    expect(session.facts.compaction.failures).toBe(2)
    await byHand()
    expect(session.facts.compaction.failures).toBe(0)
  })

  it('throws a summary away that is hardly shorter, and does not ask for it again and again', async () => {
    const long: ScriptedResponse = { text: `<summary>${'all of it '.repeat(9_000)}</summary>` }
    const { session, summaries, run } = scene([long, long, long, long])
    await run([ask, ask, ask, { text: 'Done' }], 5_620)
    for (let again = 0; again < 4; again++) {
      session.append(said(`Go on, ${again}`))
      await run([{ text: 'Done' }])
    }
    expect(summaries.length).toBe(3)
    expect(of(session.log, 'conversation_compacted')).toEqual([])
    expect(of(session.log, 'side_query_ended').map(({ source, outcome }) => `${source} ${outcome}`)).toEqual(
      Array.from({ length: 3 }, () => 'compaction done'),
    )
    expect(session.facts.usage.find(({ model }) => model === 'm (compaction)')).toMatchObject({ requests: 3 })
  })

  it('asks for no summary where the first message alone fills the window', async () => {
    const { session, summaries, run } = scene([summary])
    session.append(said('long '.repeat(20_000)))
    const first = await run([{ text: 'Done' }])
    expect([first.end.terminal, first.requests.length, summaries.length]).toEqual(['blocking_limit', 0, 0])
    expect(of(session.log, 'compaction_failed')).toEqual([])
    const refused = scene([summary], { window: () => 1_000_000 })
    const { end } = await refused.run([{ error: 'prompt_too_long' }])
    expect([end.terminal, refused.summaries.length]).toEqual(['prompt_too_long', 0])
  })

  it('does nothing by itself where the person does not want it, and says that the window is full', async () => {
    const { summaries, run } = scene([summary], { automatic: () => false })
    const { end } = await run([ask, ask, ask, ask, { text: 'Done' }], 6_500)
    expect([end.terminal, summaries.length]).toEqual(['blocking_limit', 0])
  })

  it('changes nothing when it is stopped in the middle', async () => {
    const { session, compaction } = scene([{ text: 'half', hangs: true }])
    session.append(LONG)
    const before = texts(session.conversation.messages)
    const stop = new AbortController()
    setTimeout(() => stop.abort('stop'), 5)
    const events = compaction().byHand('t', { keep: '' }, stop.signal)
    let step = await events.next()
    for (; !step.done; step = await events.next()) session.append(step.value)
    expect(step.value.terminal).toBe('aborted_streaming')
    expect(of(session.log, 'side_query_ended')).toMatchObject([{ source: 'compaction', outcome: 'stopped' }])
    expect(session.log.at(-1)).toMatchObject({ type: 'compaction_failed', stopped: true })
    expect(texts(session.conversation.messages)).toBe(before)
    expect(session.facts.compaction.failures).toBe(0)
  })
})

describe('after a request was refused', () => {
  const tooLong: ScriptedResponse = { error: 'prompt_too_long' }

  it('leaves out what it can, then has it summarised, once a session, then says so', async () => {
    const { session, summaries, run } = scene([summary], { window: () => 1_000_000 })
    const reads = Array.from({ length: 8 }, (_, index) => read(`/f${index}`))
    const first = await run([...reads, tooLong, tooLong, { text: 'Done' }], 3_000)
    expect(transitions(first.events).filter((reason) => reason !== 'next_turn')).toEqual([
      'collapse_drain_retry',
      'reactive_compact_retry',
    ])
    expect(first.end.terminal).toBe('completed')
    expect(summaries.length).toBe(1)
    expect(of(session.log, 'conversation_compacted')[0]).toMatchObject({ trigger: 'reactive' })
    session.reload()
    session.append(said('More'))
    const second = await run([tooLong])
    expect(second.end.terminal).toBe('prompt_too_long')
    expect(summaries.length).toBe(1)
  })

  it('asks for a summary of less where even that is too long', async () => {
    const refused: ScriptedResponse = { error: 'prompt_too_long', counted: 7 }
    const { session, summaries, run } = scene([tooLong, refused, summary], { window: () => 1_000_000 })
    const { end } = await run([ask, ask, ask, ask, ask, ask, tooLong, { text: 'Done' }], 3_000)
    expect(end.terminal).toBe('completed')
    const sizes = summaries.map(({ messages }) => texts(messages).length)
    expect(sizes.length).toBe(3)
    expect(sizes.every((size, index) => index === 0 || size < (sizes[index - 1] ?? 0))).toBe(true)
    expect(of(session.log, 'conversation_compacted').length).toBe(1)
    const attempts = of(session.log, 'side_query_ended')
    expect(attempts.map(({ outcome, usage }) => [outcome, usage !== undefined])).toEqual([
      ['failed', false],
      ['failed', true],
      ['done', true],
    ])
  })

  it('sends no image again that was refused, and ends where there is none', async () => {
    const { session, run } = scene([])
    session.append({ type: 'request_started', turnId: 'p', requestId: 'r', attempt: 1 })
    session.append({
      type: 'assistant_block',
      turnId: 'p',
      block: 0,
      content: { type: 'tool_use', id: 'img', name: 'Read', input: { file_path: '/a.png' } },
    })
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } } as const
    session.append({
      type: 'tool_result',
      turnId: 'p',
      toolUseId: 'img',
      tool: 'Read',
      outcome: 'done',
      content: { type: 'tool_result', tool_use_id: 'img', content: [image], is_error: false },
      durationMs: 1,
      synthetic: false,
    })
    session.append({ type: 'turn_committed', turnId: 'p', extra: [] })
    const refused: ScriptedResponse = { error: 'image' }
    const { end, requests } = await run([refused, { text: 'Done' }])
    expect(end.terminal).toBe('completed')
    expect(requests.map(({ messages }) => texts(messages).includes('base64'))).toEqual([true, false])
    session.append(said('More'))
    expect((await run([refused])).end.terminal).toBe('image_error')
  })
})

describe('by hand', () => {
  it('summarises all, keeps what the person asks for in the request only, and leaves out an empty wish', async () => {
    const { session, summaries, byHand } = scene([summary])
    session.append(LONG)
    await byHand('the port numbers')
    expect(texts(summaries[0]?.messages ?? [])).toContain('the port numbers')
    expect(texts(session.conversation.messages)).not.toContain('the port numbers')
    expect(session.conversation.messages.length).toBe(1)
  })

  it('tells again of instructions in force and of versions that are held, without the text of those', async () => {
    const file = { path: 'CLAUDE.md', text: 'Use tabs.', hash: 'h', tokens: 3, cut: 0 }
    const held = { change: 'changed', version: 'v' } as const
    const { session, byHand } = scene([summary], {
      carried: {
        instructions: () =>
          Promise.resolve({ files: [file], left: [], unread: [], held: [{ name: 'CLAUDE.md', ...held }] }),
        memory: () => Promise.resolve(undefined),
        todos: () => [],
        jobs: () => [],
      },
    })
    session.append(LONG)
    expect(of(await byHand(), 'instructions_read')).toMatchObject([
      { held: [{ name: 'CLAUDE.md', version: 'v' }] },
    ])
    expect(texts(session.conversation.messages)).toContain('Use tabs.')
    expect(texts(session.conversation.messages)).toContain('the version before stays in force')
  })

  it('costs nothing beyond a limit of what may be spent', async () => {
    const { summaries, byHand } = scene([summary], {
      overBudget: () => Promise.resolve('The limit is reached.'),
    })
    expect(of(await byHand(), 'error')[0]).toMatchObject({ kind: 'budget' })
    expect(summaries).toEqual([])
  })

  it('refuses to make a short conversation longer', async () => {
    const { session, byHand } = scene([summary])
    const events = await byHand()
    expect(of(events, 'compaction_failed')[0]?.reason).toContain('hardly shorter')
    expect(texts(session.conversation.messages)).toContain('Please mend the parser')
  })
})
