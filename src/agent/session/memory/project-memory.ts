/**
 * The memory of the open session: the notes of its project, and those for all projects. Decides whose a note is: the user's own
 * where they typed or confirmed it, or where all that an agent wrote are sentences of theirs; every other is unconfirmed.
 */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MEMORY_NOTES, NOTE_BYTES, NOTE_HEAD_CHARS } from '../../limits.ts'
import { EVERYWHERE, notePath } from '../../memory/notes/note-path.ts'
import type { NoteOrigin, NoteSource } from '../../protocol/calls/memory.ts'
import { hiddenShown } from '../../protocol/text/untrusted-text.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Session } from '../log/session.ts'
import type { ProjectMark } from '../workspace/project-mark.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { currentOf, withCurrent, withVersion } from './memory-record.ts'
import type { MemoryRecord, StoredNote, StoredVersion } from './memory-record.ts'
import { FOR_ALL, projectKey, sessionKey } from './memory-store.ts'
import type { MemoryStore } from './memory-store.ts'

export interface ProjectMemoryOptions {
  readonly store: MemoryStore
  readonly blobs: Pick<BlobStore, 'get'>
  readonly workspaces: Pick<WorkspaceStore, 'said'>
  readonly session: () => Session | undefined
  readonly settings: () => Promise<Pick<Settings, 'memory'>>
  /** Takes secrets out. */
  readonly clean: (text: string) => string
  readonly now: () => number
  /** A note, or the switch, was changed in this tab. */
  readonly onChanged: () => void
}

/** The place of a session's notes: its project's, or its own where it has none. */
export interface MemoryHome {
  readonly key: string
  readonly project: Pick<ProjectMark, 'id' | 'name'> | undefined
}

/** Whether there is a memory, and of which project. */
export interface MemoryState extends MemoryHome {
  /** The switch of the project. */
  readonly isOn: boolean
  /** The setting. */
  readonly isOnEverywhere: boolean
  readonly isNewer: boolean
}

/** A note as it is now. */
export interface CurrentNote {
  /** From `/memory`. */
  readonly path: string
  readonly note: StoredNote
  readonly version: StoredVersion & { readonly hash: string }
}

/** `base`: the hash of the version that the user has edited; null: none was there. */
export interface NoteWriter {
  readonly by: NoteSource['by']
  readonly messages?: readonly string[]
  readonly base?: string | null | undefined
}

type Change = Extract<EventBody, { type: 'memory_changed' }>

/** Letters of a hash in the log: enough to tell versions apart, and no name by which the text is kept. */
export const SHORT_HASH = 32

export class ProjectMemory {
  readonly #options: ProjectMemoryOptions
  #changes = 0

  constructor(options: ProjectMemoryOptions) {
    this.#options = options
  }

  /** Equal as long as nothing was changed in this tab. */
  get revision(): number {
    return this.#changes
  }

  /** Undefined where no session is open. */
  async state(): Promise<MemoryState | undefined> {
    const { store, settings } = this.#options
    const home = await this.home()
    if (home === undefined) return undefined
    const { key, project } = home
    const [{ isOn, isNewer }, { memory }] = await Promise.all([store.read(key), settings()])
    return { key, project, isOn, isNewer, isOnEverywhere: memory }
  }

  /** The memory of the open session, as of now; undefined where none is open. */
  async home(): Promise<MemoryHome | undefined> {
    const open = this.#options.session()
    if (open === undefined) return undefined
    return this.#homeOf(open.id, (await this.#options.workspaces.said()).project)
  }

  /** The switch of a project, whatever the settings say; by default of the open one. */
  async isOn(home?: MemoryHome): Promise<boolean> {
    const { store } = this.#options
    const { key } = home ?? (await this.home()) ?? {}
    return key !== undefined && store.isOn(key)
  }

