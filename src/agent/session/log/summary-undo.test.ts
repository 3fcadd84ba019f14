/** Summaries of any part of a conversation, and what it is when they are taken back. */
import { describe, expect, it } from 'vitest'
import { canBeginAt } from '../../context/compression/split.ts'
import { apiComplaints } from '../../loop/test-support.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { LoggedSession } from '../testing/logged-session.ts'
import { conversationRestored } from '../time/timeline.ts'

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

function compacted(from: number, messages: number, parts: Partial<Compacted> = {}): EventBody {
  return {
    ...{ type: 'conversation_compacted', trigger: 'manual', summary: 'In short.', notes: ['A note.'] },
    ...(from === 0 ? {} : { from }),
    ...{ messages, tokensBefore: 9, tokensAfter: 1, model: 'm', usage, costUsd: 0, requestId: 'q' },
    ...parts,
  }
}
type Compacted = Extract<EventBody, { type: 'conversation_compacted' }>

const undone: EventBody = { type: 'compaction_undone' }

function said(messageId: string, origin: 'human' | 'program' = 'human'): EventBody {
  return {
    type: 'user_message',
    messageId,
    content: [{ type: 'text', text: `words of ${messageId}` }],
    origin,
  }
}

/** A turn with so many calls. */
function turn(id: string, calls: number, extra: readonly string[] = []): EventBody[] {
  const ids = Array.from({ length: calls }, (_, index) => `${id}-${index}`)
  return [
    { type: 'request_started', turnId: id, requestId: id, attempt: 1 },
    { type: 'assistant_block', turnId: id, block: 0, content: { type: 'text', text: `answer ${id}` } },
    ...ids.flatMap((call, index): EventBody[] => [
      {
        type: 'assistant_block',
        turnId: id,
        block: index + 1,
        content: { type: 'tool_use', id: call, name: 'Read', input: { file_path: `/${call}` } },
      },
      {
        type: 'tool_result',
        turnId: id,
        toolUseId: call,
        tool: 'Read',
        outcome: 'done',
        content: {
          type: 'tool_result',
          tool_use_id: call,
          content: [{ type: 'text', text: `result of ${call}` }],
          is_error: false,
        },
        durationMs: 1,
        synthetic: false,
      },
    ]),
    { type: 'turn_committed', turnId: id, extra: extra.map((text) => ({ type: 'text', text })) },
  ]
}

function cleared(...toolUseIds: readonly string[]): EventBody {
  return { type: 'results_cleared', toolUseIds: [...toolUseIds], why: 'old', tokens: 1 }
}

function sessionOf(...bodies: readonly EventBody[]): LoggedSession {
  const session = new LoggedSession()
  for (const body of bodies) session.append(body)
  return session
}

const messagesOf = (...bodies: readonly EventBody[]) => sessionOf(...bodies).conversation.messages

