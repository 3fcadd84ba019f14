/** Links that were made to harm who opens them, for the tests of the format, of the app and of the element for other pages. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { RandomChoice } from '../../../testing/random-choice.ts'
import { contentHash } from '../store/content-hash.ts'
import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { writeLink } from './link-format.ts'
import { RECORDING_VERSION, WITHOUT_THREADS } from './recording.ts'
import type { Recording } from './recording.ts'

/** Two streamed texts, a streamed thought, an answer of no text, and a text that was broken off. */
const BODIES: readonly EventBody[] = [
  { type: 'session_created', logVersion: 1, appVersion: '1' },
  { type: 'run_started', runId: 'r', model: 'claude', mode: 'default' },
  ...streamed('a', 'I read the parser first, and then what calls it.'),
  ...streamed('b', 'The separator is taken for a number. \u{1f600} That is all.'),
  ...streamed('c', ''),
  { type: 'thinking_delta', turnId: 'd', block: 0, text: 'It is ' },
  { type: 'thinking_delta', turnId: 'd', block: 0, text: 'the separator.' },
  {
    type: 'assistant_block',
    turnId: 'd',
    block: 0,
    content: { type: 'thinking', thinking: 'It is the separator.', signature: 's' },
  },
  { type: 'text_delta', turnId: 'e', block: 0, text: 'Broken o' },
  { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 5 },
]

function streamed(turnId: string, text: string): EventBody[] {
  const parts = text === '' ? [''] : (text.match(/.{1,9}/g) ?? [])
  return [
    ...parts.map((part): EventBody => ({ type: 'text_delta', turnId, block: 0, text: part })),
    { type: 'assistant_block', turnId, block: 0, content: { type: 'text', text } },
  ]
}

function stamped(bodies: readonly EventBody[]): AgentEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1_790_000_000_000 + index * 137 }))
}

export const RECORDING: Recording = {
  manifest: {
    format: 'vivarium-recording',
    version: WITHOUT_THREADS,
    appVersion: '1',
    title: 'Fix the parser',
    recordedAt: 1,
    roots: [],
  },
  events: stamped(BODIES),
  threads: [],
  blobs: new Map(),
}

const READER = '0a0b0c0d-0001'

/** The same with a thread. */
export const WITH_THREAD: Recording = {
  ...RECORDING,
  manifest: { ...RECORDING.manifest, version: RECORDING_VERSION },
  events: stamped([
    ...BODIES,
    { type: 'agent_started', agent: READER, role: 'reader', description: 'Reads' },
    ended(READER),
  ]),
  threads: [
    {
      id: READER,
      events: stamped([
        {
          type: 'thread_started',
          logVersion: 1,
          appVersion: '1',
          thread: READER,
          role: 'reader',
          mode: 'default',
        },
        ...BODIES.slice(1),
      ]),
    },
  ],
}

function ended(agent: string): EventBody {
  const work = { usage: [], turns: 1, calls: 0, durationMs: 1, changed: [] }
  return { type: 'agent_ended', agent, terminal: 'completed', result: 'Done.', ...work }
}

type Fields = Record<string, unknown>
interface Content {
  readonly objects: unknown[]
  readonly events: Fields[]
  readonly threads?: [id: unknown, events: Fields[]][]
}

/** The payload that has `content`, of whatever shape, with a right hash. */
export async function linkOf(content: unknown, form = '1'): Promise<string> {
  const text = toBase64Url(deflateSync(strToU8(JSON.stringify(content)), { level: 9 }))
  return `${form}${text}${(await contentHash(new Uint8Array(strToU8(text)))).slice(0, 8)}`
}

export async function contentOf(recording: Recording): Promise<Content> {
  const bytes = inflateSync(fromBase64Url((await writeLink(recording)).slice(1, -8)))
  // The writer made it a moment ago.
  return JSON.parse(strFromU8(bytes)) as Content
}

/** A text in parts of those lengths, right or wrong. */
export async function withParts(lengths: readonly unknown[], text: string): Promise<string> {
  const whole = { type: 'assistant_block', turnId: 'x', block: 0, content: { type: 'text', text }, at: 0 }
  const parts = lengths.map((n) => ({ type: 'text_delta', turnId: 'x', block: 0, n, at: 0 }))
  return linkOf({ app: '1', title: 't', at: 1, objects: [], events: [whole, ...parts] })
}

