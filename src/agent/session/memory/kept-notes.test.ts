/** Notes that are kept for the next run: used as long as all that they depend on is the same, and read anew when any of it is not. */
import { beforeEach, expect, it } from 'vitest'
import { EVERYWHERE } from '../../memory/notes/note-path.ts'
import { NoteShelves } from '../../memory/recall/note-shelves.ts'
import { KeptNotes } from './kept-notes.ts'
import type { StoredVersion } from './memory-record.ts'
import type { CurrentNote, MemoryHome } from './project-memory.ts'

const DAY = 86_400_000
const HOME: MemoryHome = { key: 'session s', project: undefined }

function noteOf(path: string, more: Partial<StoredVersion> = {}): CurrentNote {
  const version = {
    hash: `hash of ${path}`,
    bytes: 1,
    at: 10 * DAY,
    origin: 'user' as const,
    source: { by: 'user' as const },
    head: `Text of ${path}.`,
    faults: [],
    evidence: [],
    ...more,
  }
  return {
    path,
    note: { path, current: 0, versions: [version] },
    version: { ...version, hash: version.hash },
  }
}

let state: {
  notes: readonly CurrentNote[]
  stamp: unknown
  root: string | undefined
  now: number
  isOn: boolean
  fails: boolean
}
let reads: string[]
/** Reading waits for it. */
let gate: Promise<void>
let checked: string[]
let kept: KeptNotes

beforeEach(() => {
  state = {
    notes: [noteOf('a.md')],
    stamp: 'one',
    root: undefined,
    now: 20 * DAY,
    isOn: true,
    fails: false,
  }
  reads = []
  checked = []
  gate = Promise.resolve()
  kept = new KeptNotes({
    shelves: new NoteShelves(),
    memory: {
      isOn: async () => state.isOn,
      notes: async (home) => {
        reads.push(`notes of ${home?.key}`)
        const { notes } = state
        await gate
        if (state.fails) throw new Error('The store is closed.')
        return notes
      },
    },
    store: {
      stamp: async () => state.stamp,
      texts: async (hashes) => hashes.map(() => undefined),
    },
    blobs: {
      get: async (hashes) => {
        reads.push('tree')
        return hashes.map(() => undefined)
      },
    },
    root: () => state.root,
    now: () => state.now,
    check: (text, event) => checked.push(text, JSON.stringify(event)),
  })
})

const textNow = async (home = HOME) => (await kept.now(home))?.text(true)

it('are read once, also by two at a time, and prepared ahead to the last', async () => {
  const ahead = kept.prepare(HOME)
  const [first, second] = await Promise.all([kept.now(HOME), kept.now(HOME)])
  await ahead
  expect(first).toBe(second)
  expect(first?.text(true)).toContain('Text of a.md.')
  expect(first?.text(true)).toBe(checked[0])
  expect(checked[1]).toBe(JSON.stringify(first?.event))
  // The same objects: nothing is made of the notes again.
  expect(first?.event).toBe((await kept.now(HOME))?.event)
  expect(await kept.isOn(HOME)).toBe(true)
  expect(reads).toEqual(['notes of session s'])
})

it('tell a model that cannot write of that', async () => {
  await kept.prepare(HOME)
  const now = await kept.now(HOME)
  expect(now?.text(false)).toContain('none can be written')
  expect(now?.text(true)).not.toContain('none can be written')
})

const CHANGES: Readonly<Record<string, () => MemoryHome>> = {
  'a note, in whichever tab': () => {
    state = { ...state, stamp: 'two', notes: [noteOf('b.md')] }
    return HOME
  },
  'the session, or its project': () => {
    state.notes = [noteOf('b.md')]
    return { ...HOME, key: 'session t' }
  },
}

it.each(Object.entries(CHANGES))('are read anew after a change of %s', async (_, change) => {
  await kept.prepare(HOME)
  const home = change()
  expect(await textNow(home)).toContain('b.md')
  expect(await textNow(home)).not.toContain('a.md')
  expect(reads).toHaveLength(2)
})

it('are not told once they are switched off, and again when they are on', async () => {
  await kept.prepare(HOME)
  state = { ...state, stamp: 'two', isOn: false }
  expect(await kept.isOn(HOME)).toBe(false)
  expect(await kept.now(HOME)).toBeUndefined()
  // It is known by now.
  expect(await kept.isOn(HOME)).toBe(false)
  await kept.prepare(HOME)
  expect(checked).toHaveLength(2)
  expect(reads).toHaveLength(1)
  state = { ...state, stamp: 'three', isOn: true }
  expect(await textNow()).toContain('a.md')
})

it('are read each time where no stamp says that nothing has changed', async () => {
  state.stamp = undefined
  await kept.prepare(HOME)
  state.notes = [noteOf('b.md')]
  expect(await textNow()).toContain('b.md')
})

it('say which files have changed in the tree as it is now, and read the notes no second time for it', async () => {
  const evidence = [{ path: 'src/a.ts', hash: 'h' }]
  state.notes = [noteOf('a.md', { evidence })]
  await kept.prepare(HOME)
  expect(await textNow()).not.toContain('may be out of date')
  state.root = 'tree'
  expect(await textNow()).toContain('may be out of date: src/a.ts')
  expect(reads).toEqual(['notes of session s', 'tree'])
  expect(await textNow()).toContain('may be out of date: src/a.ts')
  expect(reads).toHaveLength(2)
})

it('stay in another tree where no note names a file of it', async () => {
  await kept.prepare(HOME)
  state.root = 'tree'
  await textNow()
  expect(reads).toEqual(['notes of session s'])
})

it('have the day of the time at which they are told, where a note is later than that', async () => {
  await kept.prepare(HOME)
  state.now = 5 * DAY
  expect(await textNow()).toContain('written 1970-01-06')
  state.now = 30 * DAY
  expect(await textNow()).toContain('written 1970-01-11')
  state.now = 40 * DAY
  const before = await kept.now(HOME)
  state.now = 50 * DAY
  expect(await kept.now(HOME)).toBe(before)
})

it('are read by a run itself where reading ahead has failed, or fails while it waits', async () => {
  state.fails = true
  await expect(kept.prepare(HOME)).rejects.toThrow('closed')
  expect(await kept.isOn(HOME)).toBe(true)
  state.fails = false
  expect(await textNow()).toContain('a.md')

  state = { ...state, stamp: 'two', fails: true }
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const ahead = kept.prepare(HOME)
  const run = textNow()
  await expect.poll(() => reads.length).toBe(3)
  const failed = ahead.catch((error: unknown) => {
    // The run that waits for it has not begun to read yet.
    state.fails = false
    return error
  })
  resolve()
  expect(await failed).toBeInstanceOf(Error)
  expect(await run).toContain('a.md')
})

it('are read once more where a note was changed while they were read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const ahead = kept.prepare(HOME)
  await expect.poll(() => reads.length).toBe(1)
  state = { ...state, stamp: 'two', notes: [noteOf(`${EVERYWHERE}/b.md`)] }
  const now = textNow()
  resolve()
  await ahead
  expect(await now).toContain('b.md')
  expect(await textNow()).toContain('b.md')
})
