/** A summary of a part that the user has chosen, at once or as a draft: the request for it, and the conversation from then on. */
import { describe, expect, it } from 'vitest'
import { apiComplaints } from '../../loop/test-support.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ToolResultBlock } from '../../protocol/messages.ts'
import { conversationRestored } from '../time/timeline.ts'
import { of, said, scene, SUMMARY, summary, texts } from './testing/compaction-scene.ts'
import type { Scene, SceneOptions } from './testing/compaction-scene.ts'

const LONG_TEXT = 'long '.repeat(2_000)

/** Three requests with long answers after the first message: `a`, `b` and `c`. */
function talk(responses: readonly ScriptedResponse[], options: SceneOptions = {}): Scene {
  const made = scene(responses, { window: () => 200_000, ...options })
  for (const name of ['a', 'b', 'c']) {
    if (name !== 'a') made.session.append(said(`Request ${name}, please`, name))
    for (const event of answered(name)) made.session.append(event)
  }
  return made
}

function answered(name: string): EventBody[] {
  const content: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: `call-${name}`,
    content: [{ type: 'text', text: `boom ${name}` }],
    is_error: true,
  }
  const call = {
    type: 'tool_use',
    id: `call-${name}`,
    name: 'Bash',
    input: { command: `run ${name}` },
  } as const
  const text = { type: 'text', text: `${LONG_TEXT}${name}` } as const
  return [
    { type: 'request_started', turnId: `1${name}`, requestId: `1${name}`, attempt: 1 },
    { type: 'assistant_block', turnId: `1${name}`, block: 0, content: call },
    {
      ...{ type: 'tool_result', turnId: `1${name}`, toolUseId: call.id, tool: 'Bash', outcome: 'failed' },
      ...{ content, durationMs: 1, synthetic: false },
    },
    { type: 'turn_committed', turnId: `1${name}`, extra: [] },
    { type: 'request_started', turnId: `2${name}`, requestId: `2${name}`, attempt: 1 },
    { type: 'assistant_block', turnId: `2${name}`, block: 0, content: text },
    { type: 'turn_committed', turnId: `2${name}`, extra: [] },
  ]
}

const draftOf = ({ session }: Scene) => session.facts.draft
const messagesOf = ({ session }: Scene) => session.conversation.messages

