/** Running notes beside the work: when they are made, and how they stand in for a summary. */
import { describe, expect, it } from 'vitest'
import { collapsePlan } from '../../context/compression/finished-spans.ts'
import { apiComplaints } from '../../loop/test-support.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { ReadBody } from '../../protocol/events.ts'
import { conversationRestored } from '../time/timeline.ts'
import { of, read, said, scene, summary, texts } from './testing/compaction-scene.ts'
import type { Scene } from './testing/compaction-scene.ts'

const note = (text: string): ScriptedResponse => ({
  text: `<summary>Notes ${text}: the parser is read, its port is 41${text}.</summary>`,
})
const NOTES = ['1', '2', '3', '4', '5', '6'].map(note)
/** Each another one: the same again and again would pause the run. */
const asks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    calls: [{ name: 'AskUserQuestion', input: { question: `Which of ${at}?` } }],
  }))
const done: ScriptedResponse = { text: 'Done' }
const placesOf = (log: readonly ReadBody[]) => of(log, 'session_notes').map(({ messages }) => messages)
const settled = ({ underWay }: Scene) => underWay.settled(new AbortController().signal)
/** 20,000 tokens of which 17,000 may be used: half is 8,500, a fifth 3,400. */
const STEP = 1_000

describe('when they are made', () => {
  it('not before half of the room is used, then after each fifth; each speaks of what has come since', async () => {
    const all = scene([], { noteResponses: NOTES })
    const { end, requests } = await all.run([...asks(14), done], STEP)
    await settled(all)
    expect(end.terminal).toBe('completed')
    const sizes = all.notes.map(({ messages }) => texts(messages).length / 4)
    expect(sizes[0]).toBeGreaterThan(8_500)
    expect(sizes.length).toBe(3)
    const places = placesOf(all.session.log)
    expect(places.length).toBe(3)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    expect(texts(all.notes[0]?.messages ?? [])).not.toContain('Do not repeat')
    expect(texts(all.notes[1]?.messages ?? [])).toContain('its port is 411')
    expect(texts(all.notes[2]?.messages ?? [])).toContain('its port is 412')
    // The conversation is sent as before: notes are read by nobody yet.
    expect(requests.every(({ messages }) => !texts(messages).includes('its port'))).toBe(true)
  })

  it('begin with the bytes that were sent before, so that the cache has them', async () => {
    const { notes, run } = scene([], { noteResponses: NOTES })
    const { requests } = await run([...asks(10), done], STEP)
    const asked = notes[0]?.messages ?? []
    const before = requests.findLast(({ messages }) => messages.length < asked.length + 1)?.messages ?? []
    expect(before.length).toBeGreaterThan(10)
    expect(texts(asked.slice(0, before.length - 1))).toBe(texts(before.slice(0, -1)))
    expect(texts(asked)).toContain(texts(before.slice(-1)).slice(1, -4))
  })

  it('are billed as their own', async () => {
    const { session, run } = scene([], { noteResponses: NOTES })
    await run([...asks(10), done], STEP)
    const [made] = of(session.log, 'session_notes')
    const [asked] = of(session.log, 'side_query_started')
    expect([asked?.source, asked?.requestId]).toEqual(['notes', made?.requestId])
    expect(session.facts.usage.find(({ model }) => model === 'm (notes)')).toMatchObject({ requests: 1 })
  })

  it('are waited for by nothing, and one at a time', async () => {
    const hanging: ScriptedResponse = { text: '<summary>half', hangs: true }
    const all = scene([], { noteResponses: [hanging, ...NOTES], waitsForNotes: false })
    const { end } = await all.run([...asks(12), done], STEP)
    expect([end.terminal, all.notes.length]).toEqual(['completed', 1])
    // The session is left.
    await all.underWay.stop()
    expect(of(all.session.log, 'side_query_ended')).toMatchObject([{ source: 'notes', outcome: 'stopped' }])
    expect(of(all.session.log, 'session_notes')).toEqual([])
  })

  it('outlast the run in which they were begun', async () => {
    const all = scene([], { noteResponses: NOTES, waitsForNotes: false })
    await all.run([...asks(8), done], STEP)
    const ended = all.session.log.length
    all.session.append(said('And now the lexer'))
    await all.run([done])
    await settled(all)
    expect(all.session.log.length).toBeGreaterThan(ended)
    expect(placesOf(all.session.log).length).toBe(1)
  })

  it('are tried again only when more has come, and not a fourth time', async () => {
    const failing: ScriptedResponse = { error: 'overloaded' }
    const all = scene([summary], { noteResponses: [failing, { text: 'no' }, failing, ...NOTES] })
    await all.run([...asks(18), done], STEP)
    expect(all.notes.length).toBe(2)
    all.session.append(said('And now the lexer'))
    const { end } = await all.run([...asks(12), done], STEP)
    expect([end.terminal, all.notes.length]).toEqual(['completed', 3])
    expect(of(all.session.log, 'session_notes')).toEqual([])
  })

  it('not where the results of calls that can be made again take most of the room', async () => {
    const all = scene([], { noteResponses: NOTES })
    const reads = Array.from({ length: 18 }, (_, at) => read(`/f${at}`))
    const { end, events } = await all.run([...reads, done], STEP)
    expect([end.terminal, of(events, 'results_cleared').length > 0]).toEqual(['completed', true])
    expect(all.notes).toEqual([])
  })

  it('not where the user does not want them', async () => {
    const off = scene([])
    await off.run([...asks(12), done], STEP)
    expect(off.notes).toEqual([])
  })

  it('not while no money is left, and as before once there is some, however often it was not', async () => {
    let isSpent = true
    let asked = 0
    const poor = scene([], {
      noteResponses: NOTES,
      overBudget: async () => {
        asked++
        return isSpent ? 'The limit is reached.' : undefined
      },
    })
    await poor.run([...asks(12), done], STEP)
    expect([poor.notes.length, asked > 3]).toEqual([0, true])
    isSpent = false
    await poor.run([...asks(2), done], STEP)
    await settled(poor)
    expect(placesOf(poor.session.log).length).toBe(1)
  })
})

