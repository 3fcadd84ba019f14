/** The memory: notes that outlive a session. Each is a Markdown file at `/memory`, which the user can read, edit, undo and switch off. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { RecallQuestion } from '../recall.ts'

/** About the user; how they want it done; about the work; a pointer to what stands elsewhere. */
export const NOTE_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type NoteType = (typeof NOTE_TYPES)[number]

/** `user`: typed, confirmed or said word for word by the user. `unconfirmed`: all else, which is told as data and is no rule. */
export type NoteOrigin = 'user' | 'unconfirmed'

/** Notes of the open project, or of all projects. */
export type NoteScope = 'project' | 'everywhere'

export interface NoteSource {
  readonly by: 'user' | 'agent' | 'import'
  /** Session in which it was written; absent where none was open. */
  readonly session?: string
  /** Messages of the user that it rests on, by their ids, the last one last. */
  readonly messages?: readonly string[]
  /** An agent has added rules to a note of the user's (`when`), and nothing else. */
  readonly rulesBy?: 'agent'
  /** The program has made it of finished work: a lesson. */
  readonly lesson?: true
}

/**
 * `no YAML`: its frontmatter cannot be read. `no type`: it has none, or none of the four. `long line`: an entry of the index has more
 * characters than are advisable. `dead link`: the index names a note that is not there. `no rule`: part of its `when` is none.
 */
export type NoteFault = 'no YAML' | 'no type' | 'long line' | 'dead link' | 'no rule'

export interface ListedNote {
  /** From `/memory`: `tests.md`, `everywhere/language.md`, `logs/2026/11/2026-11-30.md`, `MEMORY.md`. */
  readonly path: string
  readonly scope: NoteScope
  /** The subject: its name, else its first line, else its path. */
  readonly title: string
  /** Its text without the frontmatter, cut to a few lines. */
  readonly excerpt: string
  readonly type?: NoteType
  /** Rules of the calls before which it is told once it is the user's (docs/memory.md); absent: none. */
  readonly when?: readonly string[]
  readonly origin: NoteOrigin
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string
  readonly bytes: number
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  readonly source: NoteSource
  /** Files of the workspace that it names and that have changed, or are gone, since it was written. */
  readonly stale: readonly string[]
  readonly faults: readonly NoteFault[]
  /** Undoing once more leads to an earlier version, or to no note. */
  readonly canUndo: boolean
}

/** A note that was deleted: it can be brought back. */
export interface RemovedNote {
  readonly path: string
  readonly scope: NoteScope
  readonly title: string
  readonly updatedAt: number
}

/** The part of the notes that the model is told at the start of a session. */
export interface MemoryIndex {
  readonly lines: number
  readonly bytes: number
  /** It is longer than is told: which limits were met. */
  readonly cut: 'no' | 'lines' | 'bytes' | 'both'
}

export interface MemoryList {
  /** Null: the files are of no project, as those of a template or a recording; notes belong to this session alone. */
  readonly project: { readonly id: string; readonly name: string } | null
  /** The switch of this project. */
  readonly isOn: boolean
  /** The setting for all projects; off: nothing is remembered anywhere. */
  readonly isOnEverywhere: boolean
  /** Stored by a newer version of the program: notes are shown, and none can be changed. */
  readonly isNewer: boolean
  /** The latest first. */
  readonly notes: readonly ListedNote[]
  /** The latest first. */
  readonly removed: readonly RemovedNote[]
  readonly index: MemoryIndex
  /** Lines and bytes of the index that a session is told, and bytes of a file that an import reads. */
  readonly limits: { readonly lines: number; readonly bytes: number; readonly fileBytes: number }
}

export interface NoteText {
  readonly text: string
  readonly hash: string
}

export interface NoteDraft {
  readonly path: string
  readonly text: string
  /** Hash of the version that was edited; null: it is a new note. Absent: whatever is there is replaced. */
  readonly base?: string | null
}

export interface RememberOptions {
  readonly scope?: NoteScope
  readonly type?: NoteType
  /** The message that it is taken from. */
  readonly messageId?: string
}

export interface NoteVersion {
  /** Counts from 1, the oldest that is still there. */
  readonly number: number
  /** Undefined: the note was deleted then. */
  readonly hash: string | undefined
  readonly at: number
  readonly origin: NoteOrigin
  readonly source: NoteSource
  /** It is the one that is there now. */
  readonly isCurrent: boolean
}

export interface NamedFile {
  readonly name: string
  readonly data: Uint8Array
}

export interface TakenNotes {
  /** Paths of the notes that are there now; all of them are unconfirmed. */
  readonly taken: readonly string[]
  /** Files that were left, each with the reason. */
  readonly left: readonly { readonly name: string; readonly reason: string }[]
}

interface FoundText {
  /** Names the same text in every answer. */
  readonly id: string
  /** Comparable within one answer. */
  readonly score: number
  readonly text: string
  /** Offset of the passage that fits best. */
  readonly focus: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface RecalledNote extends FoundText {
  readonly kind: 'note'
  /** From `/memory`. */
  readonly path: string
  readonly origin: NoteOrigin
}

export interface RecalledTurn extends FoundText {
  readonly kind: 'turn'
  readonly session: { readonly id: string; readonly title: string }
  /** Number of its event in the session's log. */
  readonly seq: number
  readonly role: 'user' | 'assistant' | 'tool'
  readonly tool?: string
}

export interface Recalled {
  /** The best first. */
  readonly found: readonly (RecalledNote | RecalledTurn)[]
  /** Older sessions were not looked through. */
  readonly cut: boolean
  /** Numbers of the question that name no event which can be shown. Absent where it is one of words. */
  readonly missing?: readonly number[]
}

/** Paths are those of `ListedNote`; a leading `/memory/` is taken off. All but `list`, `read`, `history`, `recall` and `pack` act as the user. */
export interface MemoryApi {
  list(): Promise<Result<MemoryList>>
  /** A version by its number; the current one by default. */
  read(path: string, version?: number): Promise<Result<NoteText>>
  /** Gives its path. Fails with `exists` where another version than the base is there: nothing is replaced unseen. */
  write(note: NoteDraft): Promise<Result<string>>
  /** A new note of this text, under a name made of it. Gives its path. */
  remember(text: string, options?: RememberOptions): Promise<Result<string>>
  /** The note becomes the user's, if it still has this hash. */
  confirm(path: string, hash: string): Promise<Result<void>>
  remove(path: string): Promise<Result<void>>
  /** Back to the version before, also of a deleted note. */
  undo(path: string): Promise<Result<void>>
  history(path: string): Promise<Result<readonly NoteVersion[]>>
  /** A version of the history becomes the current one; it keeps its origin. */
  restore(path: string, version: number): Promise<Result<void>>
  /** Notes and turns of the project's sessions, the best first, by words and without a model. `limit`: 5 by default, at most 100. */
  recall(query: string, limit?: number, only?: RecallQuestion['only']): Promise<Result<Recalled>>
  /** The switch of the open project. Off: nothing is told, nothing is written, and all notes stay. */
  setOn(isOn: boolean): Promise<Result<void>>
  /** A zip of Markdown files. */
  pack(): Promise<Result<Uint8Array>>
  /** Markdown files, or zips of them. They are data: whatever they say of themselves, all become unconfirmed. */
  takeIn(files: readonly NamedFile[], scope: NoteScope): Promise<Result<TakenNotes>>
}
