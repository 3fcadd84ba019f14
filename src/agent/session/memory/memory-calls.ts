/** The page's calls about the memory, with arguments that a script may have made up. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { RECALL_FOUND, RECALL_FOUND_SCRIPT } from '../../limits.ts'
import type { Recalled } from '../../protocol/calls/memory.ts'
import { noteText, readNote } from '../../memory/notes/note-file.ts'
import { EVERYWHERE, freePath } from '../../memory/notes/note-path.ts'
import type { RecallQuestion } from '../../protocol/recall.ts'
import { NOTE_TYPES } from '../../protocol/calls/memory.ts'
import type {
  MemoryApi,
  MemoryList,
  NamedFile,
  NoteDraft,
  NoteScope,
  NoteText,
  NoteVersion,
  RememberOptions,
  TakenNotes,
} from '../../protocol/calls/memory.ts'
import { toldNotes } from './memory-index-of.ts'
import type { Recall } from './recall/recall.ts'
import { memoryList, noteVersions } from './memory-list.ts'
import type { MemoryStore } from './memory-store.ts'
import type { ProjectMemory } from './project-memory.ts'

export interface MemoryCallsOptions {
  readonly memory: ProjectMemory
  readonly store: MemoryStore
  readonly blobs: Pick<BlobStore, 'get'>
  /** Loaded with the first question. */
  readonly recall: () => Promise<Recall>
  /** Root of the workspace. */
  readonly root: () => string | undefined
  readonly now: () => number
}

export class MemoryCalls implements MemoryApi {
  readonly #options: MemoryCallsOptions

  constructor(options: MemoryCallsOptions) {
    this.#options = options
  }

  async list(): Promise<Result<MemoryList>> {
    const { memory, store, blobs, root, now } = this.#options
    const state = await memory.state()
    if (state === undefined) return fail('not_found', 'No session is open.')
    const told = await toldNotes(await memory.notes(), { store, blobs, root: root() })
    return ok(memoryList(state, await memory.records(), { notes: told, now: now() }))
  }

