/** Notes that belong to a message: when they are told, and what the log says of each pick. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PICK_NOTE_BYTES, PICK_SESSION_BYTES } from '../../../limits.ts'
import { PreparedMemory } from '../../../memory/notes/prepared-memory.ts'
import { NoteShelves } from '../../../memory/recall/note-shelves.ts'
import type { PickNote } from '../../../memory/recall/pick-candidates.ts'
import { HOUR_MS, NOW, pickNote } from '../../../memory/recall/test-support.ts'
import { memoryRead } from '../../../memory/notes/told-memory.ts'
import { orAborted } from '../../../or-aborted.ts'
import type { EventBody } from '../../../protocol/events.ts'
import { textOf } from '../../../protocol/text/text-of.ts'
import type { PickedNotes, PickNotes } from '../../side-queries/note-picker.ts'
import { COMPACTED, conversationWithNotes } from '../../testing/conversation-with-notes.ts'
import { RecalledNotes } from './recalled-notes.ts'
import type { RecalledNotesOptions } from './recalled-notes.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

const said = (text: string, origin: 'human' | 'program' = 'human'): EventBody => ({
  type: 'user_message',
  messageId: 'm',
  origin,
  content: [{ type: 'text', text }],
})
const PORTS = pickNote('ports.md', { body: 'The tests listen on port 4000.\n\nNothing else may.' })
const DEPLOY = pickNote('deploy.md', {
  origin: 'unconfirmed',
  body: 'Deploy on Fridays, with two reviews.',
})
const ASKED = said('Which port do the tests use?')

/** A run with these notes, which the index has told. */
function runWith(notes: PickNote[], more: Partial<RecalledNotesOptions> = {}) {
  const { thread, memory, take: note } = conversationWithNotes(notes)
  const log: EventBody[] = []
  const take = (event: EventBody) => {
    note(event)
    log.push(event)
  }
  take(memoryRead({ notes, now: NOW }))
  log.length = 0
  const recalled = new RecalledNotes({
    thread: {
      get facts() {
        return thread.facts
      },
      conversation: { messages: [] } as never,
    },
    memory: { ...memory, shelves: new NoteShelves() },
    isOn: () => true,
    picker: undefined,
    overBudget: () => undefined,
    newId: () => 'id',
    now: () => NOW,
    ...more,
  })
  return {
    recalled,
    log,
    take,
    note: (event: EventBody) => recalled.note(event),
    /** As before a request: the events of the run so far. */
    async request(signal = new AbortController().signal) {
      for await (const event of recalled.beforeRequest(signal)) take(event)
      return log.splice(0)
    },
  }
}

/** A model that answers when it is told to. */
function model() {
  const asked: { said: string; notes: readonly string[] }[] = []
  const signals: AbortSignal[] = []
  const answers: PromiseWithResolvers<readonly string[]>[] = []
  const picker: PickNotes = async ({ said: text, notes }, signal): Promise<PickedNotes> => {
    signals.push(signal)
    asked.push({ said: text, notes: notes.map(({ path }) => path) })
    const answer = Promise.withResolvers<readonly string[]>()
    answers.push(answer)
    const paths = await orAborted<readonly string[], readonly string[]>(answer.promise, signal, [])
    return { notes: notes.filter(({ path }) => paths.includes(path)) }
  }
  /** Resolves when what follows from the answer has been done. */
  const answer = async (...paths: readonly string[]) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.resolve(paths)
    await settled()
  }
  return { picker, asked, answer, signals }
}

