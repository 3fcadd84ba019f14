/** Finished parts, summaries beside summaries, the mark at which nothing may be asked, and what is told of the marks. */
import { describe, expect, it } from 'vitest'
import { apiComplaints } from '../../loop/test-support.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { EventBody } from '../../protocol/events.ts'
import { conversationRestored } from '../time/timeline.ts'
import { of, read, said, scene, summary, texts, transitions, WINDOW } from './testing/compaction-scene.ts'
import type { Scene } from './testing/compaction-scene.ts'

const done = (text: string): ScriptedResponse => ({ text })
/** No call of it could be asked for again, and each is another one. */
const asks = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    calls: [{ name: 'AskUserQuestion', input: { question: `Which of ${from + at}?` } }],
  }))
const summaryOf = (text: string): ScriptedResponse => ({
  text: `<summary>Summary ${text}: the port of part ${text} is 41${text}, and nothing else is known.</summary>`,
})
const compactions = ({ session }: Scene) => of(session.log, 'conversation_compacted')

describe('finished parts of the conversation', () => {
  async function worked(): Promise<Scene> {
    const all = scene([])
    await all.run([...asks(3), done('Answer 1')], 2_000)
    all.session.append(said('And now the lexer'))
    await all.run([...asks(3, 10), done('Answer 2')], 2_000)
    all.session.append(said('And now the printer'))
    return all
  }

  it('go before a summary is asked for, and what was asked and answered stays', async () => {
    const all = await worked()
    const { end, events, requests } = await all.run([...asks(3, 20), done('Answer 3')], 2_000)
    expect([end.terminal, all.summaries.length, compactions(all).length]).toEqual(['completed', 0, 0])
    expect(of(events, 'spans_collapsed').map(({ spans }) => spans.length)).toEqual([1])
    const last = requests.at(-1)?.messages ?? []
    expect(apiComplaints(last)).toEqual([])
    for (const text of ['Please mend the parser', 'Answer 1', 'And now the lexer', 'Answer 2'])
      expect(texts(last)).toContain(text)
    expect(texts(last)).toContain('- AskUserQuestion')
    expect(texts(last)).not.toContain('Which of 0?"}')
    expect(texts(last)).toContain('Which of 10?')
    for (const { messages } of requests) expect(texts(messages).length / 4).toBeLessThan(WINDOW)
  })

  it('cost the cached beginning once, and are the same after a reload', async () => {
    const all = await worked()
    const { requests } = await all.run([...asks(3, 20), done('Answer 3')], 2_000)
    let broken = 0
    for (const [at, { messages }] of requests.entries()) {
      const kept = requests[at - 1]?.messages.slice(0, -1) ?? []
      if (texts(messages.slice(0, kept.length)) !== texts(kept)) broken++
    }
    expect(broken).toBe(1)
    const live = texts(all.session.conversation.messages)
    all.session.reload()
    expect(texts(all.session.conversation.messages)).toBe(live)
  })

  it('come back where the conversation goes back to before it', async () => {
    const all = await worked()
    const before = texts(all.session.conversation.messages)
    const [place] = all.session.log.slice(-1)
    await all.run([...asks(3, 20), done('Answer 3')], 2_000)
    expect(texts(all.session.conversation.messages)).not.toContain('Which of 0?"}')
    all.session.append(conversationRestored(all.session.log, place?.seq ?? 0))
    expect(texts(all.session.conversation.messages)).toBe(before)
  })

  it('go where a service has refused the conversation, too', async () => {
    const all = scene([], { window: () => 1_000_000 })
    await all.run([...asks(3), done('Answer 1')], 2_000)
    all.session.append(said('And now the lexer'))
    await all.run([...asks(3, 10), done('Answer 2')], 2_000)
    all.session.append(said('And now the printer'))
    const { end, events } = await all.run([{ error: 'prompt_too_long' }, done('Answer 3')])
    expect(end.terminal).toBe('completed')
    expect(transitions(events)).toEqual(['collapse_drain_retry'])
    expect(of(events, 'spans_collapsed').length).toBe(1)
  })
})