describe('where the window is full', () => {
  it('they take the place of what they speak of: no summary is asked for', async () => {
    const all = scene([], { noteResponses: NOTES })
    const { end, events, requests } = await all.run([...asks(18), done], STEP)
    expect([end.terminal, all.summaries.length]).toEqual(['completed', 0])
    const [compacted] = of(events, 'conversation_compacted')
    expect(compacted).toMatchObject({ by: 'notes', trigger: 'auto', costUsd: 0 })
    expect(compacted?.earlier?.join()).toContain('its port is 411')
    expect(of(all.session.log, 'compaction_started')).toEqual([])
    const last = requests.at(-1)?.messages ?? []
    expect(apiComplaints(last)).toEqual([])
    for (const text of ['its port is 411', 'its port is 412', 'Please mend the parser'])
      expect(texts(last)).toContain(text)
    expect(texts(last).length / 4).toBeLessThan(17_000)
    // They are billed once, as notes.
    expect(
      all.session.facts.usage.map(({ model }) => model).filter((model) => model.includes('compaction')),
    ).toEqual([])
  })

  it('what has come since the last of them stays word for word', async () => {
    const all = scene([], { noteResponses: NOTES })
    await all.run([...asks(13), done], STEP)
    await settled(all)
    const before = all.session.conversation.messages
    const covered = all.session.conversation.summaries.notes.at(-1)?.messages ?? 0
    all.session.append(said('long '.repeat(4_500), 'long'))
    await all.run([done])
    const [compacted] = of(all.session.log, 'conversation_compacted')
    expect([compacted?.by, compacted?.messages]).toEqual(['notes', covered])
    const kept = before.slice(covered)
    expect(kept.length).toBeGreaterThan(2)
    expect(texts(all.session.conversation.messages.slice(1, 1 + kept.length))).toBe(texts(kept))
    expect(all.session.conversation.summaries.notes).toEqual([])
  })

  it('those under way are waited for', async () => {
    const held = Promise.withResolvers<void>()
    const all = scene([], { noteResponses: NOTES, waitsForNotes: false, notesHeld: held.promise })
    await all.run([...asks(9), done], STEP)
    all.session.append(said('long '.repeat(5_200), 'long'))
    const asked = all.session.log.length
    const run = all.run([done])
    await new Promise((resolve) => void setTimeout(resolve))
    expect(all.session.log.length).toBe(asked)
    held.resolve()
    expect([(await run).end.terminal, all.summaries.length]).toEqual(['completed', 0])
    expect(of(all.session.log, 'conversation_compacted').map(({ by }) => by)).toEqual(['notes'])
  })

  it('a summary of the rest alone is asked for where they are too far behind', async () => {
    const hooked: string[] = []
    const all = scene([summary], {
      noteResponses: [note('1'), { error: 'overloaded' }, { error: 'overloaded' }],
      hooks: {
        before: async (by) => (hooked.push(`before ${by}`), undefined),
        after: async (by) => void hooked.push(`after ${by}`),
      },
    })
    await all.run([...asks(9), done], STEP)
    all.session.append(said('And now the lexer'))
    const { end } = await all.run([...asks(4), done], 2_600)
    expect(end.terminal).toBe('completed')
    const [compacted] = of(all.session.log, 'conversation_compacted')
    expect(compacted?.by).toBeUndefined()
    expect(compacted?.earlier).toEqual([expect.stringContaining('its port is 411')])
    expect(texts(all.summaries[0]?.messages ?? [])).toContain('Do not repeat them')
    expect(hooked).toEqual(['before auto', 'after auto'])
  })

  it('they stand for the same messages after finished parts have gone', async () => {
    const { session, run } = scene([], { window: () => 40_000 })
    for (const part of [1, 2, 3]) {
      await run([...asks(5), done], STEP)
      session.append(said(`Part ${part}`))
    }
    const { conversation } = session
    const place = conversation.messages.length - 1
    const noted = {
      type: 'session_notes',
      text: 'So far.',
      messages: place,
      model: 'm',
      requestId: 'q',
    } as const
    session.append(noted)
    const at = conversation.messages[place]
    const plan = collapsePlan(conversation)
    session.append({ type: 'spans_collapsed', spans: [...(plan?.spans ?? [])], tokens: 0 })
    expect(conversation.messages.length).toBeLessThan(place)
    expect(conversation.messages[conversation.summaries.notes[0]?.messages ?? 0]).toBe(at)
  })

  it('one summary of everything is asked for where they have become too long', async () => {
    const long = (text: string): ScriptedResponse => ({
      text: `<summary>Notes ${text}: ${'many facts. '.repeat(450)}</summary>`,
    })
    const all = scene([summary], { noteResponses: ['1', '2', '3', '4'].map(long) })
    const { end } = await all.run([...asks(18), done], STEP)
    expect(end.terminal).toBe('completed')
    const [compacted] = of(all.session.log, 'conversation_compacted')
    expect([compacted?.by, compacted?.earlier, all.summaries.length]).toEqual([undefined, undefined, 1])
    // A tenth of the window is 2,000 tokens, and each takes 1,350.
    expect(all.notes.length).toBe(2)
    expect(texts(all.summaries[0]?.messages ?? [])).not.toContain('Do not repeat')
  })

  it('they go back with the conversation', async () => {
    const all = scene([], { noteResponses: NOTES })
    await all.run([...asks(13), done], STEP)
    const early = all.session.log.find(({ type }) => type === 'turn_committed')
    expect(all.session.conversation.summaries.notes.length).toBeGreaterThan(1)
    all.session.append(conversationRestored(all.session.log, early?.seq ?? 0))
    expect(all.session.conversation.summaries.notes).toEqual([])
    all.session.reload()
    expect(all.session.conversation.summaries.notes).toEqual([])
  })

  it('those that come after the conversation was put back stand for nothing', async () => {
    const all = scene([], { noteResponses: NOTES, waitsForNotes: false })
    await all.run([...asks(8), done], STEP)
    const first = all.session.log.find(({ type }) => type === 'turn_committed')
    if (!first) throw new Error('no turn')
    all.session.append(conversationRestored(all.session.log, first.seq))
    await settled(all)
    expect(of(all.session.log, 'session_notes')).toEqual([])
    expect(of(all.session.log, 'side_query_ended')).toMatchObject([{ outcome: 'done' }])
  })
})