/** Folders that hold one another twice, `levels` deep. */
export function withFolders(bomb: {
  readonly levels: number
  readonly nameChars: number
  readonly files: number
}): Promise<string> {
  const { levels, nameChars, files } = bomb
  const objects: unknown[] = ['', Array.from({ length: files }, (_, index) => [`${index}`, 0, 0o644, 0])]
  for (let level = 0; level < levels; level++)
    objects.push(['a', 'b'].map((letter) => [letter.repeat(nameChars), 2, 0o755, objects.length - 1]))
  const root = `/${objects.length - 1}`
  const events = [{ type: 'workspace_imported', name: 'x', files: 1, bytes: 1, root, at: 1 }]
  return linkOf({ app: '1', title: 't', at: 1, objects, events })
}

/** Changes the content in its place one to three times. Returns in words how, for the message of a failure. */
export function mutate(content: Content, choice: RandomChoice): string {
  const change = () => {
    const [thread] = content.threads ?? []
    if (!thread || choice.below(2) === 0) return choice.oneOf(CHANGES)(content, choice)
    if (choice.below(3) === 0) return choice.oneOf(THREAD_CHANGES)(content.threads ?? [], choice)
    return `in a thread: ${choice.oneOf(CHANGES)({ objects: content.objects, events: thread[1] }, choice)}`
  }
  return Array.from({ length: 1 + choice.below(3) }, change).join()
}

const THREAD_CHANGES: readonly ((threads: [unknown, Fields[]][], choice: RandomChoice) => string)[] = [
  (threads, choice) => {
    const name = choice.oneOf([READER, '0a0b0c0d-0002', '', '../x', 7, null])
    const [thread] = threads
    if (thread) thread[0] = name
    return `a thread named ${JSON.stringify(name)}`
  },
  (threads, choice) => {
    const id = choice.oneOf([READER, '0a0b0c0d-0000', '0a0b0c0d-0009'])
    threads.push([id, structuredClone(threads[0]?.[1] ?? [])])
    return `a thread again, as ${id}`
  },
  (threads) => {
    threads.splice(0)
    return 'no threads'
  },
  (threads, choice) => {
    const parent = choice.oneOf([READER, '0a0b0c0d-0002', 7])
    Object.assign(threads[0]?.[1][0] ?? {}, { parent })
    return `parent ${parent}`
  },
]

const CHANGES: readonly ((content: Content, choice: RandomChoice) => string)[] = [
  ({ events }, choice) => {
    const part = choice.oneOf(events.filter(({ n }) => n !== undefined))
    part['n'] = choice.oneOf([-1, -4e6, 0, 1, 4e6, 0.5, 2 ** 53, 1e308, NaN, Infinity, null, '7', [7], true])
    return `length ${JSON.stringify(part['n'])}`
  },
  ({ events }, choice) => {
    const from = choice.below(events.length)
    const again = events.slice(from, from + 1 + choice.below(4))
    const times = choice.oneOf([1, 3, 50])
    for (let time = 0; time < times; time++) events.splice(from, 0, ...structuredClone(again))
    return `${again.length} events from ${from}, ${times} times again`
  },
  ({ events }, choice) => {
    const [from, count] = [choice.below(events.length), 1 + choice.below(3)]
    events.splice(from, count)
    return `without ${count} events from ${from}`
  },
  ({ events }, choice) => {
    const [a, b] = [choice.oneOf(events), choice.oneOf(events)]
    const [first, second] = [a['n'], b['n']]
    Object.assign(a, { n: second })
    Object.assign(b, { n: first })
    return 'two lengths exchanged'
  },
  ({ events }, choice) => {
    const event = choice.oneOf(events)
    const field = choice.oneOf(Object.keys(event))
    const text = event[field]
    event[field] = choice.oneOf([typeof text === 'string' ? text.slice(0, -1) : '', -1, null, [], {}, 1e308])
    return `${field} of an event changed`
  },
  ({ events }, choice) => {
    choice.oneOf(events)['at'] = choice.oneOf([0, 1, -5, 1e308, NaN, '1'])
    return 'a time changed'
  },
]
