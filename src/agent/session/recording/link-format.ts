/**
 * The payload of `#s=`: a recording without anything that its reader can compute. Trees are lists of names
 * instead of hashes, streamed parts are lengths of the text that they make, and all of it is deflated as one.
 */
import { deflateSync, Inflate } from 'fflate'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { fieldsOf, itemsOf } from '../../../sandbox/page/fields.ts'
import { LINK_CHARS, LINK_CONTENT_BYTES, RECORDING_OBJECTS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { contentHash } from '../store/content-hash.ts'
import { checkRecording, parseHostile } from './check-recording.ts'
import { requireFewThreads } from './check-threads.ts'
import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { asEvents, longEvents, rawIn, shortEvents } from './link-events.ts'
import { makeObjects, ObjectList } from './link-objects.ts'
import type { LinkObject } from './link-objects.ts'
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

/** As it is read: `checkRecording` checks the first three with the manifest, `makeObjects` the objects. */
type ReadContent = Omit<LinkContent, 'app' | 'title' | 'at' | 'objects'> &
  Readonly<Record<'app' | 'title' | 'at', unknown>> & { readonly objects: readonly unknown[] }

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

const NO_FILES: Template['files'] = new Map()

async function filesOf(id: string, readTemplate: ReadTemplate | undefined): Promise<Template['files']> {
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
      for (const root of rootsOf(asEvents(read))) roots.add(root)
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

function contentOf(value: unknown): ReadContent {
  const { app, title, at, events, threads, objects, template } = fieldsOf(value)
  if (!Array.isArray(events) || !Array.isArray(objects)) throw damaged('the link has no recording in it')
  return { app, title, at, events, objects, ...readTemplateName(template), ...readThreads(threads) }
}

function readThreads(threads: unknown): Pick<LinkContent, 'threads'> {
  if (threads === undefined) return {}
  if (!Array.isArray(threads)) throw damaged('the link has threads that are none')
  requireFewThreads(threads.length)
  return { threads: threads.map(readThread) }
}

function readThread(thread: unknown): LinkThread {
  const [id, events] = itemsOf(thread)
  if (typeof id !== 'string' || !Array.isArray(events)) throw damaged('the link has a thread that is none')
  return [id, events]
}

function readTemplateName(template: unknown): Pick<LinkContent, 'template'> {
  if (template === undefined) return {}
  const [id, check] = itemsOf(template)
  if (typeof id !== 'string' || typeof check !== 'string') throw damaged('the link names no template')
  return { template: [id, check] }
}
