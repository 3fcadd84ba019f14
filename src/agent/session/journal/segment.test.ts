/** A segment gives back what was written, and of one that was cut off or changed all that is whole before. */
import { describe, expect, it } from 'vitest'
import { concatenate } from '../../../sandbox/bytes.ts'
import { soak } from '../../../testing/soak.ts'
import { entryBytes, JOURNAL_VERSION, readSegment, segmentStart } from './segment.ts'
import type { Entry, SegmentHeader } from './segment.ts'

const SOAK = soak('segment', { gate: 300, round: 20_000 })
const HEADER: SegmentHeader = { origin: 'http://localhost', session: 's', after: 0, record: { id: 's' } }
const ENTRIES: readonly Entry[] = [
  { seq: 1, row: [{ type: 'session_created', seq: 1 }] },
  { seq: 4, row: [{ text: 'Grüße, 日本, \u0000 and 😀' }, {}, null] },
  { seq: 5, row: { type: 'one that is no list', seq: 5 } },
]

/** The bytes of a segment, and where each of its parts ends. */
function written(entries: readonly Entry[], header: SegmentHeader = HEADER) {
  const start = segmentStart(header)
  const parts = [start.bytes]
  let { link } = start
  for (const entry of entries) {
    const made = entryBytes(entry, link)
    parts.push(made.bytes)
    link = made.link
  }
  let end = 0
  return { bytes: concatenate(parts), ends: parts.map((part) => (end += part.length)), link }
}

function read(bytes: Uint8Array) {
  const segment = readSegment(bytes)
  if (typeof segment === 'string') throw new Error(segment)
  return segment
}

describe('a segment', () => {
  it('gives back what was written', () => {
    const { bytes, link } = written(ENTRIES)
    expect(read(bytes)).toEqual({ header: HEADER, entries: ENTRIES, wholeBytes: bytes.length, link })
  })

  it('goes on behind what was read', () => {
    const { bytes } = written(ENTRIES)
    const more = entryBytes({ seq: 9, row: ['more'] }, read(bytes).link)
    expect(read(concatenate([bytes, more.bytes])).entries.at(-1)).toEqual({ seq: 9, row: ['more'] })
  })

  it('cut off at any byte gives all that is whole before', () => {
    const { bytes, ends } = written(ENTRIES)
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

  it('with any bit changed gives nothing that was not written, and all before the change', () => {
    const { bytes, ends } = written(ENTRIES)
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

  it('of a later version or of another kind is told', () => {
    const { bytes } = written(ENTRIES)
    expect(readSegment(bytes.map((byte, at) => (at === 7 ? JOURNAL_VERSION + 1 : byte)))).toBe('newer')
    expect(readSegment(new TextEncoder().encode('SQLite format 3'))).toBe('foreign')
    expect(readSegment(new Uint8Array(4096))).toBe('foreign')
    const odd = segmentStart({ ...HEADER, after: -1 })
    expect(readSegment(odd.bytes)).toBe('foreign')
  })

  it('takes zeros behind its end, as a file has after a power cut, for no entry', () => {
    const { bytes } = written(ENTRIES)
    expect(read(concatenate([bytes, new Uint8Array(5000)]))).toMatchObject({
      entries: ENTRIES,
      wholeBytes: bytes.length,
    })
  })

  it('takes no entry of another segment, nor one in another place', () => {
    const own = written(ENTRIES)
    const other = written(ENTRIES, { ...HEADER, session: 't' })
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

  it(SOAK.title('with random damage gives a beginning of what was written'), async () => {
    await SOAK.each(({ random }) => {
      const below = (count: number) => Math.floor(random() * count)
      const entries = Array.from({ length: below(6) }, (_, at) => ({
        seq: at + 1,
        row: [{ text: 'x'.repeat(below(300)), at }],
      }))
      const { bytes, ends } = written(entries)
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
})
