/** The memory as a folder of the file tools, at `/memory`. Its files are notes; folders are there as long as notes are in them. */
import type { DirectoryEntry, FileStat } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { Jobs } from '../../../sandbox/contract/jobs.ts'
import { MEMORY, relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import { notePath } from '../../memory/notes/note-path.ts'
import type { NoteCheck } from '../learning/note-check.ts'
import type { NoteWriter } from './note-change.ts'
import type { MemoryStore } from './memory-store.ts'
import type { CurrentNote, ProjectMemory } from './project-memory.ts'
import type { Place } from '../workspace/places/place.ts'

/** Notes of an agent that looks back on work. */
export interface NotesAside {
  readonly check: NoteCheck
  /** The session of the work, where that is not the open one. */
  readonly of?: NoteWriter['of']
}

export interface MemoryPlaceOptions {
  readonly memory: Pick<ProjectMemory, 'notes' | 'read' | 'write' | 'remove'>
  readonly store: Pick<MemoryStore, 'texts'>
  /** The agent works beside the conversation, and each text of it is looked at before it is stored. */
  readonly aside?: NotesAside | undefined
}

const FILE_MODE = 0o644
const FOLDER: FileStat = { kind: 'directory', size: 0, mode: 0o755, mtimeMs: 0 }

/** All that is written comes from an agent. */
export function memoryPlace({ memory, store, aside }: MemoryPlaceOptions): Place {
  const writer: NoteWriter = { by: 'agent', ...(aside && { aside: true, of: aside.of }) }
  const jobs = new Jobs()
  const search = async () => {
    const { searchOf } = await import('../workspace/places/search-files.ts')
    const notes = await memory.notes()
    const texts = await store.texts(notes.map(({ version }) => version.hash))
    return searchOf(
      MEMORY,
      notes.flatMap(({ path }, at) => (texts[at] ? [{ name: path, data: texts[at].slice() }] : [])),
    )
  }
  const write = async (path: string, data: Uint8Array): Promise<Result<void>> => {
    const text = textIn(data)
    if (text === undefined)
      return fail('invalid', `${path} was not stored: a note is text in UTF-8.`, { path })
    // There is no command that reaches it: an empty file is how an agent drops a note.
    if (text.trim() === '') return memory.remove(path, writer)
    const problem = aside?.check(text)
    if (problem !== undefined) return fail('not_permitted', `${path} was not stored. ${problem}`, { path })
    const written = await memory.write(path, text, writer)
    return written.ok ? ok(undefined) : written
  }
  const find = async (path: string): Promise<Result<CurrentNote | 'folder'>> => {
    const name = relativeTo(path, MEMORY)
    const notes = await memory.notes()
    const note = notes.find((one) => one.path === name)
    if (note) return ok(note)
    if (name === '.' || notes.some((one) => one.path.startsWith(`${name}/`))) return ok('folder')
    return fail('not_found', `There is no ${resolve(path)}.`, { path: resolve(path) })
  }
  return {
    root: MEMORY,
    files: {
      stat: async (path) => {
        const found = await find(path)
        return found.ok ? ok(found.value === 'folder' ? FOLDER : statOf(found.value)) : found
      },
      readFile: async (path) => {
        const found = await find(path)
        if (!found.ok) return found
        if (found.value === 'folder')
          return fail('is_directory', `${resolve(path)} is a directory.`, { path })
        const read = await memory.read(path)
        return read.ok ? ok(new TextEncoder().encode(read.value.text)) : read
      },
      list: async (path) => {
        const found = await find(path)
        if (!found.ok) return found
        if (found.value !== 'folder')
          return fail('not_directory', `${resolve(path)} is no directory.`, { path })
        return ok(entriesIn(relativeTo(path, MEMORY), await memory.notes()))
      },
      readLink: async (path) => {
        const found = await find(path)
        return found.ok ? fail('invalid', `${resolve(path)} is no link.`, { path }) : found
      },
      writeFile: ({ path, data }) => write(path, data),
      makeDirectory: async (path) => {
        if (resolve(path) === MEMORY) return ok(undefined)
        const named = notePath(`${resolve(path)}/note.md`)
        return named.ok ? ok(undefined) : named
      },
      remove: (path) => memory.remove(path, writer),
      rename: async (from, to) => {
        const read = await memory.read(from)
        if (!read.ok) return read
        const removed = await memory.remove(from, writer)
        return removed.ok ? write(to, new TextEncoder().encode(read.value.text)) : removed
      },
      symlink: async (_target, path) => fail('unsupported', 'The memory has no links.', { path }),
      setMode: async (path) => {
        const found = await find(path)
        return found.ok ? ok(undefined) : found
      },
      glob: (query) => jobs.run(query.id, async (signal) => (await search()).glob(query, signal)),
      grep: (query) => jobs.run(query.id, async (signal) => (await search()).grep(query, signal)),
      cancel: async (id) => jobs.cancel(id),
    },
  }
}

function textIn(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined
  }
}

function statOf({ version }: CurrentNote): FileStat {
  return { kind: 'file', size: version.bytes, mode: FILE_MODE, mtimeMs: version.at }
}

function entriesIn(folder: string, notes: readonly CurrentNote[]): readonly DirectoryEntry[] {
  const before = folder === '.' ? '' : `${folder}/`
  const entries = new Map<string, DirectoryEntry>()
  for (const { path, version } of notes) {
    if (!path.startsWith(before)) continue
    const [name = '', ...below] = path.slice(before.length).split('/')
    entries.set(
      name,
      below.length === 0
        ? { name, kind: 'file', size: version.bytes, mode: FILE_MODE }
        : { name, kind: 'directory', size: 0, mode: FOLDER.mode },
    )
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