describe('of a middle part', () => {
  it('leaves the messages before and after it, and stands between them', async () => {
    const made = talk([summary])
    const before = messagesOf(made)
    const events = await made.byHand('the ports', { from: 'b', to: 'c' })
    expect(of(events, 'conversation_compacted')).toMatchObject([
      { trigger: 'manual', from: 4, messages: 4, summary: SUMMARY, requestId: expect.any(String) },
    ])
    const after = messagesOf(made)
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4))
    expect(after.slice(0, 4).every((message, index) => message === before[index])).toBe(true)
    expect(after.slice(5)).toEqual(before.slice(9))
    expect(texts(after.slice(4, 5))).toContain('A part of this conversation is left out here to make room')
    expect(texts(after.slice(4, 5))).not.toContain('The beginning of this conversation')
    expect(apiComplaints(after)).toEqual([])
  })

  it('is asked for with the bytes that were sent before, and says with which message it begins', async () => {
    const made = talk([summary])
    const before = messagesOf(made)
    await made.byHand('the ports', { from: 'b', to: 'c' })
    const asked = made.summaries[0]?.messages ?? []
    expect(asked.slice(0, 8)).toEqual(before.slice(0, 8))
    expect(asked.length).toBe(9)
    const question = texts(asked.slice(8))
    expect(question).toContain(
      JSON.stringify('begins with: "Request b, please" All before that message stays').slice(1, -1),
    )
    expect(question).toContain('the ports')
    expect(question).toContain('boom b')
    expect(question).not.toContain('boom a')
    expect(question).not.toContain('boom c')
  })

  it('has the user’s own words of that part beside it, and no instructions', async () => {
    const instructions = () =>
      Promise.resolve({
        files: [{ path: 'CLAUDE.md', text: 'Use tabs.', hash: 'h', tokens: 3, cut: 0 }],
        ...{ left: [], unread: [], held: [] },
      })
    const carried = {
      instructions,
      memory: () => Promise.resolve(undefined),
      todos: () => [{ content: 'Ship', activeForm: 'Shipping', status: 'pending' as const }],
      jobs: () => [],
    }
    const made = talk([summary], { carried })
    const events = await made.byHand('', { from: 'b', to: 'c' })
    const [compacted] = of(events, 'conversation_compacted')
    const notes = compacted?.notes.join('\n') ?? ''
    expect(notes).toContain('Request b, please')
    expect(notes).toContain('Ship')
    expect(notes).toContain('boom b')
    for (const other of ['Please mend the parser', 'Request c', 'Use tabs', 'boom a', 'boom c'])
      expect(notes).not.toContain(other)
    expect(of(events, 'instructions_read')).toEqual([])
  })

  it('keeps word for word what the model was told there of instruction files', async () => {
    const news =
      "<system-reminder>\nThe project's instruction files have changed.\nUse spaces.\n</system-reminder>"
    const made = scene([summary], { window: () => 200_000 })
    for (const event of answered('a')) made.session.append(event)
    made.session.append({ ...said(news, 'news'), origin: 'program' } as EventBody)
    made.session.append(said('Request b, please', 'b'))
    for (const event of answered('b')) made.session.append(event)
    const [compacted] = of(await made.byHand('', { from: 'b' }), 'conversation_compacted')
    expect(compacted?.notes[0]).toBe(news)
  })

  it('takes no earlier summary away with a message right after it', async () => {
    const other = { text: `<summary>${SUMMARY} Second.</summary>` }
    const made = talk([summary, other])
    await made.byHand('', { from: 'b', to: 'c' })
    made.session.append(said('Request d, please', 'd'))
    for (const event of answered('d')) made.session.append(event)
    const before = messagesOf(made)
    await made.byHand('', { from: 'c' })
    expect(messagesOf(made).slice(0, 4)).toEqual(before.slice(0, 4))
    expect(messagesOf(made)[4]?.content.slice(0, before[4]?.content.length)).toEqual(before[4]?.content)
    expect([messagesOf(made).length, texts(messagesOf(made)).includes('Second.')]).toEqual([5, true])
    for (const event of [{ type: 'compaction_undone' }, { type: 'compaction_undone' }] as const)
      made.session.append(event)
    expect(texts(messagesOf(made))).not.toContain('conversation-summary')
    expect(messagesOf(made)).toHaveLength(16)
  })

  it('is worth it by its own size, however long the rest is', async () => {
    const made = talk([summary], { window: () => 2_000_000 })
    made.session.append(said('long '.repeat(100_000), 'd'))
    for (const event of answered('d')) made.session.append(event)
    expect(of(await made.byHand('', { from: 'b', to: 'c' }), 'conversation_compacted')).toHaveLength(1)
  })

  it('may begin in the middle of work: the message stays, and the summary follows it', async () => {
    const made = scene([summary], { window: () => 200_000 })
    const [first, ...rest] = answered('a')
    made.session.append(first ?? said(''))
    for (const event of rest.slice(0, 3)) made.session.append(event)
    made.session.append(said('And faster', 'steer'))
    for (const event of rest.slice(3)) made.session.append(event)
    made.session.append(said('Then b', 'b'))
    for (const event of answered('b')) made.session.append(event)
    const before = messagesOf(made)
    await made.byHand('', { from: 'steer' })
    const [kept, last] = [before[2], messagesOf(made)[2]]
    expect(last?.content.slice(0, kept?.content.length)).toEqual(kept?.content)
    expect([messagesOf(made).length, texts(messagesOf(made)).includes(SUMMARY)]).toEqual([3, true])
    expect(apiComplaints(messagesOf(made))).toEqual([])
    made.session.append({ type: 'compaction_undone' })
    expect(messagesOf(made)).toEqual(before)
  })
})

describe('of the beginning', () => {
  it('ends before a message, and is asked for without a quotation', async () => {
    const made = talk([summary])
    const before = messagesOf(made)
    const events = await made.byHand('', { to: 'c' })
    const [compacted] = of(events, 'conversation_compacted')
    expect([compacted?.from, compacted?.messages]).toEqual([undefined, 8])
    expect(texts(made.summaries[0]?.messages ?? [])).not.toContain('Summarise only')
    expect(messagesOf(made).slice(1)).toEqual(before.slice(9))
    expect(texts(messagesOf(made).slice(0, 1))).toContain('The beginning of this conversation is left out')
  })
})

