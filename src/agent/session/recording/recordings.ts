/** Recordings of the open session, for a file or a link; and sessions made of recordings. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { LINK_CHARS, RECORDING_BYTES, SHARE_FILES_SHOWN } from '../../limits.ts'
import type { OpenedSession } from '../../protocol/opened-session.ts'
import type {
  OpenedRecording,
  RecordingChoice,
  RecordingSource,
  SharePreview,
  TranscriptFormat,
} from '../../protocol/calls/history.ts'
import { contentHash } from '../store/content-hash.ts'
import { readFile, writeFile } from './file-format.ts'
import { findSecrets, OWN_KEY } from './find-secrets.ts'
import { readLink, writeLink } from './link-format.ts'
import { readThreads, upTo } from './cut-logs.ts'
import { makeRecording } from './make-recording.ts'
import type { MadeRecording } from './make-recording.ts'
import { allEvents, countCalls, recordingHash } from './recording.ts'
import type { Recording } from './recording.ts'
import { slim } from './slim.ts'
import { storeSession } from './store-session.ts'
import type { SessionStore } from './store-session.ts'
import { templateIn } from './template-files.ts'
import type { ReadTemplate } from './template-files.ts'
import { redactedValue } from '../../redact/values.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { writeHtml } from '../transcript/html-page.ts'
import { messagesOf } from '../transcript/messages.ts'
import { readTranscript } from '../transcript/read-transcript.ts'
import { writeWithoutTexts } from '../transcript/without-texts.ts'
import { writeJsonl, writeMarkdown } from '../transcript/write-transcript.ts'
import type { Transcript } from '../transcript/write-transcript.ts'
import type { Session } from '../log/session.ts'
import { withUnknownFields } from '../shapes/written-event.ts'
import type { StoreLink } from '../sharing/sharing.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import { storageFailure } from '../store/storage-error.ts'

export interface RecordingsOptions extends SessionStore {
  readonly blobs: BlobStore
  readonly credentials: Pick<CredentialStore, 'ownKeys'>
  readonly session: () => Session | undefined
  /** Takes secrets out of transcripts that others have written. */
  readonly redactor: Redactor
  readonly open: (id: string) => Promise<Result<OpenedSession>>
  /** The file that a link to a store leads to. */
  readonly fetchShared: (link: StoreLink) => Promise<Result<Uint8Array>>
  /** Reads the bundled templates. */
  readonly readTemplate: ReadTemplate
  readonly appVersion: string
  readonly newId: () => string
  readonly now: () => number
}

export class Recordings {
  readonly #options: RecordingsOptions

  constructor(options: RecordingsOptions) {
    this.#options = options
  }

  async file(choice: RecordingChoice): Promise<Result<{ name: string; data: Uint8Array }>> {
    const made = await this.#make(choice)
    if (!made.ok) return made
    const { recording } = made.value
    const ownKeys = await this.#options.credentials.ownKeys()
    if (!ownKeys.ok) return ownKeys
    const secrets = findSecrets(recording, ownKeys.value)
    if (secrets.some(({ what }) => what === OWN_KEY)) return ownKeyProblem()
    return ok({ name: `${fileName(recording.manifest.title)}.vivarium`, data: writeFile(recording) })
  }

  /**
   * The conversation and calls as text. A key of this browser is refused as in a recording; other secrets
   * never got into the log.
   */
  async transcript(
    choice: RecordingChoice,
    format: TranscriptFormat,
  ): Promise<Result<{ name: string; data: Uint8Array }>> {
    const { session, credentials, database, appVersion, now } = this.#options
    const current = session()
    if (!current) return fail('not_found', 'No session is open.')
    const all = upTo(await current.events(1), choice.toSeq)
    if (format === 'log') {
      const log = writeWithoutTexts({ events: all, appVersion })
      return ok({ name: 'vivarium-log.jsonl', data: new TextEncoder().encode(log) })
    }
    // Its files may be too many for a recording; a text has none of them.
    const events = slim(all)
    const ownKeys = await credentials.ownKeys()
    if (!ownKeys.ok) return ownKeys
    const secrets = findSecrets({ events, threads: [], blobs: new Map() }, ownKeys.value)
    if (secrets.some(({ what }) => what === OWN_KEY)) return ownKeyProblem()
    const messages = messagesOf(events.map(withUnknownFields))
    if (messages.length === 0) return fail('invalid', 'Nothing was said in this session yet.')
    const title = choice.title ?? (await database.get('sessions', current.id))?.title ?? ''
    const { extension, write } = TRANSCRIPTS[format]
    const text = await write({ title, appVersion, recordedAt: now(), messages })
    return ok({ name: `${fileName(title)}.${extension}`, data: new TextEncoder().encode(text) })
  }

  async preview(choice: RecordingChoice): Promise<Result<SharePreview>> {
    const made = await this.#make(choice)
    if (!made.ok) return made
    const { recording, files } = made.value
    const ownKeys = await this.#options.credentials.ownKeys()
    if (!ownKeys.ok) return ownKeys
    const findings = findSecrets(recording, ownKeys.value)
    const template = templateIn(recording.events)
    const all = allEvents(recording)
    const payload = await writeLink(
      recording,
      template === undefined ? undefined : await this.#options.readTemplate(template),
    )
    const fits = payload.length <= LINK_CHARS && !findings.some(({ what }) => what === OWN_KEY)
    return ok({
      title: recording.manifest.title,
      messages: all.filter(
        (event) =>
          event.type === 'turn_committed' || (event.type === 'user_message' && event.origin === 'human'),
      ).length,
      calls: countCalls(all),
      files: shownFiles(files),
      filesTotal: files.size,
      contentBytes: [...recording.blobs.values()].reduce((sum, { length }) => sum + length, 0),
      findings,
      payload: fits ? payload : undefined,
      payloadChars: payload.length,
      linkLimit: LINK_CHARS,
    })
  }

