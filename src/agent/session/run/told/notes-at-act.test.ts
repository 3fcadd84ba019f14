/** Notes of the user before calls: which call is held, for which notes, and how often. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACT_NOTES } from '../../../limits.ts'
import { PreparedMemory } from '../../../memory/notes/prepared-memory.ts'
import type { MemoryNow } from '../../../memory/notes/told-memory.ts'
import { NOW, pickNote } from '../../../memory/recall/test-support.ts'
import type { PermissionCall } from '../../../permission/contract.ts'
import { shellCall } from '../../../permission/test-support.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { HeldCall } from '../../../tools/deps.ts'
import { CLEARED, COMPACTED, conversationWithNotes } from '../../testing/conversation-with-notes.ts'
import { NotesAtAct } from './notes-at-act.ts'
import type { NotesAtActOptions } from './notes-at-act.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

type Note = MemoryNow['notes'][number]

const note = (path: string, when: readonly string[], more: Partial<Note> = {}): Note => ({
  ...pickNote(path, { body: `Rule of ${path}.` }),
  atAct: { when, by: 'user' },
  ...more,
})
const TESTS = note('tests.md', ['Bash(npm test*)'])
const TEST = shellCall('npm test')
/** A run with these notes. */
function runWith(notes: Note[], more: Partial<NotesAtActOptions> = {}) {
  const { thread, memory, readings, take } = conversationWithNotes(notes)
  let ids = 0
  const atAct = new NotesAtAct({
    thread,
    memory,
    latest: () => undefined,
    isOn: () => true,
    now: () => NOW,
    ...more,
  })
  /** Calls of one answer, side by side; what is logged of them comes after all of them were looked at. */
  const answer = async (...calls: readonly PermissionCall[]): Promise<readonly (HeldCall | undefined)[]> => {
    const before = atAct.forAnswer()
    const held = await Promise.all(
      calls.map((call) => before?.(call, { turnId: 't', toolUseId: `c${++ids}` })),
    )
    for (const one of held) if (one?.event) take(one.event)
    return held
  }
  return { answer, take, notes, readings }
}

const pathsOf = (held: HeldCall | undefined) =>
  held?.event?.type === 'memory_at_act' ? held.event.notes.map(({ path }) => path) : undefined

describe('a call that a note of the user speaks of', () => {
  it('is held with the note, which the log names with its source', async () => {
    const { answer } = runWith([TESTS, note('other.md', ['Edit(src/**)'])])
    const [held] = await answer(TEST)
    expect(held?.text).toContain('# /memory/tests.md')
    expect(held?.text).toContain('Rule of tests.md.')
    expect(held?.text).not.toContain('other.md')
    expect(held?.event).toEqual({
      type: 'memory_at_act',
      turnId: 't',
      toolUseId: 'c1',
      notes: [
        {
          path: 'tests.md',
          hash: TESTS.hash,
          title: 'Rule of tests.md.',
          at: NOW,
          by: 'user',
          when: 'Bash(npm test*)',
        },
      ],
      others: [],
    })
  })

  it('is held once, and again where the note is another one or its text has gone', async () => {
    const { answer, take, notes } = runWith([TESTS])
    expect(pathsOf((await answer(TEST))[0])).toEqual(['tests.md'])
    expect(await answer(TEST, shellCall('npm test -- --run'))).toEqual([undefined, undefined])
    for (const gone of [CLEARED, COMPACTED]) {
      take(gone)
      expect(pathsOf((await answer(TEST))[0]), gone.type).toEqual(['tests.md'])
      expect((await answer(TEST))[0]).toBeUndefined()
    }
    notes[0] = { ...TESTS, hash: 'another', body: 'It says something else.' }
    expect((await answer(TEST))[0]?.text).toContain('It says something else.')
    expect((await answer(TEST))[0]).toBeUndefined()
  })

  it('is not held for a note that was told with the message, or that the agent wrote here', async () => {
    const { answer, take } = runWith([TESTS, note('own.md', ['Bash'])])
    take({
      type: 'memory_recalled',
      by: 'words',
      candidates: 2,
      notes: [{ path: 'tests.md', hash: TESTS.hash }],
      bytes: 9,
    })
    take({
      type: 'memory_changed',
      path: 'own.md',
      change: 'written',
      by: 'agent',
      hash: 'hash-of-own.md',
      origin: 'user',
      messageIds: ['m'],
    })
    expect((await answer(TEST))[0]).toBeUndefined()
    take(COMPACTED)
    expect(pathsOf((await answer(TEST))[0])).toEqual(['tests.md', 'own.md'])
  })

  it('is held beside another one without the text, which is told once', async () => {
    const { answer } = runWith([TESTS])
    const held = await answer(TEST, TEST, shellCall('ls'))
    expect(held.map(pathsOf)).toEqual([['tests.md'], undefined, undefined])
    expect(held.slice(1)).toEqual([{}, undefined])
  })

  it('is held anew where the answer was thrown away', async () => {
    const { answer, take } = runWith([TESTS])
    await answer(TEST)
    take({ type: 'request_discarded', turnId: 't', requestId: 'r', reason: 'overloaded' } as EventBody)
    expect(pathsOf((await answer(TEST))[0])).toEqual(['tests.md'])
  })

  it('has those of the project first, the latest first, and more are named and hold nothing any more', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      note(at % 2 ? `n${at}.md` : `everywhere/n${at}.md`, ['Bash'], { updatedAt: NOW - 1_000 * at }),
    )
    const { answer, readings } = runWith(many)
    const [held] = await answer(TEST)
    expect(pathsOf(held)).toEqual(['n1.md', 'n3.md', 'n5.md'])
    expect(held?.event).toMatchObject({ others: { length: 300 - ACT_NOTES } })
    expect((await answer(TEST))[0]).toBeUndefined()
    // No text is read but of those that are told.
    expect(readings).toEqual([['n1.md', 'n3.md', 'n5.md']])
  })

  it('has the next note in the place of one that is another by now, or has no text', async () => {
    const listed = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'].map((path) => note(path, ['Bash']))
    const [a = TESTS, , c = TESTS] = listed
    const notes = listed.with(0, { ...a, hash: 'newer' }).with(2, { ...c, body: ' \n' })
    const { answer, readings } = runWith(notes, {
      latest: () => new PreparedMemory({ notes: listed, now: NOW }),
    })
    const [held] = await answer(TEST)
    expect(pathsOf(held)).toEqual(['b.md', 'd.md', 'e.md'])
    expect(held?.event).toMatchObject({ others: [{ path: 'f.md' }] })
    expect(readings).toEqual([
      ['a.md', 'b.md', 'c.md'],
      ['d.md', 'e.md'],
    ])
  })
})

