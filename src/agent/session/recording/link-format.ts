/**
 * The payload of `#s=`: a recording without anything that its reader can compute. Trees are lists of names
 * instead of hashes, streamed parts are lengths of the text that they make, and all of it is deflated as one.
 */
import { deflateSync, Inflate } from 'fflate'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { decodeDirectory, encodeDirectory } from '../../../sandbox/history/directory-object.ts'
import type { DirectoryObjectEntry, EntryKind } from '../../../sandbox/history/directory-object.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { LINK_CHARS, LINK_CONTENT_BYTES, RECORDING_OBJECTS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { contentHash } from '../store/content-hash.ts'
import { checkRecording, parseHostile } from './check-recording.ts'
import { requireFewThreads } from './check-threads.ts'
import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { longEvents, rawIn, shortEvents } from './link-events.ts'
import { damaged, RecordingProblem, refusing, tooLarge } from './problem.ts'
import { hasThreads, inOrder, RECORDING_VERSION, rootsOf, WITHOUT_THREADS } from './recording.ts'
import type { Recording } from './recording.ts'
import type { ReadTemplate, Template } from './template-files.ts'

/**
 * The first character of a payload: the form of the rest. The second form names files of a bundled template; the third may have
 * threads, too, and is that of a recording which only it can tell.
 */
const FORM = '1'
const FORM_OF_TEMPLATE = '2'
const FORM_OF_THREADS = '3'
const FORMS: readonly string[] = [FORM, FORM_OF_TEMPLATE, FORM_OF_THREADS]
/** Characters of the hash at its end, by which a cut link is told from a whole one. */
const CHECK_CHARS = 8
/** Characters of the hash that tells versions of a template apart. */
const TEMPLATE_CHECK_CHARS = 16

const KINDS: readonly EntryKind[] = ['file', 'symlink', 'directory']

/** A text, bytes in base64, a file of the template by its path, or a directory of earlier objects. */
type LinkObject =
  | string
  | { readonly b: string }
  | { readonly t: string }
  | readonly (readonly [name: string, kind: number, mode: number, object: number])[]

interface LinkContent {
  readonly app: string
  readonly title: string
  readonly at: number
  /** Its id, and a hash of those of its files that the link names: another version of it may have others. */
  readonly template?: readonly [id: string, check: string]
  readonly objects: readonly LinkObject[]
  /** Times are milliseconds since the event before; numbers are those of their places. */
  readonly events: readonly unknown[]
  /** In the order of their ids; absent: none. */
  readonly threads?: readonly LinkThread[]
}

type LinkThread = readonly [id: string, events: readonly unknown[]]

/** The payload, however long. Files of `template` are named, not carried. */
export async function writeLink(recording: Recording, template?: Template): Promise<string> {
  const { manifest, events, threads, blobs } = recording
  const paths = template ? await pathsByHash(template) : new Map<string, string>()
  const objects = new ObjectList(blobs, paths)
  for (const root of manifest.roots) objects.add(root, 'directory')
  const short = (log: readonly AgentEvent[]) => shortEvents(log, (hash) => objects.name(hash))
  const content: LinkContent = {
    app: manifest.appVersion,
    title: manifest.title,
    at: manifest.recordedAt,
    ...(template && objects.named.length > 0
      ? { template: [template.id, await hashOfAll(objects.named)] as const }
      : {}),
    events: short(events),
    ...(threads.length > 0
      ? { threads: threads.map((thread) => [thread.id, short(thread.events)] as const) }
      : {}),
    objects: objects.list,
  }
  const bytes = deflateSync(new TextEncoder().encode(JSON.stringify(content)), { level: 9, mem: 12 })
  const text = toBase64Url(bytes)
  const plain = content.template ? FORM_OF_TEMPLATE : FORM
  return `${hasThreads(manifest.version) ? FORM_OF_THREADS : plain}${text}${await checkOf(text)}`
}

async function pathsByHash({ files }: Template): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  for (const [path, data] of files) paths.set(await contentHash(data.slice()), path)
  return paths
}

