/** A segment gives back what was written, and of one that was cut off or changed all that is whole before. */
import { describe, expect, it } from 'vitest'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { soak } from '../../../testing/soak.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { chained, hashIn } from '../log/log-chain.ts'
import {
  completeBytes,
  ENTRY_HEAD_BYTES,
  entryBytes,
  JOURNAL_VERSION,
  readSegment,
  segmentStart,
} from './segment.ts'
import type { Entry, SegmentHeader } from './segment.ts'

const SOAK = soak('segment', { gate: 300, round: 20_000 })
const HEADER: SegmentHeader = { origin: 'http://localhost', session: 's', after: 0, record: { id: 's' } }

/** Rows as the log chains them, one of a log that was not chained, and events whose hash is not what it should be. */
const ENTRIES: readonly Entry[] = [
  { seq: 1, row: chainedRow(['first']) },
  { seq: 4, row: [{ text: 'Grüße, 日本, \u0000 and 😀' }, {}, null] },
  { seq: 5, row: { type: 'one that is no list', seq: 5 } },
  { seq: 7, row: chainedRow(['second', '"chain":""'], hashIn(chainedRow(['first'])[0])) },
  { seq: 8, row: [{ chain: 'odd', type: 'notice' }] },
]

function chainedRow(texts: readonly string[], hash: string = '') {
  const events = texts.map((text): AgentEvent => ({ type: 'notice', level: 'info', text, seq: 1, at: 1 }))
  return chained(events, { hash, from: 1 }).row
}

interface Written {
  readonly bytes: Uint8Array
  /** The end of each of its parts. */
  readonly ends: readonly number[]
  readonly link: Uint8Array
}

/** A segment that grows. */
function grown(entries: readonly Entry[], header: SegmentHeader = HEADER): Written {
  const start = segmentStart(header)
  const parts = [start.bytes]
  let { link } = start
  for (const entry of entries) {
    const made = entryBytes(entry, link)
    parts.push(made.bytes)
    link = made.link
  }
  return { bytes: concatenate(parts), ends: endsOf(parts), link }
}

/** One that is complete. */
async function completed(entries: readonly Entry[], header: SegmentHeader = HEADER): Promise<Written> {
  const bytes = await completeBytes(read(grown(entries, header).bytes))
  if (!bytes) throw new Error('Hashes cannot be left out.')
  const view = new DataView(bytes.buffer)
  const ends = [28 + view.getUint32(8, true)]
  for (let end = ends[0] ?? 0; end < bytes.length; ends.push(end))
    end += ENTRY_HEAD_BYTES + view.getUint32(end, true)
  return { bytes, ends, link: read(bytes).link }
}

function endsOf(parts: readonly Uint8Array[]): number[] {
  let end = 0
  return parts.map((part) => (end += part.length))
}

function read(bytes: Uint8Array) {
  const segment = readSegment(bytes)
  if (typeof segment === 'string') throw new Error(segment)
  return segment
}

