/** Notes of the memory that a backup has, and this browser has not. Somebody else may have made the file, and the notes. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import {
  BACKUP_NOTE_TITLES,
  BACKUP_OBJECTS_AT_ONCE,
  BACKUP_RECORD_BYTES,
  BACKUP_TITLE_CHARS,
  NOTE_BYTES,
} from '../../limits.ts'
import type { BackedUpNotes } from '../../protocol/calls/backups.ts'
import { joinedNotes } from '../memory/joined-notes.ts'
import type { JoinedNotes } from '../memory/joined-notes.ts'
import type { StoredNote } from '../memory/memory-record.ts'
import { readText, soundVersion, withVersions } from '../memory/sound-notes.ts'
import type { ReadText, SoundNote } from '../memory/sound-notes.ts'
import type { ContentsIndex } from './contents-index.ts'
import { isHash } from './note-values.ts'
import { placedMemories } from './placed-memories.ts'
import type { PlacedMemory } from './placed-memories.ts'
import { BackupProblem } from './problem.ts'
import type { ReadBackup } from './read-backup.ts'
import type { ValueStores } from './values.ts'

/** A record of contents that is larger has an object that is no note. */
const TEXT_RECORD_BYTES = 2 * BACKUP_RECORD_BYTES

export interface ListedNotesStores extends Pick<ValueStores, 'workspaces' | 'memories'> {
  readonly blobs: Pick<BlobStore, 'missing'>
  readonly now: () => number
}

/** As the user sees them. `known`: the sessions that are here. Texts that are here stay in any clean-up, for as long as this tab lives. */
export async function listedNotes(
  backup: Pick<ReadBackup, 'values' | 'imports' | 'sessions' | 'contents'>,
  known: ReadonlySet<string>,
  stores: ListedNotesStores,
): Promise<readonly BackedUpNotes[]> {
  const sessions = new Set([...known, ...backup.sessions.map(({ row }) => row.id)])
  const placed = await placedMemories(backup, sessions, stores)
  if (placed.length === 0) return []
  const missing = new Set(await stores.blobs.missing(textsIn(placed)))
  const isThere = (hash: string) => isHash(hash) && (!missing.has(hash) || isTextIn(backup.contents, hash))
  const here = await stores.memories.all()
  return placed.flatMap((memory) => listed(memory, here.get(memory.target)?.notes ?? [], isThere))
}

/** Hashes of the texts of all versions. */
export function textsIn(memories: readonly PlacedMemory[]): string[] {
  const versions = memories.flatMap(({ notes }) => notes.flatMap((note) => note.versions))
  return [...new Set(versions.flatMap(({ hash }) => (hash !== undefined && isHash(hash) ? [hash] : [])))]
}

/** Whether the file has it, in a record in which the text of a note may be. */
export function isTextIn(contents: ContentsIndex, hash: string): boolean {
  const place = contents.placeOf(hash)
  return place !== undefined && place.head.plainBytes <= TEXT_RECORD_BYTES
}

interface Taking extends Pick<ValueStores, 'workspaces' | 'memories'> {
  readonly contents: ContentsIndex
  /** The notes that were the user's own there are so here. */
  readonly isOwn: boolean
}

/** Returns how many were added or changed. All of their texts that the file has are in the store. */
export async function takeNotes(memory: PlacedMemory, taking: Taking): Promise<number> {
  const { workspaces, memories, isOwn } = taking
  const { target, isOn, isKnown } = memory
  const texts = await readTexts(textsIn([memory]), taking)
  const notes = withVersions(memory.notes, (version) =>
    soundVersion(version, texts.get(version.hash ?? ''), isOwn),
  )
  if (!isOn && !isKnown) need(await memories.setOn(target, false))
  const done: { joined?: JoinedNotes } = {}
  const changed = await memories.change(target, (record) => {
    done.joined = joinedNotes(record.notes, notes, isOwn)
    return done.joined.isSame ? fail('exists', 'All of these notes are here.') : ok(done.joined.notes)
  })
  if (done.joined?.isSame !== true) need(changed)
  for (const { root, mark } of memory.imports) await workspaces.markProject(root, mark)
  return done.joined?.changed.length ?? 0
}

/** A text that is here alone may be that of a large file: such are read one by one. */
async function readTexts(
  hashes: readonly string[],
  { memories, contents }: Pick<Taking, 'memories' | 'contents'>,
): Promise<ReadonlyMap<string, ReadText>> {
  const read = new Map<string, ReadText>()
  const small = hashes.filter((hash) => isTextIn(contents, hash))
  const groups = hashes.filter((hash) => !isTextIn(contents, hash)).map((hash) => [hash])
  for (let at = 0; at < small.length; at += BACKUP_OBJECTS_AT_ONCE)
    groups.push(small.slice(at, at + BACKUP_OBJECTS_AT_ONCE))
  for (const group of groups) {
    const found = await memories.texts(group)
    for (const [at, hash] of group.entries()) {
      const text = readText(found[at])
      if (text) read.set(hash, text)
    }
  }
  return read
}

function listed(
  { key, scope, project, notes }: PlacedMemory,
  here: readonly StoredNote[],
  isThere: (hash: string) => boolean,
): BackedUpNotes[] {
  const changedBy = (isOwn: boolean) => {
    const taken = withVersions(notes, (version) => {
      const { hash, bytes, origin } = version
      if (hash !== undefined && (!isThere(hash) || bytes > NOTE_BYTES)) return undefined
      return { ...version, origin: isOwn ? origin : 'unconfirmed' }
    })
    return new Set(joinedNotes(here, taken, isOwn).changed)
  }
  const [plain, own] = [changedBy(false), changedBy(true)]
  const all = notes.filter(({ path }) => plain.has(path) || own.has(path))
  if (all.length === 0) return []
  return [
    {
      key,
      scope,
      project,
      titles: all.slice(0, BACKUP_NOTE_TITLES).map(titleOf),
      notes: plain.size,
      own: all.filter(({ path, lead }) => lead?.origin === 'user' && own.has(path)).length,
      lacking: all.filter(({ lead }) => lead?.hash !== undefined && !isThere(lead.hash)).length,
    },
  ]
}

function titleOf({ path, versions, lead }: SoundNote): string {
  const name = lead?.name ?? versions.findLast(({ hash }) => hash !== undefined)?.name ?? ''
  return (name.trim() === '' ? path : name).slice(0, BACKUP_TITLE_CHARS)
}

function need(result: Awaited<ReturnType<ValueStores['memories']['change']>>): void {
  if (!result.ok) throw new BackupProblem(result.error.kind, result.error.message, result.error.hint)
}