async function hashOfAll(hashes: readonly string[]): Promise<string> {
  return (await contentHash(new TextEncoder().encode(hashes.join(' ')))).slice(0, TEMPLATE_CHECK_CHARS)
}

/** Without `readTemplate` a link that names files of a template is not opened. */
export function readLink(payload: string, readTemplate?: ReadTemplate): Promise<Result<Recording>> {
  return refusing(async () => {
    // Chat and mail programs break lines, quote them, and take the full stop after a link for a part of it.
    const whole = payload.replace(/[^\w-]/g, '')
    // A store or a file has no such bound; a link that is longer was never one of ours.
    if (whole.length > 4 * LINK_CHARS) throw tooLarge(`the link has ${whole.length} characters`)
    const form = whole.slice(0, FORM.length)
    if (!FORMS.includes(form)) throw notALink(whole)
    const text = whole.slice(FORM.length, -CHECK_CHARS)
    if ((await checkOf(text)) !== whole.slice(-CHECK_CHARS))
      throw damaged('the link was cut or changed on its way')
    const content = contentOf(parseHostile(inflate(fromBase64Url(text)), 'the link'))
    const { app, title, at, objects, template } = content
    if (objects.length > RECORDING_OBJECTS)
      throw tooLarge(`it has ${objects.length} objects, and at most ${RECORDING_OBJECTS} can be opened`)
    const made = await makeObjects(objects, template ? await filesOf(template[0], readTemplate) : NO_FILES)
    if (template && (await hashOfAll(made.named)) !== template[1]) throw otherTemplate(template[0])
    const { logs, roots } = unshortened(content, (name) => made.hash(name))
    const version = form === FORM_OF_THREADS ? RECORDING_VERSION : WITHOUT_THREADS
    const manifest = { format: 'vivarium-recording', version, appVersion: app, title }
    return checkRecording({
      manifest: { ...manifest, recordedAt: at, roots },
      ...logs,
      blobs: made.blobs,
      streamedLimit: LINK_CONTENT_BYTES,
    })
  })
}

const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map()

async function filesOf(
  id: string,
  readTemplate: ReadTemplate | undefined,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const template = await readTemplate?.(id)
  if (template) return template.files
  throw new RecordingProblem(
    'not_found',
    `This link goes with the template “${id.slice(0, 40)}”, which is not to be had here. Nothing was opened.`,
    'Open it in Vivarium, with a network the first time; or ask whoever sent it for the recording as a file, which has everything in it.',
  )
}

function otherTemplate(id: string): RecordingProblem {
  return new RecordingProblem(
    'unsupported',
    `This link goes with another version of the template “${id.slice(0, 40)}” than this Vivarium has. Nothing was opened.`,
    'Ask whoever sent it for the recording as a file, which has everything in it, or open it with the version that made it.',
  )
}

/** Not checked yet: a malformed event makes this throw, or is found later. */
function unshortened(
  { events, threads = [] }: Pick<LinkContent, 'events' | 'threads'>,
  hash: (name: string) => string | undefined,
) {
  try {
    const roots = new Set<string>()
    const long = (short: readonly unknown[]) => {
      const log = longEvents(short, hash)
      // Trees that an event names as it is stored: as far as it can be read.
      const read = log.map((event, index) => (rawIn(short[index]) ? readEvent(event, index + 1) : event))
      for (const root of rootsOf(read as AgentEvent[])) roots.add(root)
      return log
    }
    const main = long(events)
    const others = inOrder(threads.map(([id, log]) => ({ id, log }))).map(({ id, log }) => ({
      id,
      events: long(log),
    }))
    return { logs: { events: main, threads: others }, roots: [...roots] }
  } catch (error) {
    if (error instanceof RecordingProblem) throw error
    throw damaged('its log cannot be read')
  }
}

function notALink(payload: string): RecordingProblem {
  if (/^[0-9]/.test(payload)) {
    return new RecordingProblem(
      'unsupported',
      'This link was made by a newer Vivarium than this one. Nothing was opened.',
      'Reload the page for a newer version, then open the link again.',
    )
  }
  return damaged('the link has no recording in it')
}