describe('a summary after a summary', () => {
  async function filled(all: Scene, times: number): Promise<void> {
    for (let time = 1; time <= times; time++) {
      all.session.append(said(`Part ${time}`))
      const { end, messages } = await all.run([...asks(5, 10 * time), done(`Answer ${time}`)], 2_900)
      expect([end.terminal, apiComplaints(messages)]).toEqual(['completed', []])
    }
  }

  it('leaves the earlier ones word for word, and asks only for what has come since', async () => {
    const all = scene(['1', '2', '3', '4'].map(summaryOf))
    await filled(all, 4)
    const made = compactions(all)
    expect(made.length).toBeGreaterThanOrEqual(3)
    const sent = texts(all.session.conversation.messages)
    for (const [at] of made.entries()) expect(sent).toContain(`the port of part ${at + 1} is 41${at + 1}`)
    const places = made.map((_, at) => sent.indexOf(`Summary ${at + 1}:`))
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    expect(texts(all.summaries[0]?.messages ?? [])).not.toContain('stays as it is')
    expect(texts(all.summaries[1]?.messages ?? [])).toContain('Do not repeat it')
    all.session.reload()
    expect(texts(all.session.conversation.messages)).toBe(sent)
  })

  it('is one of everything where the earlier ones would take too much', async () => {
    const long = (text: string): ScriptedResponse => ({
      text: `<summary>Summary ${text}: ${'many facts. '.repeat(450)}</summary>`,
    })
    const all = scene(['1', '2', '3', '4'].map(long))
    await filled(all, 4)
    const made = compactions(all)
    expect(made.length).toBeGreaterThanOrEqual(3)
    // A tenth of the window is 2,000 tokens: one of 1,350 stays beside another, two do not.
    expect(made.map(({ earlier = [] }) => earlier.length).slice(0, 3)).toEqual([0, 1, 0])
    expect(texts(all.summaries[2]?.messages ?? [])).not.toContain('Do not repeat')
  })

  it('is one of everything where the user asks for it', async () => {
    const all = scene(['1', '2', '3'].map(summaryOf))
    await filled(all, 2)
    const [byItself] = compactions(all)
    expect(byItself?.trigger).toBe('auto')
    await all.byHand()
    const byHand = compactions(all).at(-1)
    expect([byHand?.trigger, byHand?.earlier]).toEqual(['manual', undefined])
    expect(texts(all.session.conversation.messages)).not.toContain('Summary 1')
  })

  it('goes back with the conversation', async () => {
    const all = scene(['1', '2', '3', '4'].map(summaryOf))
    await filled(all, 2)
    const seqs = all.session.log.filter(({ type }) => type === 'conversation_compacted').map(({ seq }) => seq)
    expect(all.session.conversation.summaries.head.length).toBe(seqs.length)
    const before = all.session.log.findLast(
      ({ type, seq }) => type === 'turn_committed' && seq < (seqs.at(-1) ?? 0),
    )
    all.session.append(conversationRestored(all.session.log, before?.seq ?? 0))
    expect(all.session.conversation.summaries.head.length).toBe(seqs.length - 1)
  })
})