describe('calls side by side', () => {
  const OTHER = shellCall('npm run build')
  const BUILD = note('build.md', ['Bash(npm run build*)'])
  const both = (path: string) => note(path, ['Bash(npm test*)', 'Bash(npm run build*)'])

  it('all go on where the text cannot be read, or is another one', async () => {
    const now = async () => new PreparedMemory({ notes: [TESTS], now: NOW })
    const broken = async () => {
      throw new Error('The database is gone.')
    }
    const newer = async () => new Map([['tests.md', { hash: 'newer', text: 'Another.' }]])
    for (const texts of [broken, newer])
      expect(await runWith([TESTS], { memory: { now, texts } }).answer(TEST, TEST)).toEqual([
        undefined,
        undefined,
      ])
  })

  it('are told a note by the call for which it could be read', async () => {
    const { memory } = conversationWithNotes([TESTS])
    let fails = true
    const texts: typeof memory.texts = async (paths) => {
      if (!fails) return memory.texts(paths)
      fails = false
      throw new Error('The database is busy.')
    }
    const held = await runWith([TESTS], { memory: { ...memory, texts } }).answer(TEST, TEST)
    expect(held.map(pathsOf)).toEqual([undefined, ['tests.md']])
    expect(held[0]).toBeUndefined()
  })

  it('are told no note twice, and each what is left for it', async () => {
    const { answer } = runWith([both('both.md'), BUILD, TESTS])
    const held = await answer(TEST, OTHER, TEST, OTHER)
    expect(held.map(pathsOf)).toEqual([['both.md', 'tests.md'], ['build.md'], undefined, undefined])
    expect(held.slice(2)).toEqual([{}, {}])
  })

  it('wait where one of their notes was told with another, and the rest could not be', async () => {
    const { memory } = conversationWithNotes([both('both.md'), TESTS])
    const { answer } = runWith([both('both.md'), BUILD], { memory: { ...memory, now: listed } })
    async function listed() {
      return new PreparedMemory({ notes: [both('both.md'), BUILD], now: NOW })
    }
    const held = await answer(TEST, OTHER)
    expect(held.map(pathsOf)).toEqual([['both.md'], undefined])
    expect(held[1]).toEqual({})
  })

  it('are named no note twice that has no place with them', async () => {
    const many = Array.from({ length: ACT_NOTES + 3 }, (_, at) => both(`n${at}.md`))
    const held = await runWith([...many, BUILD]).answer(TEST, OTHER, OTHER)
    expect(held.map(pathsOf)).toEqual([['n0.md', 'n1.md', 'n2.md'], ['build.md'], undefined])
    expect(held.map((one) => one?.event?.type === 'memory_at_act' && one.event.others.length)).toEqual([
      3,
      0,
      false,
    ])
  })
})

describe('no call is held', () => {
  it.each<[string, Note]>([
    ['that nobody confirmed', note('a.md', ['Bash'], { origin: 'unconfirmed' })],
    ['without rules', { ...TESTS, atAct: { when: [], by: 'user' } }],
    ['whose rules speak of others', note('a.md', ['Edit', 'host:a.example', 'nonsense', 'Bash(npm run*)'])],
    ['without a text', note('a.md', ['Bash'], { body: '' })],
  ])('for a note %s', async (_, one) => {
    expect((await runWith([one]).answer(TEST))[0]).toBeUndefined()
  })

  it('where the memory is off, is not there, or cannot be read', async () => {
    const broken = async () => {
      throw new Error('The database is gone.')
    }
    const texts = async () => new Map()
    for (const more of [
      { isOn: () => false },
      { memory: undefined },
      { memory: { now: async () => undefined, texts } },
      { memory: { now: broken, texts } },
      { memory: { now: async () => new PreparedMemory({ notes: [TESTS], now: NOW }), texts: broken } },
      { memory: { now: async () => new PreparedMemory({ notes: [TESTS], now: NOW }), texts } },
    ] satisfies Partial<NotesAtActOptions>[])
      expect((await runWith([TESTS], more).answer(TEST))[0]).toBeUndefined()
  })

  it('for a text that was changed since the list was read', async () => {
    const notes = [TESTS]
    const { answer } = runWith(notes, {
      latest: () => new PreparedMemory({ notes: [{ ...TESTS, hash: 'old' }], now: NOW }),
    })
    expect((await answer(TEST))[0]).toBeUndefined()
  })
})
