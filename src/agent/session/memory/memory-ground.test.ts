/** The recall of a run: only while the project's switch is on, which is not read from the store where nothing has changed. */
import { beforeEach, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import { NoteShelves } from '../../memory/recall/note-shelves.ts'
import { KeptNotes } from './kept-notes.ts'
import { memoryGround } from './memory-ground.ts'
import type { MemoryHome } from './project-memory.ts'

const HOME: MemoryHome = { key: 'session s', project: undefined }
const OFF = { ok: false, error: { kind: 'not_permitted' } }

let stored: { isOn: boolean; stamp: unknown }
let home: MemoryHome
/** Keys of the switches that are off. */
let off: ReadonlySet<string>
/** Times that the switch was read. */
let reads: number

beforeEach(() => {
  stored = { isOn: true, stamp: 'one' }
  home = HOME
  off = new Set()
  reads = 0
})

function ground() {
  const memory = {
    revision: 0,
    home: async () => home,
    isOn: async (of: MemoryHome | undefined = home) => {
      reads++
      return stored.isOn && !off.has(of.key)
    },
    notes: async () => [],
    read: () => expect.unreachable(),
    write: () => expect.unreachable(),
    remove: () => expect.unreachable(),
  }
  const store = { stamp: async () => stored.stamp, texts: async () => [] }
  const blobs = { get: async () => [] }
  const shelves = new NoteShelves()
  const kept = new KeptNotes({
    ...{ memory, store, blobs, shelves },
    root: () => undefined,
    now: () => 0,
    check: () => undefined,
  })
  const find = async () => ok({ found: [], cut: false })
  return memoryGround({ memory, home: HOME, store, kept, recall: async () => ({ find }) })
}

function ask() {
  const { recall } = ground()
  return () => recall({ query: 'port', limit: 5 }, new AbortController().signal)
}

it('reads the switch once, as long as the stamp is the same', async () => {
  const find = ask()
  for (let times = 0; times < 3; times++) expect(await find()).toMatchObject({ ok: true })
  expect(reads).toBe(1)
})

it('knows of a switch that another tab has changed, before it was told so', async () => {
  const find = ask()
  expect(await find()).toMatchObject({ ok: true })
  stored = { isOn: false, stamp: 'two' }
  expect(await find()).toMatchObject(OFF)
  stored = { isOn: true, stamp: 'three' }
  expect(await find()).toMatchObject({ ok: true })
})

it('reads the switch each time where no stamp says that nothing has changed', async () => {
  stored.stamp = undefined
  const find = ask()
  expect(await find()).toMatchObject({ ok: true })
  stored.isOn = false
  expect(await find()).toMatchObject(OFF)
})

it('goes by the switch of the project that became known after the run had begun', async () => {
  const find = ask()
  expect(await find()).toMatchObject({ ok: true })
  home = { key: 'project p', project: undefined }
  off = new Set([home.key])
  stored.stamp = 'two'
  expect(await find()).toMatchObject(OFF)
})

it('tells the notes of that project from the next request on', async () => {
  const { now } = ground()
  expect(await now()).toBeDefined()
  home = { key: 'project p', project: undefined }
  off = new Set([home.key])
  expect(await now()).toBeUndefined()
})
