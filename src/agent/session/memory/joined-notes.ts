/**
 * Notes of a backup put to those that are here. A note that is the user's own here stays as it is, whatever time the backup names, unless
 * they have said that the backup's are theirs. Nothing that is here is pushed out but the oldest version of a note that goes on.
 */
import { MEMORY_NOTES, NOTE_VERSIONS, NOTES_REMOVED } from '../../limits.ts'
import { changedAt, currentOf } from './memory-record.ts'
import type { StoredNote, StoredVersion } from './memory-record.ts'
import type { SoundNote } from './sound-notes.ts'

export interface JoinedNotes {
  readonly notes: readonly StoredNote[]
  /** Paths of the notes that were added or changed. A note that was deleted there, and was never here, is not counted. */
  readonly changed: readonly string[]
  readonly isSame: boolean
}

/** `isOwn`: the user has said that the backup's notes are theirs. */
export function joinedNotes(
  here: readonly StoredNote[],
  taken: readonly SoundNote[],
  isOwn: boolean,
): JoinedNotes {
  const notes = new Map(here.map((note) => [note.path, note]))
  const changed: string[] = []
  const room = new Room(here)
  for (const note of taken) {
    const known = notes.get(note.path)
    const joined = known ? joinedNote(known, note, { isOwn, room }) : room.take(newNote(note))
    if (joined === undefined) continue
    notes.set(note.path, joined)
    if (known ?? currentOf(joined)) changed.push(note.path)
  }
  const all = [...notes.values()]
  return { notes: all, changed, isSame: all.length === here.length && changed.length === 0 }
}

/** Room for notes that are there, and for deleted ones. */
class Room {
  #there: number
  #removed: number

  constructor(here: readonly StoredNote[]) {
    const there = here.filter(currentOf).length
    this.#there = MEMORY_NOTES - there
    this.#removed = NOTES_REMOVED - (here.length - there)
  }

  /** The note, where there is room for it. */
  take(note: StoredNote): StoredNote | undefined {
    return this.move(undefined, currentOf(note) !== undefined) ? note : undefined
  }

  /** False where there is no room for it as it is then. */
  move(wasThere: boolean | undefined, isThere: boolean): boolean {
    if (wasThere === isThere) return true
    if ((isThere ? this.#there : this.#removed) <= 0) return false
    this.#there += Number(wasThere === true) - Number(isThere)
    this.#removed += Number(wasThere === false) - Number(!isThere)
    return true
  }
}

function newNote({ path, versions, lead }: SoundNote): StoredNote {
  return { path, versions, current: lead ? versions.indexOf(lead) : -1 }
}

/** Undefined where it stays as it is. */
function joinedNote(
  here: StoredNote,
  { versions, lead }: SoundNote,
  { isOwn, room }: { readonly isOwn: boolean; readonly room: Room },
): StoredNote | undefined {
  if (lead === undefined || isKnown(here, lead)) return undefined
  const isThere = lead.hash !== undefined
  const leads = mayLead(here, lead, isOwn) && room.move(currentOf(here) !== undefined, isThere)
  if (!leads && !isThere) return undefined
  const counting = here.versions[here.current]
  // The oldest makes room for a version that counts from now on.
  const isFull = here.versions.length >= NOTE_VERSIONS
  if (isFull && !leads) return undefined
  const oldest = isFull ? here.versions.find((one) => one !== counting) : undefined
  const kept = here.versions.filter((one) => one !== oldest)
  const others = versions.filter((one) => one !== lead && !isKnown(here, one))
  const most = NOTE_VERSIONS - kept.length - 1
  const fresh = [lead, ...others.slice(Math.max(others.length - most, 0))]
  const all = [...kept, ...versions.filter((one) => fresh.includes(one))].toSorted((a, b) => a.at - b.at)
  return { ...here, versions: all, current: placeIn(all, leads ? lead : counting) }
}

function placeIn(versions: readonly StoredVersion[], version: StoredVersion | undefined): number {
  return version ? versions.indexOf(version) : -1
}

/** A version of the same text with the same standing, or as the user's own; a deletion of the same time, or of a note that is deleted. */
function isKnown(here: StoredNote, { hash, origin, at }: StoredVersion): boolean {
  if (hash === undefined && currentOf(here) === undefined) return true
  return here.versions.some((one) =>
    hash === undefined
      ? one.hash === undefined && one.at === at
      : one.hash === hash && (one.origin === origin || one.origin === 'user'),
  )
}

/**
 * Only a later version counts from then on, and in place of the user's own only another of theirs. The same text, confirmed, counts at
 * once.
 */
function mayLead(here: StoredNote, lead: StoredVersion, isOwn: boolean): boolean {
  if (lead.hash !== undefined && lead.hash === currentOf(here)?.hash) return true
  if (lead.at <= (here.versions[here.current]?.at ?? changedAt(here))) return false
  return currentOf(here)?.origin !== 'user' || (isOwn && lead.origin === 'user')
}