  /** Makes a session of it, or finds the one that was made of it before. Runs nothing. */
  async open(source: RecordingSource): Promise<Result<OpenedRecording>> {
    if (source.from !== 'link' && source.from !== 'store' && /\.(jsonl|html|md)$/i.test(source.name))
      return this.#openTranscript(source)
    const read = await this.#read(source)
    if (!read.ok) return read
    const recording = read.value
    const hash = await recordingHash(recording)
    const { open } = this.#options
    const known = await this.#known(hash)
    if (known !== undefined) return withKnown(await open(known), true)
    const stored = await this.#store(recording, hash, source.from)
    return stored.ok ? withKnown(await open(stored.value), false) : stored
  }

  /** Wherever it comes from, it is as hostile. */
  async #read(source: RecordingSource): Promise<Result<Recording>> {
    if (source.from === 'link') return readLink(source.payload, this.#options.readTemplate)
    if (source.from !== 'store') return readFile(source.data)
    const fetched = await this.#options.fetchShared(source)
    return fetched.ok ? readFile(fetched.value) : fetched
  }

  /** Id of the session that was made of it before. */
  async #known(hash: string): Promise<string | undefined> {
    const records = await this.#options.database.getAll('sessions')
    return records.find(({ recording, deletedAt }) => recording === hash && deletedAt === undefined)?.id
  }

  /**
   * Opens a transcript of another program, or one that this program wrote as text: a session without files.
   */
  async #openTranscript({
    data,
    name,
  }: {
    data: Uint8Array
    name: string
  }): Promise<Result<OpenedRecording>> {
    const { newId, now, open, redactor } = this.#options
    if (data.length > RECORDING_BYTES) {
      return fail('too_large', `${name} has ${data.length} bytes; at most ${RECORDING_BYTES} can be opened.`)
    }
    const read = readTranscript(new TextDecoder().decode(data))
    if (!read.ok) return read
    const { events, title, messages, left } = read.value
    const hash = await contentHash(data.slice())
    const known = await this.#known(hash)
    if (known !== undefined) return withKnown(await open(known), true)
    const told = left.length === 0 ? '' : ` Left out: ${left.join('; ')}.`
    const id = newId()
    try {
      await storeSession(this.#options, {
        id,
        title: redactor.redact(title === '' ? name : title),
        events: redactedValue(events, redactor),
        then: {
          type: 'notice',
          level: 'info',
          text: `${messages} messages of the transcript ${redactor.redact(name)}, without files.${told}`,
        },
        now: now(),
        recording: hash,
      })
    } catch (error) {
      return storageFailure(error)
    }
    return withKnown(await open(id), false)
  }

  async #make(choice: RecordingChoice): Promise<Result<MadeRecording>> {
    const { session, blobs, appVersion, now, database } = this.#options
    const current = session()
    if (!current) return fail('not_found', 'No session is open.')
    const title = (await database.get('sessions', current.id))?.title ?? ''
    const events = await current.events(1)
    const threads = await readThreads(database, current.id)
    return makeRecording({ events, threads, blobs, title, appVersion, now: now() }, choice)
  }

  async #store(
    { manifest, events, threads, blobs }: Recording,
    hash: string,
    from: RecordingSource['from'],
  ): Promise<Result<string>> {
    const { blobs: store, newId, now } = this.#options
    const kept = await store.put([...blobs].map(([name, data]) => ({ hash: name, data })))
    if (!kept.ok) return kept
    const { title, appVersion } = manifest
    const id = newId()
    try {
      await storeSession(this.#options, {
        id,
        title,
        events,
        threads,
        then: { type: 'recording_opened', title, hash, from, appVersion, calls: countCalls(events) },
        now: now(),
        recording: hash,
      })
    } catch (error) {
      return storageFailure(error)
    }
    return ok(id)
  }
}

const TRANSCRIPTS: Readonly<
  Record<
    Exclude<TranscriptFormat, 'log'>,
    { extension: string; write: (transcript: Transcript) => string | Promise<string> }
  >
> = {
  jsonl: { extension: 'jsonl', write: writeJsonl },
  markdown: { extension: 'md', write: writeMarkdown },
  html: { extension: 'html', write: writeHtml },
}

function ownKeyProblem(): Result<never> {
  return fail(
    'not_permitted',
    'A key that is kept in this browser stands in the session: it was not recorded.',
    {
      hint: 'Leave out the steps or files that have it, under "Share".',
    },
  )
}

function withKnown(opened: Result<OpenedSession>, known: boolean): Result<OpenedRecording> {
  return opened.ok ? ok({ ...opened.value, known }) : opened
}

/** Each file, or where they are many, the top folders with what is in them. */
function shownFiles(files: MadeRecording['files']): SharePreview['files'] {
  const all = [...files].map(([path, { size, included }]) => ({
    path: path.replace(/\/$/, ''),
    size,
    included,
  }))
  if (all.length <= SHARE_FILES_SHOWN) return sorted(all)
  const tops = new Map<string, { size: number; included: boolean }>()
  for (const { path, size, included } of all) {
    const top = path.split('/')[0] ?? path
    const known = tops.get(top)
    tops.set(top, { size: size + (known?.size ?? 0), included: included || known?.included === true })
  }
  return sorted([...tops].map(([path, top]) => ({ path, ...top }))).slice(0, SHARE_FILES_SHOWN)
}

function sorted<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function fileName(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'session'
  )
}
