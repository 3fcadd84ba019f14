/**
 * The memory of the open session: the notes of its project, and those for all projects. Decides whose a note is: the user's own
 * where they typed or confirmed it, or where all that an agent wrote are sentences of theirs; every other is unconfirmed.
 */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { EVERYWHERE, notePath } from '../../memory/notes/note-path.ts'
import { hiddenShown } from '../../protocol/text/untrusted-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Session } from '../log/session.ts'
import type { ProjectMark } from '../workspace/project-mark.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { currentOf, withCurrent, withVersion } from './memory-record.ts'
import type { MemoryRecord, StoredNote, StoredVersion } from './memory-record.ts'
import { isOfAll, nameOf, SHORT_HASH, sourceOf, withWritten, writtenChange } from './note-change.ts'
import type { GivenNote, NoteChange, NoteWriter, ReadyNote, WrittenNote } from './note-change.ts'
import { changedMeanwhile, missing, textProblem, unseen, usersOwn } from './note-problems.ts'
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
  /** A note, or the switch, was changed, also in another tab. */
  readonly onChanged: () => void
  /** The other tabs are told of a change in this one. */
  readonly tellTabs?: (() => void) | undefined
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

export class ProjectMemory {
  readonly #options: ProjectMemoryOptions
  #changes = 0

  constructor(options: ProjectMemoryOptions) {
    this.#options = options
  }

  /** Equal as long as no change is known of, in this tab or in another. */
  get revision(): number {
    return this.#changes
  }

  /** Notes have come into the store from elsewhere, such as a backup. */
  renew(): void {
    this.#note()
  }

  /** Another tab has changed a note, or the switch. */
  heard(): void {
    this.#changes++
    this.#options.onChanged()
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

  /** The same as `home`, where the project is known. */
  async homeFor(project: MemoryState['project']): Promise<MemoryHome | undefined> {
    const open = this.#options.session()
    return open && this.#homeOf(open.id, project)
  }

  /** The switch of a project, whatever the settings say; by default of the open one. */
  async isOn(home?: MemoryHome): Promise<boolean> {
    const { store } = this.#options
    const { key } = home ?? (await this.home()) ?? {}
    return key !== undefined && store.isOn(key)
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
  async write(given: string, written: string, writer: NoteWriter): Promise<Result<WrittenNote>> {
    const [stored] = await this.#writeAll([{ path: given, text: written }], writer)
    return stored ?? missing(given)
  }

  /** Takes in notes that somebody else may have written: each becomes one, or is refused by itself. */
  takeIn(notes: readonly GivenNote[]): Promise<readonly Result<WrittenNote>[]> {
    return this.#writeAll(notes, { by: 'import' })
  }

  /** Deletes a note, which can be brought back. An agent deletes none of the user's. */
  async remove(given: string, { by, aside }: Pick<NoteWriter, 'by' | 'aside'>): Promise<Result<void>> {
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
      const source = sourceOf(this.#options.session(), { by })
      return ok(
        withVersion(record.notes, name, { ...rest, evidence: [], bytes: 0, at: this.#options.now(), source }),
      )
    })
    if (removed.ok)
      await this.#changed([{ path, change: 'removed', by, messageIds: [], ...(aside && { aside }) }])
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
      await this.#changed([
        {
          path,
          change: 'confirmed',
          by: 'user',
          hash: hash.slice(0, SHORT_HASH),
          origin: 'user',
          messageIds: [],
        },
      ])
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
      await this.#changed([
        {
          path,
          change: version?.hash === undefined ? 'removed' : 'restored',
          by: 'user',
          ...(version?.hash === undefined
            ? {}
            : { hash: version.hash.slice(0, SHORT_HASH), origin: version.origin }),
          messageIds: [],
        },
      ])
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

  /** In one transaction for those of the project, and one for those of all projects. */
  async #writeAll(notes: readonly GivenNote[], writer: NoteWriter): Promise<readonly Result<WrittenNote>[]> {
    const off = await this.#offProblem()
    const prepared = await Promise.all(notes.map((note) => off ?? this.#prepared(note, writer)))
    const ready = prepared.flatMap((one) => (one.ok ? [one.value] : []))
    const kept = await this.#options.store.put(ready.map(({ text }) => text))
    if (!kept.ok) return prepared.map((one) => (one.ok ? kept : one))
    const stored = await this.#storeAll(ready, writer)
    const changes = ready.flatMap((one) => (stored.get(one)?.ok ? [writtenChange(one, writer)] : []))
    if (changes.length > 0) await this.#changed(changes)
    return prepared.map((one) => {
      if (!one.ok) return one
      const { path, version } = one.value
      const done = stored.get(one.value) ?? missing(path)
      return done.ok ? ok({ path, origin: version.origin }) : done
    })
  }

  async #prepared({ path: given, text: written }: GivenNote, writer: NoteWriter): Promise<Result<ReadyNote>> {
    const path = notePath(given)
    if (!path.ok) return path
    const text = this.#options.clean(written)
    const problem = textProblem(path.value, text)
    if (problem) return problem
    const { blobs, session, now } = this.#options
    const { readyNote } = await import('./written-note.ts')
    const open = session()
    const said = writer.of && open ? { ...writer.of, facts: open.facts } : open
    const ground = { session: said, blobs, now: now(), current: (one: string) => this.#currentText(one) }
    return ok(await readyNote({ path: path.value, text }, writer, ground))
  }

  async #storeAll(
    ready: readonly ReadyNote[],
    writer: NoteWriter,
  ): Promise<ReadonlyMap<ReadyNote, Result<unknown>>> {
    const stored = new Map<ReadyNote, Result<unknown>>()
    for (const isForAll of [false, true]) {
      const some = ready.filter(({ path }) => isOfAll(path) === isForAll)
      const [first] = some
      if (!first) continue
      const changed = await this.#change(first.path, (record) => {
        let { notes } = record
        for (const one of some) {
          const added = withWritten(notes, one, writer)
          stored.set(one, added)
          if (added.ok) notes = added.value
        }
        // Nothing is written where all are refused.
        const refusals = some.map((one) => stored.get(one)).filter((one) => one?.ok === false)
        return refusals.length === some.length ? (refusals[0] ?? ok(notes)) : ok(notes)
      })
      if (!changed.ok) for (const one of some) if (stored.get(one)?.ok !== false) stored.set(one, changed)
    }
    return stored
  }

  async #currentText(path: string) {
    const found = await this.find(path)
    const version = found.ok ? currentOf(found.value.note) : undefined
    if (version?.hash === undefined) return undefined
    const text = await this.#options.store.text(version.hash)
    return text.ok ? { text: text.value, version } : undefined
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
    return this.#options.store.change(isOfAll(path) ? FOR_ALL : state.key, (record) =>
      change(record, nameOf(path)),
    )
  }

  /** The log of the open session has it, if this tab leads it. */
  async #changed(changes: readonly NoteChange[]): Promise<void> {
    this.#note()
    const session = this.#options.session()
    if (session?.role === 'leader')
      await session.append(...changes.map((change) => ({ type: 'memory_changed' as const, ...change })))
  }

  #note(): void {
    this.#options.tellTabs?.()
    this.heard()
  }
}

export function currentNote(note: StoredNote, prefix: string): CurrentNote[] {
  const version = currentOf(note)
  if (version?.hash === undefined) return []
  return [{ path: prefix + note.path, note, version: { ...version, hash: version.hash } }]
}
