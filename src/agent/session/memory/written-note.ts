/** A text that somebody writes as a note: whose it is, and what of it is stored. Loaded with the first one. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { NOTE_RULES } from '../../limits.ts'
import { actRulesText, countingRules } from '../../memory/at-act/act-rules.ts'
import { noteText, readNote } from '../../memory/notes/note-file.ts'
import type { NoteFile } from '../../memory/notes/note-file.ts'
import { quotedFrom } from '../../memory/notes/said-by-user.ts'
import { withWhen } from '../../protocol/text/when-field.ts'
import type { Session } from '../log/session.ts'
import { contentHash } from '../store/content-hash.ts'
import { sourceOf } from './note-change.ts'
import type { GivenNote, NoteWriter, ReadyNote } from './note-change.ts'
import { evidenceFor } from './note-evidence.ts'
import { meaningOf } from './note-meaning.ts'
import type { StoredVersion } from './memory-record.ts'
import { saidMessages } from './said-messages.ts'

export interface WritingGround {
  readonly session: Pick<Session, 'id' | 'events' | 'facts'> | undefined
  readonly blobs: Pick<BlobStore, 'get'>
  readonly now: number
  /** The note that is there; undefined where there is none. */
  readonly current: (path: string) => Promise<CurrentText | undefined>
}

interface CurrentText {
  readonly text: string
  readonly version: StoredVersion
}

/** A text that was written, with its path. */
interface GivenFile extends NoteFile {
  readonly path: string
}

/** The part of what an agent writes that is the user's own. */
interface OwnText extends Pick<StoredVersion, 'source'> {
  readonly text: string
  /** Hash of the note to which only rules were added. */
  readonly extended?: string | undefined
}

/** `note` has a path that a note can have, and a text without secrets. */
export async function readyNote(
  { path, text: written }: GivenNote,
  writer: NoteWriter,
  { session, blobs, now, current }: WritingGround,
): Promise<ReadyNote> {
  const given = { path, ...readNote(written) }
  const isAgents = writer.by === 'agent'
  const said = isAgents ? saidMessages((await session?.events(1)) ?? []) : []
  const own = isAgents
    ? (withAddedRules(given, await current(path)) ?? quotedText(given, said, session))
    : undefined
  const { text = written, extended } = own ?? {}
  const file = own ? readNote(text) : given
  const data = new TextEncoder().encode(text)
  const hash = await contentHash(data)
  const messages = isAgents ? said.slice(-1).map(({ id }) => id) : writer.messages
  const version: StoredVersion = {
    hash,
    bytes: data.length,
    at: now,
    origin: writer.by === 'user' || own ? 'user' : 'unconfirmed',
    source: own?.source ?? sourceOf(session, { by: writer.by, messages }),
    ...meaningOf(file),
    evidence: await evidenceFor(file.body, blobs, session?.facts.root),
  }
  return { path, text: { hash, data }, version, ...(extended !== undefined && { extended }) }
}

/** The user's words alone: its name and description are the agent's. Its rules say when they are told, and nothing else. */
function quotedText(
  { path, type, when = [], body }: GivenFile,
  said: ReturnType<typeof saidMessages>,
  session: WritingGround['session'],
): OwnText | undefined {
  const messages = quotedFrom(body, said)
  if (!messages) return undefined
  const text = noteText({ ...(type && { type }), when: countingRules(path, when), body })
  return { text, source: sourceOf(session, { by: 'agent', messages }) }
}

/** A note of the user's with more rules than it has, and all else as it is: they say when it is told, not what it says. */
function withAddedRules(given: GivenFile, current: CurrentText | undefined): OwnText | undefined {
  if (current?.version.origin !== 'user') return undefined
  const { when: kept = [], body } = readNote(current.text)
  const { path, when = [] } = given
  const isNew = (rule: string) => !kept.includes(rule)
  const added = countingRules(path, when.filter(isNew))
  if (given.body !== body || added.length === 0 || !kept.every((rule) => when.includes(rule)))
    return undefined
  const rules = [...kept, ...added]
  const text = withWhen(current.text, actRulesText(rules))
  // With more rules than count, or than there is room for in its frontmatter, it would lose some of its own.
  if (rules.length > NOTE_RULES || readNote(text).when?.length !== rules.length) return undefined
  const { hash, source } = current.version
  return { text, source: { ...source, rulesBy: 'agent' }, extended: hash }
}