describe.each([
  { form: 'that grows', isComplete: false, written: grown },
  { form: 'that is complete', isComplete: true, written: completed },
])('a segment $form', ({ isComplete, written }) => {
  it('gives back what was written', async () => {
    const { bytes, link } = await written(ENTRIES)
    expect(read(bytes)).toEqual({
      header: HEADER,
      isComplete,
      entries: ENTRIES,
      wholeBytes: bytes.length,
      link,
    })
  })

  it('goes on behind what was read', async () => {
    const { bytes } = await written(ENTRIES)
    const more = entryBytes({ seq: 9, row: ['more'] }, read(bytes).link)
    expect(read(concatenate([bytes, more.bytes])).entries.at(-1)).toEqual({ seq: 9, row: ['more'] })
  })

  it('cut off at any byte gives all that is whole before', async () => {
    const { bytes, ends } = await written(ENTRIES)
    for (let length = 0; length < bytes.length; length += 1) {
      const segment = readSegment(bytes.slice(0, length))
      const [start = 0, ...entries] = ends
      if (length < start) expect({ length, segment }).toEqual({ length, segment: 'torn' })
      else {
        const whole = entries.filter((end) => end <= length).length
        expect({ length, ...read(bytes.slice(0, length)) }).toMatchObject({
          length,
          entries: ENTRIES.slice(0, whole),
          wholeBytes: ends[whole],
        })
      }
    }
  })

  it('with any bit changed gives nothing that was not written, and all before the change', async () => {
    const { bytes, ends } = await written(ENTRIES)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      const segment = readSegment(changed)
      const before = ends.filter((end) => end <= at).length
      if (before === 0)
        expect({ at, isRefused: typeof segment === 'string' }).toEqual({ at, isRefused: true })
      else
        expect({ at, entries: read(changed).entries }).toEqual({ at, entries: ENTRIES.slice(0, before - 1) })
    }
  })

  it('of a later version or of another kind is told', async () => {
    const { bytes } = await written(ENTRIES)
    expect(readSegment(bytes.map((byte, at) => (at === 7 ? JOURNAL_VERSION + 1 : byte)))).toBe('newer')
    expect(readSegment(new TextEncoder().encode('SQLite format 3'))).toBe('foreign')
    expect(readSegment(new Uint8Array(4096))).toBe('foreign')
    const odd = segmentStart({ ...HEADER, after: -1 })
    expect(readSegment(odd.bytes)).toBe('foreign')
  })

  it('takes zeros behind its end, as a file has after a power cut, for no entry', async () => {
    const { bytes } = await written(ENTRIES)
    expect(read(concatenate([bytes, new Uint8Array(5000)]))).toMatchObject({
      entries: ENTRIES,
      wholeBytes: bytes.length,
    })
  })

  it('takes no entry of another segment, nor one in another place', async () => {
    const own = await written(ENTRIES)
    const other = await written(ENTRIES, { ...HEADER, session: 't' })
    const [, first = 0, second = 0] = own.ends
    const start = own.ends[0] ?? 0
    expect(read(concatenate([own.bytes.slice(0, start), other.bytes.slice(other.ends[0])])).entries).toEqual(
      [],
    )
    const swapped = [own.bytes.slice(0, start), own.bytes.slice(first, second), own.bytes.slice(start, first)]
    expect(read(concatenate(swapped)).entries).toEqual([])
    // The first entry once more.
    const twice = concatenate([own.bytes.slice(0, first), own.bytes.slice(start, first)])
    expect(read(twice).entries).toEqual(ENTRIES.slice(0, 1))
  })
})

it('a segment with an empty hash is not completed: that would be put in', async () => {
  const row = [{ chain: '', type: 'notice' }]
  expect(await completeBytes(read(grown([{ seq: 1, row }]).bytes))).toBeUndefined()
})

it('a segment that is complete has no hash that can be made', async () => {
  const { bytes } = await completed(ENTRIES)
  const text = new TextDecoder().decode(bytes)
  const hashes = ENTRIES.flatMap(({ row }) => (Array.isArray(row) ? row.map(hashIn) : []))
  expect(hashes.filter((hash) => hash !== undefined && text.includes(hash))).toEqual(['odd'])
})

it(SOAK.title('a segment with random damage gives a beginning of what was written'), async () => {
  await SOAK.each(async ({ random }) => {
    const below = (count: number) => Math.floor(random() * count)
    let hash = ''
    const entries = Array.from({ length: below(6) }, (_, at) => {
      const row = chainedRow(
        Array.from({ length: 1 + below(3) }, () => 'x'.repeat(below(200))),
        hash,
      )
      hash = random() < 0.8 ? (hashIn(row.at(-1)) ?? '') : 'of another log'
      return { seq: at + 1, row: random() < 0.8 ? row : [{ text: 'not chained', at }] }
    })
    const { bytes, ends } = await (random() < 0.5 ? grown(entries) : completed(entries))
    expect(read(bytes).entries).toEqual(entries)
    const from = below(bytes.length)
    const length = 1 + below(64)
    const noise = Uint8Array.from({ length: below(64) }, () => below(256))
    const damaged = concatenate([bytes.slice(0, from), noise, bytes.slice(from + length)])
    const segment = readSegment(damaged)
    const isUnchanged = damaged.length === bytes.length && damaged.every((byte, at) => byte === bytes[at])
    if (typeof segment === 'string') return expect(from).toBeLessThan(ends[0] ?? 0)
    const whole = isUnchanged ? entries.length : segment.entries.length
    expect(segment.entries).toEqual(entries.slice(0, whole))
    expect(segment.entries.length).toBeGreaterThanOrEqual(ends.slice(1).filter((end) => end <= from).length)
  })
})