describe('a draft', () => {
  it('changes nothing until it is used, and is billed once', async () => {
    const made = talk([summary])
    const before = messagesOf(made)
    const events = await made.byHand('the ports', { from: 'b', to: 'c', preview: true })
    expect(messagesOf(made)).toBe(before)
    expect(of(events, 'compaction_drafted')).toMatchObject([
      { keep: 'the ports', from: 4, messages: 4, summary: SUMMARY, model: 'm' },
    ])
    made.session.reload()
    const used = await made.useDraft()
    expect(of(used, 'conversation_compacted')).toMatchObject([
      { trigger: 'manual', from: 4, messages: 4, summary: SUMMARY, costUsd: 0 },
    ])
    expect(draftOf(made)).toBeUndefined()
    expect(made.session.facts.usage).toMatchObject([{ model: 'm (compaction)', requests: 1, costUsd: 0.01 }])
    expect(made.summaries).toHaveLength(1)
  })

  it('stays valid while messages are added: they stay behind it', async () => {
    const made = talk([summary])
    await made.byHand('', { preview: true })
    made.session.append(said('Request d, please', 'd'))
    for (const event of answered('d')) made.session.append(event)
    const before = messagesOf(made)
    await made.useDraft()
    expect(messagesOf(made).slice(1)).toEqual(before.slice(13))
    expect(texts(messagesOf(made).slice(0, 1))).toContain('Request d, please')
    expect(apiComplaints(messagesOf(made))).toEqual([])
    made.session.append({ type: 'compaction_undone' })
    expect(messagesOf(made)).toEqual(before)
  })

  it('does not stand for a message without an answer, to which the next one is joined', async () => {
    const made = talk([summary])
    made.session.append(said('Not answered', 'd'))
    await made.byHand('', { preview: true })
    made.session.append(said('And this', 'e'))
    await made.useDraft()
    const [first] = messagesOf(made)
    expect(first?.content.slice(-2)).toEqual([
      { type: 'text', text: 'Not answered' },
      { type: 'text', text: 'And this' },
    ])
  })

  it.each<[string, (made: Scene) => EventBody]>([
    ['given up', () => ({ type: 'compaction_dropped' })],
    ['restored over', ({ session }) => conversationRestored(session.log, 8)],
    ['undone over', () => ({ type: 'compaction_undone' })],
    [
      'collapsed over',
      () => ({ type: 'spans_collapsed', spans: [{ at: 0, messages: 2, text: '' }], tokens: 1 }),
    ],
  ])('is gone once it is %s, also after a reload', async (_, event) => {
    const made = talk([summary])
    await made.byHand('', { preview: true })
    expect(draftOf(made)).toBeDefined()
    made.session.append(event(made))
    made.session.reload()
    expect(draftOf(made)).toBeUndefined()
    expect(await made.useDraft()).toEqual([])
  })

  it('outlasts results that were cleared, and takes the place of an earlier draft', async () => {
    const other = { text: `<summary>${SUMMARY} Second.</summary>` }
    const made = talk([summary, other])
    await made.byHand('', { preview: true })
    made.session.append({ type: 'results_cleared', toolUseIds: ['call-a'], why: 'old', tokens: 1 })
    const lastLine = () => draftOf(made)?.summary.split('\n').at(-1)
    expect(lastLine()).toBe(SUMMARY)
    await made.byHand('', { preview: true })
    expect(lastLine()).toBe(`${SUMMARY} Second.`)
  })

  it('is not made where it would be hardly shorter, a hook blocks it, or the budget is spent', async () => {
    const long = { text: `<summary>${'all of it '.repeat(9_000)}</summary>` }
    const hardly = talk([long])
    expect(of(await hardly.byHand('', { preview: true }), 'compaction_failed')).toMatchObject([
      { reason: 'The summary is hardly shorter than what it stands for. Nothing has changed.' },
    ])
    const asked: string[] = []
    const hooks = {
      before: (_: string, wish: string) => Promise.resolve(asked.push(wish) > 0 ? 'Not now.' : undefined),
      after: () => Promise.resolve(),
    }
    const blocked = talk([summary], { hooks })
    expect(
      of(await blocked.byHand('ports', { from: 'b', preview: true }), 'compaction_failed'),
    ).toMatchObject([{ reason: 'A hook has blocked it: Not now. Nothing has changed.' }])
    expect([asked, blocked.summaries]).toEqual([['ports'], []])
    const spent = talk([summary], { overBudget: () => Promise.resolve('The limit is reached.') })
    expect(of(await spent.byHand('', { from: 'b', preview: true }), 'error')).toMatchObject([
      { kind: 'budget' },
    ])
    expect([hardly, blocked, spent].map(draftOf)).toEqual([undefined, undefined, undefined])
  })

  it('changes nothing when it is stopped in the middle', async () => {
    const made = talk([{ text: 'half', hangs: true }])
    const stop = new AbortController()
    setTimeout(() => stop.abort('stop'), 5)
    const steps = made.compaction().byHand('t', { keep: '', from: 'b', preview: true }, stop.signal)
    let step = await steps.next()
    for (; !step.done; step = await steps.next()) made.session.append(step.value)
    expect(step.value.terminal).toBe('aborted_streaming')
    expect(made.session.log.at(-1)).toMatchObject({ type: 'compaction_failed', stopped: true })
    expect(draftOf(made)).toBeUndefined()
  })
})
