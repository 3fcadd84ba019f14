/** Links that were made to fill the memory of the tab that opens them: each is refused, or is as small as it looks. */
import { describe, expect, it } from 'vitest'
import { patience } from '../../../../scripts/lib/testing/patience.mjs'
import { LINK_CONTENT_BYTES, RECORDING_OBJECTS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../../testing/slice.ts'
import { checkRecording } from './check-recording.ts'
import {
  contentOf,
  linkOf,
  mutate,
  RECORDING,
  WITH_THREAD,
  withFolders,
  withParts,
} from './hostile-links-test-support.ts'
import { readLink, writeLink } from './link-format.ts'
import { allEvents } from './recording.ts'

const MUTATIONS = IS_WHOLE ? 4_000 : 200

/** Characters of all texts in it: the size of a hash's input, a log on disk and the screen. */
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
    checkRecording({ manifest: RECORDING.manifest, events, threads: [], blobs: new Map(), streamedLimit })
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
  ['an empty file', '', undefined],
  ['an empty folder', [], undefined],
  ['a file of the template', { t: 'large' }, ['one', 'x']],
])('a link that has %s again and again is refused before each is hashed', async (_, object, template) => {
  const objects = Array.from({ length: RECORDING_OBJECTS }, () => object)
  const link = await linkOf({ app: '1', title: 't', at: 1, objects, events: [], template })
  expect(link.length).toBeLessThan(8_000)
  const files = new Map([['large', new Uint8Array(1_000_000)]])
  const read = await readLink(link, async (id) => ({ id, files }))
  expect(read).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
})

describe('a log that would keep the screen busy for minutes is refused:', () => {
  const at = 0
  const run = { type: 'run_started', runId: 'r', model: 'm', mode: 'default', at }
  const end = { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1, at }
  const block = (turnId: string, index: number) => ({
    type: 'assistant_block',
    turnId,
    block: index,
    content: { type: 'text', text: '' },
    at,
  })
  const logs: Record<string, (index: number) => readonly object[]> = {
    'messages that wait': () => [{ type: 'message_queued', messageId: 'm', text: '', at }],
    'a conversation that is put back': () => [
      { type: 'conversation_restored', toSeq: 1, events: 1, isUntold: false, at },
    ],
    'blocks of one turn': (index) => [block('t', index)],
    'calls of one turn': (index) => [
      { type: 'tool_announced', turnId: 't', block: 0, toolUseId: `${index}`, tool: 'x', at },
    ],
    'questions without an answer': (index) => [
      {
        type: 'question_asked',
        turnId: `${index}`,
        toolUseId: `${index}`,
        question: { kind: 'plan', plan: '' },
        at,
      },
    ],
    'turns that come again': (index) => [block(`${index % 12_000}`, 0)],
    'output of two kinds by turns': (index) => [
      {
        type: 'tool_output',
        turnId: 't',
        toolUseId: 'c',
        stream: ['stdout', 'stderr'][index % 2],
        text: '',
        at,
      },
    ],
    'runs that end after a turn of many blocks': (index) => (index < 2_000 ? [block('t', index)] : [end]),
    runs: () => [run],
  }
  it.each(Object.entries(logs))('%s', async (_, part) => {
    const events = Array.from({ length: 40_000 }, (__, index) => part(index)).flat()
    const log = events.map((event, index) => ({ ...event, seq: index + 1 }))
    const { manifest } = RECORDING
    expect(
      await checkRecording({ manifest, events: log, threads: [], blobs: new Map(), streamedLimit: 1 }),
    ).toMatchObject({
      ok: false,
      error: {
        kind: 'too_large',
        message: expect.stringContaining('takes too long to be shown') as unknown,
      },
    })
  })
})

it.each([
  ['many files in many places', { levels: 12, nameChars: 1, files: 100 }],
  ['long paths in many places', { levels: 13, nameChars: 255, files: 1 }],
])('a link whose folders lie in one another again and again is refused: %s', async (_, bomb) => {
  const link = await withFolders(bomb)
  // Opened, it would be 400,000 files, or 50 MB of paths, and twice as much with each level more.
  expect(link.length).toBeLessThan(2_000)
  expect(await outcomeOf(link)).toMatch(/^too_large: .*too many files/)
})

it.each([
  ['without threads', RECORDING, '1'],
  ['with a thread', WITH_THREAD, '3'],
])(
  'mutated links are refused, or read as what they say (%s): written and read again they are equal',
  { timeout: patience(240_000) },
  async (_, recording, form) => {
    const choice = new RandomChoice(seededRandom(SEED))
    const content = await contentOf(recording)
    expect(await readLink(await linkOf(content, form))).toEqual({ ok: true, value: recording })
    let [opened, refused] = [0, 0]
    for (let count = 0; count < MUTATIONS; count++) {
      const mutated = structuredClone(content)
      const changes = mutate(mutated, choice)
      const read = await readLink(await linkOf(mutated, form))
      if (!read.ok) {
        refused += 1
        expect(['corrupt', 'too_large'], changes).toContain(read.error.kind)
        expect(read.error.hint, changes).not.toBe('')
        continue
      }
      opened += 1
      expect(charsIn(allEvents(read.value)), changes).toBeLessThanOrEqual(
        Math.min(JSON.stringify(mutated).length, LINK_CONTENT_BYTES),
      )
      expect(await readLink(await writeLink(read.value)), changes).toEqual(read)
    }
    // Otherwise the changes are too mild, or too wild, to show anything.
    expect(Math.min(opened, refused)).toBeGreaterThan(MUTATIONS / 20)
  },
)