/** Resolves when all has been done that waits for nothing. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const textsOf = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'user_message' ? [textOf(event)] : []))

describe('by words', () => {
  it('the notes are there before the next request, each in its frame', async () => {
    const { note, request } = runWith([PORTS, DEPLOY])
    note(ASKED)
    const events = await request()
    expect(events).toMatchObject([
      {
        type: 'memory_recalled',
        by: 'words',
        candidates: 2,
        notes: [{ path: 'ports.md', hash: PORTS.hash }],
        bytes: PORTS.body.length,
      },
      { type: 'user_message', origin: 'program' },
    ])
    expect(textsOf(events)[0]).toMatch(
      /<memory-notes>\n# \/memory\/ports\.md [^]*port 4000[^]*<\/memory-notes>/,
    )
    expect(await request()).toEqual([])
    note(said('Who reviews what we deploy on Fridays?'))
    const [text = ''] = textsOf(await request())
    expect(text).toMatch(/<unconfirmed-memory>\n# About deploy\.md — \/memory\/deploy\.md /)
    expect(text).not.toContain('<memory-notes>')
  })

  it('a note is as old as it is when it is told, though it was read before', async () => {
    const { note, request } = runWith([PORTS], { now: () => NOW + 25 * HOUR_MS })
    note(ASKED)
    expect(textsOf(await request())[0]).toContain('1 day old: ')
  })

  it('nothing is told twice, but after a summary', async () => {
    const { note, request, take } = runWith([PORTS, DEPLOY])
    note(ASKED)
    await request()
    note(ASKED)
    expect(await request()).toMatchObject([{ type: 'memory_recalled', candidates: 1, notes: [], bytes: 0 }])
    take(COMPACTED)
    note(ASKED)
    expect(textsOf(await request())).toHaveLength(1)
  })

  it('two messages at once tell a note once', async () => {
    const { note, request } = runWith([PORTS])
    note(ASKED)
    note(ASKED)
    const events = await request()
    expect(textsOf(events)).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'memory_recalled')).toMatchObject([
      { notes: [{ path: 'ports.md' }] },
      { notes: [] },
    ])
  })

  it('a pick that finds none is in the log', async () => {
    const { note, request } = runWith([PORTS])
    note(said('Mend the parser of dates.'))
    expect(await request()).toEqual([
      { type: 'memory_recalled', by: 'words', candidates: 1, notes: [], bytes: 0 },
    ])
  })

  it.each([
    ['no notes', runWith([]), ASKED],
    ['no memory', runWith([PORTS], { memory: undefined }), ASKED],
    ['a memory that is off', runWith([PORTS], { isOn: () => false }), ASKED],
    ['a message of the program', runWith([PORTS]), said('Which port do the tests use?', 'program')],
    ['a message without words', runWith([PORTS]), said('')],
  ])('nothing happens with %s', async (_, { note, request, recalled }, message) => {
    note(message)
    expect(await request()).toEqual([])
    expect(recalled.dropped()).toEqual([])
  })

  it('nothing is logged where all is known', async () => {
    const { note, request } = runWith([pickNote('a.md', { body: 'Use tabs.' })])
    note(said('tabs'))
    expect(await request()).toEqual([])
  })
})

describe('by a model', () => {
  it('they are told before the first request after its answer, and no request waits for it', async () => {
    const { picker, answer, asked } = model()
    const { note, request } = runWith([PORTS, DEPLOY], { picker })
    note(said('Go on.'))
    expect(await request()).toEqual([])
    await answer('deploy.md')
    expect(asked).toEqual([{ said: 'Go on.', notes: ['deploy.md', 'ports.md'] }])
    const events = await request()
    expect(events[0]).toMatchObject({ by: 'model', notes: [{ path: 'deploy.md' }] })
    expect(textsOf(events)).toHaveLength(1)
    // The next message is asked of the others.
    note(said('And now?'))
    await answer()
    expect(asked[1]).toEqual({ said: 'And now?', notes: ['ports.md'] })
    expect(await request()).toMatchObject([{ by: 'model', candidates: 1, notes: [] }])
  })

  it('a pick is dropped where the run ends before', async () => {
    const { picker, answer, asked, signals } = model()
    const { note, recalled, request } = runWith([PORTS], { picker })
    note(ASKED)
    note(ASKED)
    await answer('ports.md')
    await expect.poll(() => asked.length).toBe(2)
    const dropped = {
      by: 'model',
      candidates: 1,
      notes: [],
      bytes: 0,
      problem: expect.stringContaining('run ended'),
    }
    expect(recalled.dropped()).toMatchObject([dropped, dropped])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(recalled.dropped()).toEqual([])
    expect(await request()).toEqual([])
  })

  it('none is asked where no request may be made', async () => {
    const { picker, asked } = model()
    const { note, request } = runWith([PORTS], { picker, overBudget: async () => 'The limit is met.' })
    note(ASKED)
    await expect.poll(() => request()).toMatchObject([{ problem: 'The limit is met.' }])
    expect(asked).toEqual([])
  })

  it('none is asked once the session has been told enough: the 16th note of 4 KB', async () => {
    const notes = Array.from({ length: 17 }, (_, at) =>
      pickNote(`n${at}.md`, { body: 'x'.repeat(PICK_NOTE_BYTES) }),
    )
    const { picker, answer, asked } = model()
    const { note, request } = runWith(notes, { picker })
    let bytes = 0
    for (let at = 0; at < 15; at++) {
      note(ASKED)
      await answer(`n${at}.md`)
      const [event] = await request()
      bytes += event?.type === 'memory_recalled' ? event.bytes : 0
    }
    expect(bytes).toBe(PICK_SESSION_BYTES)
    note(ASKED)
    await settled()
    expect(await request()).toEqual([])
    expect(asked).toHaveLength(15)
  })

  it('the last note has what is left of the room', async () => {
    const { note, request, take } = runWith([PORTS])
    const before = { candidates: 1, notes: [{ path: 'x.md', hash: 'h' }], bytes: PICK_SESSION_BYTES - 10 }
    take({ type: 'memory_recalled', by: 'model', ...before })
    note(ASKED)
    expect((await request()).slice(1)).toMatchObject([{ bytes: 10 }, { type: 'user_message' }])
  })

  it('its failure is in the log, and the run goes on', async () => {
    const picker: PickNotes = async () => ({ notes: [], problem: 'It is down.' })
    const { note, request } = runWith([PORTS], { picker })
    note(ASKED)
    await expect
      .poll(() => request())
      .toEqual([
        { type: 'memory_recalled', by: 'model', candidates: 1, notes: [], bytes: 0, problem: 'It is down.' },
      ])
  })
})

describe('what happens meanwhile counts', () => {
  const UNREADABLE = { notes: [], bytes: 0, problem: 'The notes could not be read.' }

  it('a note that was changed, deleted or told is not told', async () => {
    const { picker, answer } = model()
    const notes = [PORTS, DEPLOY, pickNote('c.md')]
    const { note, request, take } = runWith(notes, { picker })
    note(ASKED)
    await answer('ports.md', 'deploy.md', 'c.md')
    take({
      type: 'memory_recalled',
      by: 'words',
      candidates: 1,
      notes: [{ path: 'c.md', hash: 'hash-of-c.md' }],
      bytes: 1,
    })
    notes.splice(0, 2, { ...PORTS, hash: 'newer' })
    expect((await request()).slice(1)).toEqual([
      { type: 'memory_recalled', by: 'model', candidates: 3, notes: [], bytes: 0 },
    ])
  })

  it('a note that has become the user’s own is not told as data', async () => {
    const { picker, answer } = model()
    const notes = [DEPLOY]
    const { note, request } = runWith(notes, { picker })
    note(ASKED)
    await answer('deploy.md')
    notes[0] = { ...DEPLOY, origin: 'user' }
    expect(textsOf(await request())).toEqual([])
  })

  it('a memory that is switched off tells nothing', async () => {
    let isOn = true
    const { note, request } = runWith([PORTS], { isOn: () => isOn })
    note(ASKED)
    isOn = false
    expect(await request()).toMatchObject([{ notes: [], bytes: 0, problem: 'The memory was switched off.' }])
  })

  const ports = async () => new PreparedMemory({ notes: [PORTS], now: NOW })

  it('notes that cannot be read are none', async () => {
    const broken = () => Promise.reject(new Error('Gone.'))
    const memory = { now: broken, texts: broken, shelves: new NoteShelves() }
    const first = runWith([PORTS], { memory })
    first.note(ASKED)
    expect(await first.request()).toMatchObject([{ candidates: 1, ...UNREADABLE }])
    const texts = runWith([PORTS], {
      memory: { now: ports, shelves: new NoteShelves(), texts: broken },
    })
    texts.note(ASKED)
    expect(await texts.request()).toMatchObject([{ candidates: 1, ...UNREADABLE }])
    const { picker, answer } = model()
    const told = runWith([PORTS], {
      picker,
      memory: { now: ports, shelves: new NoteShelves(), texts: broken },
    })
    told.note(ASKED)
    await answer('ports.md')
    expect(await told.request()).toMatchObject([{ candidates: 1, ...UNREADABLE }])
  })

  it('a run that is stopped waits for nothing, and the pick is in the log', async () => {
    const stop = new AbortController()
    const { note, request, recalled } = runWith([PORTS], {
      memory: { now: ports, shelves: new NoteShelves(), texts: () => new Promise(() => {}) },
    })
    note(ASKED)
    const waiting = request(stop.signal)
    await settled()
    stop.abort()
    expect(await waiting).toEqual([])
    expect(recalled.dropped()).toMatchObject([{ candidates: 1, problem: expect.any(String) }])
  })
})