  /** The same of the open session, whose project is known. */
  async isOnFor(project: MemoryState['project']): Promise<boolean> {
    const open = this.#options.session()
    return open !== undefined && this.isOn(await this.#homeOf(open.id, project))
  }

  /** Both records, each with what stands before its paths. */
  async records(
    home?: MemoryHome,
  ): Promise<readonly { readonly prefix: string; readonly record: MemoryRecord }[]> {
    const { key } = home ?? (await this.home()) ?? {}
    if (key === undefined) return []
    const { store } = this.#options
    const [own, all] = await Promise.all([store.read(key), store.read(FOR_ALL)])
    return [
      { prefix: '', record: own },
      { prefix: `${EVERYWHERE}/`, record: all },
    ]
  }

  async notes(home?: MemoryHome): Promise<readonly CurrentNote[]> {
    const records = await this.records(home)
    return records.flatMap(({ prefix, record }) => record.notes.flatMap((note) => currentNote(note, prefix)))
  }

  /** The text of a note; of the version at this place of its history. */
  async read(
    given: string,
    place?: number,
  ): Promise<Result<{ readonly text: string; readonly hash: string }>> {
    const found = await this.find(given)
    if (!found.ok) return found
    const { note, path } = found.value
    const version = place === undefined ? currentOf(note) : note.versions[place]
    if (version?.hash === undefined) return missing(path)
    const text = await this.#options.store.text(version.hash)
    return text.ok ? ok({ text: text.value, hash: version.hash }) : text
  }

  /** Gives the path and the origin of what is there then. */
  async write(
    given: string,
    written: string,
    writer: NoteWriter,
  ): Promise<Result<{ readonly path: string; readonly origin: NoteOrigin }>> {
    const path = notePath(given)
    if (!path.ok) return path
    const text = this.#options.clean(written)
    const problem = textProblem(path.value, text) ?? (await this.#offProblem())
    if (problem) return problem
    const version = await this.#version(text, writer)
    if (!version.ok) return version
    const stored = await this.#change(path.value, (record, name) => {
      const known = record.notes.find((note) => note.path === name)
      const refused = writeProblem(path.value, known, { version: version.value, writer })
      if (refused) return refused
      if (!known && record.notes.filter(currentOf).length >= MEMORY_NOTES) return tooMany()
      // Written again as it is: no version more.
      if (known && isSame(currentOf(known), version.value)) return ok(record.notes)
      return ok(withVersion(record.notes, name, version.value))
    })
    if (!stored.ok) return stored
    const { origin, hash, source, evidence } = version.value
    await this.#changed(path.value, {
      change: 'written',
      by: writer.by,
      ...(hash === undefined ? {} : { hash: hash.slice(0, SHORT_HASH) }),
      origin,
      messageIds: [...(source.messages ?? [])],
      ...(evidence.length > 0 && { evidence: [...evidence] }),
    })
    return ok({ path: path.value, origin })
  }

  /** Deletes a note, which can be brought back. An agent deletes none of the user's. */
  async remove(given: string, by: NoteSource['by']): Promise<Result<void>> {
    const found = await this.find(given)
    if (!found.ok) return found
    const { path } = found.value
    const problem = await this.#offProblem()
    if (problem) return problem
    const removed = await this.#change(path, (record, name) => {
      const note = record.notes.find((one) => one.path === name)
      const current = note && currentOf(note)
      if (!note || !current) return missing(path)
      if (by === 'agent' && current.origin === 'user') return usersOwn(path)
      const { hash: _, evidence: __, ...rest } = current
      const source = this.#source({ by })
      return ok(
        withVersion(record.notes, name, { ...rest, evidence: [], bytes: 0, at: this.#options.now(), source }),
      )
    })
    if (removed.ok) await this.#changed(path, { change: 'removed', by, messageIds: [] })
    return removed
  }

  /** The note becomes the user's, as it was shown to them. */
  async confirm(given: string, hash: string): Promise<Result<void>> {
    const found = await this.find(given)
    if (!found.ok) return found
    const { path } = found.value
    const text = await this.#options.store.text(hash)
    if (!text.ok) return text
    if (hiddenShown(text.value) !== text.value) return unseen(path)
    const confirmed = await this.#change(path, (record, name) => {
      const note = record.notes.find((one) => one.path === name)
      const current = note && currentOf(note)
      if (!current || current.hash !== hash) return changedMeanwhile(path)
      if (current.origin === 'user') return ok(record.notes)
      const added = { ...current, origin: 'user' as const, at: this.#options.now() }
      return ok(withVersion(record.notes, name, added))
    })
    if (confirmed.ok)
      await this.#changed(path, {
        change: 'confirmed',
        by: 'user',
        hash: hash.slice(0, SHORT_HASH),
        origin: 'user',
        messageIds: [],
      })
    return confirmed
  }

  /** Another version of the history becomes the current one: that at a place, or the one before. */
  async restore(given: string, place: number | 'before'): Promise<Result<void>> {
    const found = await this.find(given)
    if (!found.ok) return found
    const { path } = found.value
    let version: StoredVersion | undefined
    const restored = await this.#change(path, (record, name) => {
      const note = record.notes.find((one) => one.path === name)
      if (!note) return missing(path)
      const wanted = place === 'before' ? note.current - 1 : place
      if (!Number.isInteger(wanted) || wanted < -1 || wanted >= note.versions.length)
        return fail('not_found', `There is no such version of ${path}.`, { hint: 'Look at its history.' })
      version = note.versions[wanted]
      return ok(withCurrent(record.notes, name, wanted))
    })
    if (restored.ok)
      await this.#changed(path, {
        change: version?.hash === undefined ? 'removed' : 'restored',
        by: 'user',
        ...(version?.hash === undefined
          ? {}
          : { hash: version.hash.slice(0, SHORT_HASH), origin: version.origin }),
        messageIds: [],
      })
    return restored
  }

  async setOn(isOn: boolean): Promise<Result<void>> {
    const state = await this.state()
    if (state === undefined) return fail('not_found', 'No session is open.')
    const set = await this.#options.store.setOn(state.key, isOn)
    this.#note()
    return set
  }

  /** Notes that were written before its project was known come along. */
  async #homeOf(session: string, project: MemoryState['project']): Promise<MemoryHome> {
    const own = sessionKey(session)
    if (project === undefined) return { key: own, project }
    const key = projectKey(project.id)
    await this.#options.store.join(own, key)
    return { key, project }
  }

  async #offProblem(): Promise<(Result<never> & { ok: false }) | undefined> {
    const state = await this.state()
    if (state === undefined) return fail('not_found', 'No session is open; nothing was remembered.')
    if (state.isOn && state.isOnEverywhere) return undefined
    return fail('not_permitted', 'Remembering is switched off; nothing was stored.', {
      hint: state.isOnEverywhere
        ? 'Switch on “Remember in this project” in “Memory”.'
        : 'Switch on “Remember between sessions” in the settings.',
    })
  }

  async #version(written: string, writer: NoteWriter): Promise<Result<StoredVersion>> {
    const { store, blobs, session, now } = this.#options
    const { evidenceFor, noteText, quotedFrom, readNote, saidMessages } = await import('./written-note.ts')
    const said = writer.by === 'agent' ? saidMessages((await session()?.events(1)) ?? []) : []
    const given = readNote(written)
    const quoted = writer.by === 'agent' ? quotedFrom(given.body, said) : undefined
    // The user's words alone: its name and description are the agent's.
    const text = quoted ? noteText({ ...(given.type && { type: given.type }), body: given.body }) : written
    const { body, type, name, description, faults } = quoted ? readNote(text) : given
    const data = new TextEncoder().encode(text)
    const hash = await store.put(data)
    if (!hash.ok) return hash
    const messages = quoted ?? (writer.by === 'agent' ? said.slice(-1).map(({ id }) => id) : undefined)
    return ok({
      hash: hash.value,
      bytes: data.length,
      at: now(),
      origin: writer.by === 'user' || quoted ? 'user' : 'unconfirmed',
      source: this.#source(messages === undefined ? writer : { ...writer, messages }),
      ...(type && { type }),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      head: body.slice(0, NOTE_HEAD_CHARS).replace(/[\uD800-\uDBFF]$/, ''),
      faults: faults.filter((fault) => fault === 'no YAML' || fault === 'no type'),
      evidence: await evidenceFor(body, blobs, session()?.facts.root),
    })
  }

  #source({ by, messages }: Pick<NoteWriter, 'by' | 'messages'>): StoredVersion['source'] {
    const session = this.#options.session()?.id
    return {
      by,
      ...(session === undefined ? {} : { session }),
      ...(messages && messages.length > 0 ? { messages: [...messages] } : {}),
    }
  }

  /** The note at a path, also a deleted one. */
  async find(given: string): Promise<Result<{ readonly path: string; readonly note: StoredNote }>> {
    const path = notePath(given)
    if (!path.ok) return path
    for (const { prefix, record } of (await this.records()).toReversed()) {
      if (!path.value.startsWith(prefix)) continue
      const note = record.notes.find((one) => one.path === path.value.slice(prefix.length))
      return note ? ok({ path: path.value, note }) : missing(path.value)
    }
    return missing(path.value)
  }

  async #change(
    path: string,
    change: (record: MemoryRecord, name: string) => Result<readonly StoredNote[]>,
  ): Promise<Result<void>> {
    const state = await this.state()
    if (state === undefined) return fail('not_found', 'No session is open.')
    const isForAll = path.startsWith(`${EVERYWHERE}/`)
    const name = isForAll ? path.slice(EVERYWHERE.length + 1) : path
    return this.#options.store.change(isForAll ? FOR_ALL : state.key, (record) => change(record, name))
  }

  /** The log of the open session has it, if this tab leads it. */
  async #changed(path: string, change: Omit<Change, 'type' | 'path'>): Promise<void> {
    this.#note()
    const session = this.#options.session()
    if (session?.role === 'leader') await session.append({ type: 'memory_changed', path, ...change })
  }

  #note(): void {
    this.#changes++
    this.#options.onChanged()
  }
}