describe('at the mark from which no request may be made', () => {
  const failing: ScriptedResponse = { error: 'invalid_request' }
  const all = Array.from({ length: 9 }, () => failing)

  it('the program goes on with what it knows: the answers, the calls, and the user’s words', async () => {
    const failed = scene(all)
    await failed.run([read('/src/parser.ts'), done('The parser has a hole in line 7.')], 1_000)
    failed.session.append(said('Then mend it, and keep port 4173'))
    const { end, requests } = await failed.run([...asks(4), done('Done')], 6_500)
    expect(end.terminal).toBe('completed')
    const [compacted] = compactions(failed)
    expect(compacted).toMatchObject({ by: 'program', model: '', costUsd: 0 })
    const last = texts(requests.at(-1)?.messages ?? [])
    for (const text of ['hole in line 7', 'Read: /src/parser.ts', 'Please mend the parser', 'keep port 4173'])
      expect(last).toContain(text)
    expect(last).toContain('No summary of it could be had from the model')
    for (const { messages } of requests) {
      expect(apiComplaints(messages)).toEqual([])
      expect(texts(messages).length / 4).toBeLessThan(WINDOW)
    }
    // Nobody was asked for it, and nothing is billed.
    expect(failed.session.facts.usage.filter(({ model }) => model.includes('compaction'))).toEqual([])
  })

  it('earlier summaries stay as long as there is room, the newest first', async () => {
    const long = (text: string): ScriptedResponse => ({
      text: `<summary>Summary ${text}: ${'many facts. '.repeat(450)}</summary>`,
    })
    const failed = scene([long('1'), long('2'), ...all])
    for (let time = 1; time <= 5; time++) {
      failed.session.append(said(`Part ${time}`))
      const { end } = await failed.run([...asks(3, 10 * time), done(`Answer ${time}`)], 5_500)
      expect(end.terminal).toBe('completed')
    }
    const made = compactions(failed)
    const byProgram = made.filter(({ by }) => by === 'program')
    expect(byProgram.length).toBeGreaterThan(1)
    expect(byProgram[0]?.earlier?.map((text) => text.slice(0, 9))).toEqual(['Summary 2'])
  })

  it('a conversation that was refused goes on, too', async () => {
    const refused = scene(all, { window: () => 1_000_000 })
    const { end, events } = await refused.run([...asks(6), { error: 'prompt_too_long' }, done('Done')], 3_000)
    expect(end.terminal).toBe('completed')
    expect(transitions(events).at(-1)).toBe('reactive_compact_retry')
    expect(compactions(refused).map(({ by, trigger }) => [by, trigger])).toEqual([['program', 'reactive']])
  })

  it('a hook that wants none is asked once for each attempt, and nothing is made shorter', async () => {
    let asked = 0
    const noteText = 'The parser is read, its port is 4173, and nothing else is known of it.'
    const hooked = scene(all, {
      noteResponses: [done(`<summary>${noteText}</summary>`)],
      hooks: { before: async () => `No, for the ${++asked}. time.`, after: async () => undefined },
    })
    const { end } = await hooked.run([...asks(7), done('Done')], 2_300)
    expect(end.terminal).toBe('completed')
    const failures = of(hooked.session.log, 'compaction_failed')
    expect([failures.length, failures.map(({ reason }) => reason.includes('A hook has blocked it'))]).toEqual(
      [asked, failures.map(() => true)],
    )
    expect([compactions(hooked), hooked.summaries.length, asked]).toEqual([[], 0, 1])
  })

  it('finished parts stay where old results were enough', async () => {
    const full = scene([], { automatic: () => false })
    await full.run([...asks(2), done('Answer 1')], 1_000)
    full.session.append(said('And now the lexer'))
    await full.run([...asks(2, 10), done('Answer 2')], 1_000)
    full.session.append(said('And now the printer'))
    const reads = Array.from({ length: 9 }, (_, at) => read(`/f${at}`))
    const { end, events } = await full.run([...reads, done('Answer 3')], 2_000)
    expect(end.terminal).toBe('completed')
    expect(of(events, 'results_cleared').length).toBeGreaterThan(0)
    expect(of(events, 'spans_collapsed')).toEqual([])
  })

  it('nothing of it happens where the user wants nothing made shorter', async () => {
    const { session, run } = scene(all, { automatic: () => false })
    const { end } = await run([...asks(4), done('Done')], 6_500)
    expect(end.terminal).toBe('blocking_limit')
    expect(of(session.log, 'conversation_compacted')).toEqual([])
  })
})

describe('what is told of the window', () => {
  const filledIn = (events: readonly EventBody[]) => of(events, 'context_filled').map(({ level }) => level)

  it('is that it fills, once, before it is made shorter, and again when it fills anew', async () => {
    const { session, run } = scene([summary, summary])
    const { events } = await run([...asks(7), done('Done')], 2_000)
    expect(filledIn(events)).toEqual(['high'])
    expect(of(events, 'context_filled')[0]).toMatchObject({ compactAt: 17_000, blockAt: 19_000 })
    session.append(said('Go on'))
    const second = await run([...asks(6, 10), done('Done')], 2_000)
    expect(of(second.events, 'conversation_compacted').length).toBe(1)
    expect(filledIn(second.events)).toEqual(['high'])
  })

  it('is that it is full, where nothing makes it shorter', async () => {
    const { run } = scene([], { automatic: () => false })
    const { events } = await run([...asks(9), done('Done')], 2_000)
    expect(filledIn(events)).toEqual(['high', 'full'])
  })

  it('is nothing in a short conversation', async () => {
    const { session, run } = scene([])
    await run([...asks(3), done('Done')], 2_000)
    expect(of(session.log, 'context_filled')).toEqual([])
  })
})