async function checkOf(text: string): Promise<string> {
  return (await contentHash(new TextEncoder().encode(text))).slice(0, CHECK_CHARS)
}

/** Stops at the limit, whatever the bytes would become. */
function inflate(bytes: Uint8Array): string {
  const parts: Uint8Array[] = []
  let size = 0
  let ended = false
  try {
    const stream = new Inflate((part, final) => {
      size += part.length
      if (size > LINK_CONTENT_BYTES) throw tooLarge('unpacked the link would be more than a link may have')
      parts.push(part)
      ended = final
    })
    for (let start = 0; start < bytes.length; start += INFLATE_STEP)
      stream.push(bytes.subarray(start, start + INFLATE_STEP), start + INFLATE_STEP >= bytes.length)
    if (!ended) throw damaged('the link ends too early')
    return new TextDecoder('utf-8', { fatal: true }).decode(concatenate(parts))
  } catch (error) {
    if (error instanceof RecordingProblem) throw error
    throw damaged('the link cannot be unpacked')
  }
}

/** Bytes given to the inflater at once: it may make a thousand times as many of them. */
const INFLATE_STEP = 1024

/** Objects in an order in which each directory comes after what is in it. */
class ObjectList {
  readonly list: LinkObject[] = []
  readonly #blobs: ReadonlyMap<string, Uint8Array>
  readonly #indexes = new Map<string, number>()
  readonly #paths: ReadonlyMap<string, string>
  /** Hashes of the files that the template has, too. */
  readonly named: string[] = []

  constructor(blobs: ReadonlyMap<string, Uint8Array>, paths: ReadonlyMap<string, string>) {
    this.#blobs = blobs
    this.#paths = paths
  }

  add(hash: string, kind: EntryKind): number {
    // A file may have the very bytes of a directory: then it is listed twice.
    const key = kind === 'directory' ? `/${hash}` : hash
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const data = this.#blobs.get(hash) ?? new Uint8Array()
    const object =
      kind === 'directory' ? this.#directory(decodeDirectory(data)?.entries ?? []) : this.#file(hash, data)
    const index = this.list.push(object) - 1
    this.#indexes.set(key, index)
    return index
  }

  #file(hash: string, data: Uint8Array): LinkObject {
    const path = this.#paths.get(hash)
    // A name that is longer than the file saves nothing.
    if (path === undefined || data.length <= path.length) return fileObject(data)
    this.named.push(hash)
    return { t: path }
  }

  /** How the events name a tree or a file that is listed. */
  name(hash: string): string | undefined {
    const directory = this.#indexes.get(`/${hash}`)
    if (directory !== undefined) return `/${directory}`
    const file = this.#indexes.get(hash)
    return file === undefined ? undefined : `#${file}`
  }

  #directory(entries: readonly DirectoryObjectEntry[]): LinkObject {
    return entries.map(
      ({ name, kind, mode, hash }) => [name, KINDS.indexOf(kind), mode, this.add(hash, kind)] as const,
    )
  }
}

function fileObject(data: Uint8Array): LinkObject {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return { b: toBase64Url(data) }
  }
}

interface MadeObject {
  readonly hash: string
  readonly kind: 'file' | 'directory'
  readonly size: number
  readonly files: number
}