export function currentNote(note: StoredNote, prefix: string): CurrentNote[] {
  const version = currentOf(note)
  if (version?.hash === undefined) return []
  return [{ path: prefix + note.path, note, version: { ...version, hash: version.hash } }]
}

function isSame(known: StoredVersion | undefined, { hash, origin }: StoredVersion): boolean {
  return known !== undefined && known.hash === hash && (known.origin === origin || known.origin === 'user')
}

function textProblem(path: string, text: string): (Result<never> & { ok: false }) | undefined {
  if (text.trim() === '') return fail('invalid', `${path} was not stored: a note without text says nothing.`)
  const { length } = new TextEncoder().encode(text)
  if (length <= NOTE_BYTES) return undefined
  return fail(
    'too_large',
    `${path} was not stored: it has ${length} bytes, and a note at most ${NOTE_BYTES}.`,
    {
      hint: 'Divide it into several notes, one for each subject, or keep the long part in a file of the workspace.',
    },
  )
}

function writeProblem(
  path: string,
  known: StoredNote | undefined,
  { version, writer }: { readonly version: StoredVersion; readonly writer: NoteWriter },
): (Result<never> & { ok: false }) | undefined {
  const current = known && currentOf(known)
  if (writer.base !== undefined && (current?.hash ?? null) !== writer.base) return changedMeanwhile(path)
  const isOthers = writer.by !== 'user' && version.hash !== current?.hash
  return isOthers && current?.origin === 'user' ? usersOwn(path) : undefined
}

function usersOwn(path: string): Result<never> & { ok: false } {
  return fail('not_permitted', `${path} is a note of the user's own, which only they change.`, {
    hint: 'Write what is new into another note, or ask them to change this one in “Memory”.',
  })
}

function unseen(path: string): Result<never> {
  return fail('invalid', `${path} was not confirmed: it has characters that are not seen.`, {
    hint: 'Save it without them: then it is yours, too.',
  })
}

function changedMeanwhile(path: string): Result<never> & { ok: false } {
  return fail('exists', `${path} has been changed since it was opened; nothing was replaced.`, {
    hint: 'Look at the version that is there now.',
  })
}

function missing(path: string): Result<never> & { ok: false } {
  return fail('not_found', `There is no note ${path}.`, { path })
}

function tooMany(): Result<never> {
  return fail('limit', `At most ${MEMORY_NOTES} notes are kept; this one was not stored.`, {
    hint: 'Delete notes that are no longer needed.',
  })
}