function random(seed: number): (below: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Steps of a conversation: messages of the user, also two in a row and in the middle of work, and turns of a few calls. */
function talk(below: (limit: number) => number, steps: number, name: string): EventBody[] {
  return Array.from({ length: steps }, (_, index): readonly EventBody[] => {
    const id = `${name}${index}`
    if (below(3) === 0) return [said(id, below(4) === 0 ? 'program' : 'human')]
    return turn(id, below(3), below(4) === 0 ? [`news of ${id}`] : [])
  }).flat()
}

/** A place at which messages can be cut, at random; `at` or after it. */
function cut(below: (limit: number) => number, messages: readonly Message[], at: number): number {
  let place = at + below(messages.length - at + 1)
  while (!canBeginAt(messages, place)) place++
  return Math.min(place, messages.length)
}

describe('any part of any conversation', () => {
  it('has the messages before it as they were, pairs and turns intact, and all of it again when it is undone', () => {
    let middles = 0
    for (let seed = 1; seed <= 400; seed++) {
      const below = random(seed)
      const before = [said('first'), ...talk(below, 3 + below(12), 'a')]
      const since = talk(below, below(6), 'b')
      const session = sessionOf(...before)
      const { messages } = session.conversation
      const from = cut(below, messages, 0)
      const end = cut(below, messages, from)
      session.append(compacted(from, end - from))
      const shorter = session.conversation.messages
      expect(shorter.slice(0, Math.max(0, from - 1)), `seed ${seed}`).toEqual(
        messages.slice(0, Math.max(0, from - 1)),
      )
      if (from > 0) middles++
      if (from > 0 && messages[from - 1]?.role === 'assistant')
        expect(shorter[from - 1]).toBe(messages[from - 1])
      // A message of the user before it only grows.
      if (from > 0)
        expect(JSON.stringify(shorter[from - 1]?.content).slice(0, -1)).toContain(
          JSON.stringify(messages[from - 1]?.content).slice(0, -1),
        )
      for (const event of since) session.append(event)
      expect(apiComplaints(session.conversation.messages), `seed ${seed}`).toEqual([])
      session.append(undone)
      expect(session.conversation.messages, `seed ${seed}`).toEqual(messagesOf(...before, ...since))
      expect(session.conversation.undone).toBeUndefined()
      const { log } = session
      session.reload()
      expect(session.conversation.messages).toEqual(messagesOf(...before, ...since))
      expect(log.length).toBe(before.length + since.length + 2)
    }
    expect(middles).toBeGreaterThan(200)
  })

  it('two summaries are taken back one after the other', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const below = random(seed)
      const parts = ['a', 'b', 'c'].map((name) => [said(`${name}!`), ...talk(below, 2 + below(6), name)])
      const [first = [], second = [], third = []] = parts
      const session = sessionOf(...first)
      for (const more of [second, third]) {
        const { messages } = session.conversation
        const from = cut(below, messages, 0)
        session.append(compacted(from, cut(below, messages, from) - from))
        for (const event of more) session.append(event)
      }
      expect(apiComplaints(session.conversation.messages), `seed ${seed}`).toEqual([])
      session.append(undone)
      expect(apiComplaints(session.conversation.messages), `seed ${seed}`).toEqual([])
      session.append(undone)
      expect(session.conversation.messages, `seed ${seed}`).toEqual(messagesOf(...parts.flat()))
      session.append(undone)
      expect(session.conversation.messages).toEqual(messagesOf(...parts.flat()))
    }
  })
})