  read(path: string, version?: number): Promise<Result<NoteText>> {
    return named(path, () => this.#options.memory.read(path, placeOf(version)))
  }

  async write(draft: NoteDraft): Promise<Result<string>> {
    const { path, text, base } = draft ?? {}
    if (typeof path !== 'string' || typeof text !== 'string')
      return fail('invalid', 'A note needs a path and a text; nothing was stored.')
    const written = await this.#options.memory.write(path, text, { by: 'user', base })
    return written.ok ? ok(written.value.path) : written
  }

  async remember(text: string, options: RememberOptions = {}): Promise<Result<string>> {
    if (typeof text !== 'string') return fail('invalid', 'A note is a text; nothing was stored.')
    const problem = optionsProblem(options)
    if (problem) return problem
    const { memory } = this.#options
    const { scope = 'project', messageId } = options
    const { body, meaning } = givenNote(text)
    const type = options.type ?? meaning.type ?? 'feedback'
    const taken = new Set((await memory.notes()).map(({ path }) => path))
    const written = await memory.write(
      freePath(body, taken, scope),
      body === '' ? '' : noteText({ ...meaning, type, body }),
      { by: 'user', base: null, ...(messageId === undefined ? {} : { messages: [messageId] }) },
    )
    return written.ok ? ok(written.value.path) : written
  }

  confirm(path: string, hash: string): Promise<Result<void>> {
    return named(path, () => this.#options.memory.confirm(path, hash))
  }

  remove(path: string): Promise<Result<void>> {
    return named(path, () => this.#options.memory.remove(path, { by: 'user' }))
  }

  undo(path: string): Promise<Result<void>> {
    return named(path, () => this.#options.memory.restore(path, 'before'))
  }

  history(path: string): Promise<Result<readonly NoteVersion[]>> {
    return named(path, async () => {
      const found = await this.#options.memory.find(path)
      return found.ok ? ok(noteVersions(found.value.note)) : found
    })
  }

  restore(path: string, version: number): Promise<Result<void>> {
    return named(path, () => this.#options.memory.restore(path, placeOf(version) ?? NaN))
  }

  async recall(
    query: string,
    limit: number = RECALL_FOUND,
    only?: RecallQuestion['only'],
  ): Promise<Result<Recalled>> {
    if (typeof query !== 'string') return fail('invalid', 'The words to recall by are a text.')
    if (!Number.isInteger(limit) || limit < 1 || limit > RECALL_FOUND_SCRIPT)
      return fail('invalid', `"${String(limit)}" is no number of texts to recall.`, {
        hint: `Use a whole number from 1 to ${RECALL_FOUND_SCRIPT}.`,
      })
    if (only !== undefined && only !== 'matching turns')
      return fail('invalid', `"${String(only)}" is no kind of texts to recall.`, {
        hint: 'Use "matching turns", or nothing.',
      })
    return (await this.#options.recall()).find({ query, limit, only })
  }

  setOn(isOn: boolean): Promise<Result<void>> {
    return this.#options.memory.setOn(isOn === true)
  }

  async pack(): Promise<Result<Uint8Array>> {
    const { memory, store } = this.#options
    const { packNotes } = await import('./notes-archive.ts')
    const notes = await memory.notes()
    const texts = await store.texts(notes.map(({ version }) => version.hash))
    const packed = notes.flatMap(({ path, version: { type, origin, at: updatedAt } }, at) => {
      const data = texts[at]
      if (!data) return []
      return [{ path, text: new TextDecoder().decode(data), ...(type && { type }), origin, updatedAt }]
    })
    return ok(await packNotes(packed))
  }

  async takeIn(files: readonly NamedFile[], scope: NoteScope): Promise<Result<TakenNotes>> {
    if (!Array.isArray(files)) return fail('invalid', 'Notes are imported from a list of files.')
    const { unpackNotes } = await import('./notes-archive.ts')
    const { notes, left } = await unpackNotes(files)
    const taken: string[] = []
    const refused = [...left]
    const written = await this.#options.memory.takeIn(
      notes.map(({ path, text }) => ({ path: scoped(path, scope), text })),
    )
    for (const [at, note] of written.entries())
      if (note.ok) taken.push(note.value.path)
      else refused.push({ name: notes[at]?.path ?? '', reason: note.error.message })
    return ok({ taken, left: refused })
  }
}

async function named<T>(path: unknown, call: () => Promise<Result<T>>): Promise<Result<T>> {
  return typeof path === 'string' ? call() : fail('invalid', 'The path of a note is a text.')
}

/** Versions count from 1. */
function placeOf(version: number | undefined): number | undefined {
  return version === undefined ? undefined : version - 1
}

function optionsProblem({
  scope,
  type,
  messageId,
}: RememberOptions): (Result<never> & { ok: false }) | undefined {
  if (scope !== undefined && scope !== 'project' && scope !== 'everywhere')
    return fail('invalid', `"${String(scope)}" is no place of a note.`, {
      hint: 'Use "project" or "everywhere".',
    })
  if (type !== undefined && !NOTE_TYPES.includes(type))
    return fail('invalid', `"${String(type)}" is no type of a note.`, {
      hint: `Use ${NOTE_TYPES.join(', ')}.`,
    })
  if (messageId !== undefined && typeof messageId !== 'string')
    return fail('invalid', 'The id of a message is a text.')
  return undefined
}

/** An archive of all notes has a folder for those of all projects. */
function scoped(path: string, scope: NoteScope): string {
  return scope === 'everywhere' && !path.startsWith(`${EVERYWHERE}/`) ? `${EVERYWHERE}/${path}` : path
}

/** The text of a new note; its frontmatter counts where it says before which calls it is told. */
function givenNote(text: string): {
  readonly body: string
  readonly meaning: Omit<ReturnType<typeof readNote>, 'body' | 'faults'>
} {
  const { body, faults: _, ...meaning } = readNote(text)
  return meaning.when ? { body, meaning } : { body: text.trim(), meaning: {} }
}
