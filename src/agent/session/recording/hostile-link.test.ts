/** Links that were made to fill the memory of the tab that opens them: each is refused, or is as small as it looks. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { LINK_CONTENT_BYTES, RECORDING_OBJECTS } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../../testing/slice.ts'
import { contentHash } from '../content-hash.ts'
import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { checkRecording } from './check-recording.ts'
import { readLink, writeLink } from './link-format.ts'
import { RECORDING_VERSION } from './recording.ts'
import type { Recording } from './recording.ts'

const MUTATIONS = IS_WHOLE ? 4_000 : 400

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

const EVENTS: readonly AgentEvent[] = BODIES.map((body, index) => ({
  ...body,
  seq: index + 1,
  at: 1_790_000_000_000 + index * 137,
}))

const RECORDING: Recording = {
  manifest: {
    format: 'vivarium-recording',
    version: RECORDING_VERSION,
    appVersion: '1',
    title: 'Fix the parser',
    recordedAt: 1,
    roots: [],
  },
  events: EVENTS,
  blobs: new Map(),
}

type Fields = Record<string, unknown>
interface Content {
  readonly objects: unknown[]
  readonly events: Fields[]
}

async function linkOf(content: unknown): Promise<string> {
  const text = toBase64Url(deflateSync(strToU8(JSON.stringify(content)), { level: 9 }))
  return `1${text}${(await contentHash(new Uint8Array(strToU8(text)))).slice(0, 8)}`
}

async function contentOf(recording: Recording): Promise<Content> {
  const bytes = inflateSync(fromBase64Url((await writeLink(recording)).slice(1, -8)))
  // The writer made it a moment ago.
  return JSON.parse(strFromU8(bytes)) as Content
}

/** Characters of all texts in it: what a hash, a log on disk and the screen would make of it. */
function charsIn(events: readonly AgentEvent[]): number {
  return events.reduce((sum, event) => sum + ('text' in event ? event.text.length : 0), 0)
}

/** A refusal's kind and message, or the characters that were made. */
async function outcomeOf(link: string): Promise<string> {
  const read = await readLink(link)
  if (read.ok) return `opened, with ${charsIn(read.value.events)} characters`
  expect(read.error.hint).not.toBe('')
  return `${read.error.kind}: ${read.error.message}`
}

async function withParts(lengths: readonly unknown[], text: string): Promise<string> {
  const whole = { type: 'assistant_block', turnId: 'x', block: 0, content: { type: 'text', text }, at: 0 }
  const parts = lengths.map((n) => ({ type: 'text_delta', turnId: 'x', block: 0, n, at: 0 }))
  return linkOf({ app: '1', title: 't', at: 1, objects: [], events: [whole, ...parts] })
}

describe('a link that uses a text again and again', () => {
  it('is refused before the text is made', async () => {
    const text = 'x'.repeat(1_000_000)
    const there = Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? text.length : -text.length))
    const link = await withParts([...there, text.length], text)
    // Opened, it would be a gigabyte.
    expect(link.length).toBeLessThan(10_000)
    expect(await outcomeOf(link)).toMatch(/^corrupt: .*event 3 is a part of a text that is not there/)
  })

  it.each([
    [[5], 'opened, with 5 characters'],
    [[2, 0, 3], 'opened, with 5 characters'],
    [[5, 5], 'part of a text that is not there'],
    [[6], 'part of a text that is not there'],
    [[-1, 6], 'part of a text that is not there'],
    [[2.5, 2.5], 'part of a text that is not there'],
    [[1e300], 'part of a text that is not there'],
    [[null], 'part of a text that is not there'],
    [['5'], 'part of a text that is not there'],
    [[2, 2], 'a streamed text in its log ends too early'],
  ])('with the lengths %j of five characters: %s', async (lengths, outcome) => {
    expect(await outcomeOf(await withParts(lengths, 'abcde'))).toContain(outcome)
  })

  it('is refused where the length is that of no streamed text', async () => {
    const events = [{ type: 'notice', level: 'info', n: 3, at: 0 }]
    expect(await outcomeOf(await linkOf({ app: '1', title: 't', at: 1, objects: [], events }))).toContain(
      'part of a text that is not there',
    )
  })
})

it('a log with longer texts than its form allows is refused by the check that all forms share', async () => {
  const text = 'x'.repeat(1_000)
  const events = [1, 2, 3].map((seq) => ({ type: 'text_delta', turnId: 'x', block: 0, text, seq, at: 0 }))
  const check = (streamedLimit: number) =>
    checkRecording({ manifest: RECORDING.manifest, events, blobs: new Map(), streamedLimit })
  expect(await check(3_000)).toMatchObject({ ok: true })
  expect(await check(2_999)).toMatchObject({ ok: false, error: { kind: 'too_large' } })
})

it('a link with more objects than a recording may have is refused before one is hashed', async () => {
  const objects = Array.from({ length: RECORDING_OBJECTS + 1 }, () => '')
  expect(await outcomeOf(await linkOf({ app: '1', title: 't', at: 1, objects, events: [] }))).toMatch(
    /^too_large: .*objects/,
  )
})

it.each([
  ['many files in many places', { levels: 12, nameChars: 1, files: 100 }],
  ['long paths in many places', { levels: 13, nameChars: 255, files: 1 }],
])('a link whose folders lie in one another again and again is refused: %s', async (_, bomb) => {
  const { levels, nameChars, files } = bomb
  const objects: unknown[] = ['', Array.from({ length: files }, (_, index) => [`${index}`, 0, 0o644, 0])]
  for (let level = 0; level < levels; level++)
    objects.push(['a', 'b'].map((letter) => [letter.repeat(nameChars), 2, 0o755, objects.length - 1]))
  const root = `/${objects.length - 1}`
  const events = [{ type: 'workspace_imported', name: 'x', files: 1, bytes: 1, root, at: 1 }]
  const link = await linkOf({ app: '1', title: 't', at: 1, objects, events })
  // Opened, it would be 400,000 files, or 50 MB of paths, and twice as much with each level more.
  expect(link.length).toBeLessThan(2_000)
  expect(await outcomeOf(link)).toMatch(/^too_large: .*too many files/)
})

it('mutated links are refused, or read as what they say: written and read again they are equal', async () => {
  const choice = new RandomChoice(seededRandom(SEED))
  const content = await contentOf(RECORDING)
  expect(await readLink(await linkOf(content))).toEqual({ ok: true, value: RECORDING })
  let [opened, refused] = [0, 0]
  for (let count = 0; count < MUTATIONS; count++) {
    const mutated = structuredClone(content)
    const changes = Array.from({ length: 1 + choice.below(3) }, () => choice.oneOf(CHANGES)(mutated, choice))
    const read = await readLink(await linkOf(mutated))
    if (!read.ok) {
      refused += 1
      expect(['corrupt', 'too_large'], changes.join()).toContain(read.error.kind)
      expect(read.error.hint, changes.join()).not.toBe('')
      continue
    }
    opened += 1
    const { events } = read.value
    expect(charsIn(events), changes.join()).toBeLessThanOrEqual(
      Math.min(JSON.stringify(mutated).length, LINK_CONTENT_BYTES),
    )
    expect(await readLink(await writeLink(read.value)), changes.join()).toEqual(read)
  }
  // Otherwise the changes are too mild, or too wild, to show anything.
  expect(Math.min(opened, refused)).toBeGreaterThan(MUTATIONS / 20)
})

/** Each changes the content in its place, and is named for the message of a failure. */
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