/** Computes what the writer has left out. Throws on what no writer makes. */
async function makeObjects(
  objects: readonly unknown[],
  template: ReadonlyMap<string, Uint8Array>,
): Promise<{
  hash(name: string): string | undefined
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** Hashes of the template's files among them. */
  readonly named: readonly string[]
}> {
  const named: string[] = []
  const blobs = new Map<string, Uint8Array>()
  const made: MadeObject[] = []
  const listed = new Set<string>()
  /** Each of them is read and hashed, which takes far longer than it takes characters to list one again. */
  const list = (key: string) => {
    if (listed.has(key)) throw damaged('it has one of its files or folders twice')
    listed.add(key)
  }
  for (const object of objects) {
    const entries = Array.isArray(object) ? readEntries(object, made) : undefined
    const path = entries ? undefined : pathIn(object)
    if (path !== undefined) list(`named ${path}`)
    // One that the template has no more is found out by what all of them are.
    const data = entries
      ? encodeDirectory(entries)
      : path === undefined
        ? fileBytes(object)
        : (template.get(path) ?? new Uint8Array())
    const hash = await contentHash(data as Uint8Array<ArrayBuffer>)
    blobs.set(hash, data)
    if (path === undefined) list(`${entries ? 'directory' : 'file'} ${hash}`)
    else named.push(hash)
    made.push(
      entries
        ? { hash, kind: 'directory', size: entries.bytes, files: entries.files }
        : { hash, kind: 'file', size: data.length, files: 1 },
    )
  }
  return {
    blobs,
    named,
    hash: (name) => {
      const object = made[Number(name.slice(1))]
      const kind = name.startsWith('/') ? 'directory' : 'file'
      return object?.kind === kind ? object.hash : undefined
    },
  }
}

function pathIn(object: unknown): string | undefined {
  const isNamed = typeof object === 'object' && object !== null && 't' in object
  return isNamed && typeof object.t === 'string' ? object.t : undefined
}

function fileBytes(object: unknown): Uint8Array {
  if (typeof object === 'string') return new TextEncoder().encode(object)
  if (typeof object === 'object' && object !== null && 'b' in object && typeof object.b === 'string')
    return fromBase64Url(object.b)
  throw damaged('one of its files is of no known kind')
}

function readEntries(list: readonly unknown[], made: readonly MadeObject[]) {
  const entries = list.map((entry): DirectoryObjectEntry & { readonly files: number } => {
    const [name, kindNumber, mode, index] = Array.isArray(entry) ? (entry as unknown[]) : []
    const kind = typeof kindNumber === 'number' ? KINDS[kindNumber] : undefined
    const object = typeof index === 'number' ? made[index] : undefined
    const fits =
      kind !== undefined && object !== undefined && (kind === 'directory') === (object.kind === 'directory')
    if (typeof name !== 'string' || typeof mode !== 'number' || !fits)
      throw damaged('one of its folders holds what no folder has')
    return { name, kind, mode, size: object.size, hash: object.hash, files: object.files }
  })
  const sum = (of: (entry: (typeof entries)[number]) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0)
  return { entries, files: sum(({ files }) => files), bytes: sum(({ size }) => size) }
}

function contentOf(value: unknown): LinkContent {
  if (typeof value !== 'object' || value === null) throw damaged('the link has no recording in it')
  const { app, title, at, events, threads, objects, template } = value as Partial<
    Record<keyof LinkContent, unknown>
  >
  if (!Array.isArray(events) || !Array.isArray(objects)) throw damaged('the link has no recording in it')
  // The other three go into the manifest, which is checked.
  const known = { ...readTemplateName(template), ...readThreads(threads) }
  return { app: app as string, title: title as string, at: at as number, events, objects, ...known }
}

function readThreads(threads: unknown): Pick<LinkContent, 'threads'> {
  if (threads === undefined) return {}
  if (!Array.isArray(threads)) throw damaged('the link has threads that are none')
  requireFewThreads(threads.length)
  return { threads: threads.map(readThread) }
}

function readThread(thread: unknown): LinkThread {
  const [id, events] = Array.isArray(thread) ? (thread as unknown[]) : []
  if (typeof id !== 'string' || !Array.isArray(events)) throw damaged('the link has a thread that is none')
  return [id, events as unknown[]]
}

function readTemplateName(template: unknown): Pick<LinkContent, 'template'> {
  if (template === undefined) return {}
  const [id, check] = Array.isArray(template) ? (template as unknown[]) : []
  if (typeof id !== 'string' || typeof check !== 'string') throw damaged('the link names no template')
  return { template: [id, check] }
}