describe('taken back', () => {
  const work = [said('one'), ...turn('t', 1), ...turn('u', 0), said('two'), ...turn('v', 1), ...turn('w', 0)]

  it('leaves what was cleared since as it is, also before the part', () => {
    const since = [said('three'), ...turn('x', 1)]
    const clear = cleared('t-0', 'x-0')
    const session = sessionOf(...work, compacted(4, 4), ...since, clear, undone)
    expect(session.conversation.messages).toEqual(messagesOf(...work, ...since, clear))
  })

  it('leaves finished parts since as they are', () => {
    const since = [said('three'), ...turn('x', 1), ...turn('y', 0)]
    const collapsed = (at: number): EventBody => ({
      type: 'spans_collapsed',
      spans: [{ at, messages: 2, text: '<system-reminder>\nCalls.\n- Read\n</system-reminder>' }],
      tokens: 1,
    })
    const session = sessionOf(...work, compacted(0, 8), ...since, collapsed(0), undone)
    expect(session.conversation.messages).toEqual(messagesOf(...work, ...since, collapsed(8)))
    const earlier = sessionOf(...work, compacted(4, 4), ...since, collapsed(0), undone)
    expect(earlier.conversation.messages).toEqual(messagesOf(...work, ...since, collapsed(0)))
  })

  it('brings back the summaries and notes of before, and drops the notes since', () => {
    const note = (text: string, messages: number): EventBody => ({
      type: 'session_notes',
      text,
      messages,
      model: 'm',
      requestId: text,
    })
    const session = sessionOf(...work, compacted(0, 4), said('three'), ...turn('x', 0), note('early', 2))
    const { summaries } = session.conversation
    session.append(compacted(0, 6, { summary: 'All.' }))
    expect(session.conversation.summaries).toEqual({ head: ['All.'], notes: [] })
    for (const event of [said('four'), note('late', 1), undone]) session.append(event)
    expect(session.conversation.summaries).toEqual(summaries)
    expect(summaries).toMatchObject({ head: ['In short.'], notes: [{ text: 'early' }] })
  })

  it('of a middle part: the head stays, and notes on what is before it', () => {
    const note = (messages: number): EventBody => ({
      type: 'session_notes',
      text: `${messages}`,
      messages,
      model: 'm',
      requestId: 'n',
    })
    const session = sessionOf(
      ...[said('zero'), ...turn('s', 0), compacted(0, 2), ...work, note(3), note(5), note(7)],
    )
    session.append(compacted(5, 2))
    expect(session.conversation.summaries).toMatchObject({
      head: ['In short.'],
      notes: [{ messages: 3 }, { messages: 5 }],
    })
  })

  it('a restore brings back what can be undone at that moment', () => {
    const session = sessionOf(...work)
    const whole = session.conversation.messages
    session.append(compacted(4, 4))
    const at = session.log.length
    const short = session.conversation.messages
    const back = (seq: number) => session.append(conversationRestored(session.log, seq))
    session.append(undone)
    back(at)
    expect(session.conversation.messages).toEqual(short)
    expect(session.conversation.undone).toEqual(whole)
    back(at - 1)
    expect([session.conversation.messages, session.conversation.undone]).toEqual([whole, undefined])
    back(at)
    session.append(undone)
    expect(session.conversation.messages).toEqual(whole)
  })

  it('names other places from then on', () => {
    const session = sessionOf(...work, compacted(0, 4))
    const { edition } = session.conversation
    session.append(undone)
    expect(session.conversation.edition).toBe(edition + 1)
    session.append(undone)
    expect(session.conversation.edition).toBe(edition + 1)
  })

  it('its facts are told again, and nothing that was counted before holds', () => {
    const read: EventBody = { type: 'instructions_read', files: [{ name: 'CLAUDE.md', hash: 'h' }] }
    const session = sessionOf(...work, read, compacted(0, 4), undone)
    expect(session.facts).toMatchObject({ instructions: undefined, memory: undefined, lastUsage: undefined })
    expect(session.facts.usage).toEqual([])
  })
})

describe('places of messages', () => {
  const work = [said('one'), ...turn('t', 1), said('two'), ...turn('u', 0), said('three')]

  it('are found by the ids of what the user has said, as long as it is there', () => {
    const session = sessionOf(...work)
    const places = () => ['one', 'two', 'three', 'none'].map((id) => session.conversation.placeOf(id))
    expect(places()).toEqual([0, 2, 4, undefined])
    session.append(compacted(0, 4))
    expect(places()).toEqual([undefined, undefined, 0, undefined])
    expect(['one', 'none'].map((id) => session.conversation.knows(id))).toEqual([true, false])
    session.append(undone)
    expect(places()).toEqual([0, 2, 4, undefined])
    session.append(cleared('t-0'))
    expect(places()).toEqual([0, 2, 4, undefined])
    expect(session.conversation.blocksOf('two')).toEqual([{ type: 'text', text: 'words of two' }])
  })
})

describe('a log from elsewhere', () => {
  it('may name any part: calls and results stay together, and the roles alternate', () => {
    const work = [said('one'), ...turn('t', 2), ...turn('u', 1), said('two'), ...turn('v', 0)]
    for (let from = 1; from < 9; from++)
      for (let count = 0; count < 9; count++) {
        const session = sessionOf(...work, compacted(from, count))
        expect(apiComplaints(session.conversation.messages), `${from} ${count}`).toEqual([])
        session.append(undone)
        expect(session.conversation.messages, `${from} ${count}`).toEqual(messagesOf(...work))
      }
  })
})
