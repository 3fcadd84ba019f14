/** The journal of a session: nothing that was acknowledged is lost, nothing is there twice, whatever ends its writer. */
import { describe, expect, it } from 'vitest'
import { patience } from '../../../../scripts/lib/testing/patience.mjs'
import { soak } from '../../../testing/soak.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { SessionRecord } from '../store/database.ts'
import { chained } from '../log/log-chain.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { packed, segmentBytes } from './read-journal.ts'
import type { Entry } from './segment.ts'
import { SessionJournal } from './session-journal.ts'
import type { KnownEnd } from './session-journal.ts'
import { MemoryPlace } from './testing/memory-place.ts'
import { ORIGIN, readAll } from './testing/read-all.ts'

const SOAK = soak('session-journal', { gate: 150, round: 3_000 })

/** A session as the log writes it: rows of events, each with its hash, and the record that follows. */
class Writer {
  record: SessionRecord = createSessionRecord('s', 1)
  readonly entries: Entry[] = []

  next(count: number, text: string): Entry {
    const events = Array.from({ length: count }, (_, at): AgentEvent => {
      return { type: 'notice', level: 'info', text, seq: this.record.lastSeq + at + 1, at: 1 }
    })
    const { row, head } = chained(events, this.record.chain)
    this.#after = { ...this.record, lastSeq: this.record.lastSeq + count, chain: head }
    return { seq: this.#after.lastSeq, row }
  }

  #after = this.record

  /** The entry counts from now on. */
  accept(entry: Entry): void {
    this.entries.push(entry)
    this.record = this.#after
  }

  write(journal: SessionJournal, count: number = 1, text: string = 'x'): void {
    const entry = this.next(count, text)
    journal.append([entry], this.record)
    this.accept(entry)
  }
}

interface Opening {
  readonly session?: string
  readonly origin?: string
  readonly known?: KnownEnd | undefined
}

function open(
  place: MemoryPlace,
  segmentBytes?: number,
  { session = 's', origin = ORIGIN, known }: Opening = {},
): Promise<SessionJournal> {
  const size = segmentBytes === undefined ? {} : { segmentBytes }
  const folder = place.folder('s')
  return SessionJournal.open({ folder, origin, session, onProblem: () => undefined, ...size }, known)
}

function fileOf(place: MemoryPlace, name: string): Uint8Array {
  return place.files.get('s')?.get(name) ?? new Uint8Array()
}

describe('a session’s journal', () => {
  it('gives back what was written, over many segments, compressed or not', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    let journal = await open(place, 2_000)
    for (let round = 0; round < 5; round += 1) {
      for (let at = 0; at < 12; at += 1) {
        writer.write(journal, 1 + (at % 3), 'a text '.repeat(20))
        await Promise.resolve()
      }
      await journal.close(true)
      journal = await open(place, 2_000)
      expect(journal.end).toEqual({ seq: writer.record.lastSeq, chain: writer.record.chain?.hash })
    }
    await journal.close(true)
    const names = [...(place.files.get('s')?.keys() ?? [])]
    expect(names.filter((name) => name.endsWith('.z')).length).toBeGreaterThan(3)
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
  })

  it('says how the session was where it begins', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    const before = writer.record
    writer.write(journal)
    expect((await readAll(place)).records).toEqual([before])
  })

  it('leaves nothing behind where nothing was written', async () => {
    const place = new MemoryPlace()
    await (await open(place)).close(true)
    expect(place.files.get('s')?.size).toBe(0)
    expect(await readAll(place)).toMatchObject({ entries: [], faults: [] })
  })

  it('goes on from an end that is known without reading, and reads where the files end elsewhere', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const first = await open(place)
    writer.write(first, 1, 'x'.repeat(70_000))
    const early = first.mark
    writer.write(first)
    const { end, mark } = first
    if (!mark || !early) throw new Error('Something was written.')
    await first.close(false)
    for (const isOver of [false, true, true]) {
      await (await open(place, undefined, { known: { end, mark } })).close(isOver)
      // Unreadable, and of the same length: it was not read.
      const [name = ''] = place.files.get('s')?.keys() ?? []
      const bytes = fileOf(place, name).slice()
      place.files.get('s')?.set(name, new Uint8Array([...bytes.slice(0, 4), ...bytes.slice(4).fill(7)]))
      const journal = await open(place, undefined, { known: { end, mark } })
      expect(journal.end).toEqual(end)
      place.crash()
      place.files.get('s')?.set(name, bytes)
      const stale = await open(place, undefined, {
        known: { end: { seq: 1, chain: undefined }, mark: early },
      })
      expect(stale.end).toEqual(end)
      await stale.close(false)
    }
  })

  it('takes back what was not stored in the database', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place, 600)
    for (let at = 0; at < 20; at += 1) {
      journal.append([writer.next(1, 'not stored')], writer.record)
      journal.undo()
      journal.undo()
      writer.write(journal, 1, 'stored')
      await Promise.resolve()
    }
    expect(journal.end.seq).toBe(20)
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
  })

  it('takes nothing that does not follow', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    writer.write(journal)
    const entry = writer.next(1, 'x')
    expect(() => journal.append([entry], { ...writer.record, lastSeq: 5 })).toThrow(StorageError)
    expect((await readAll(place)).entries).toEqual(writer.entries)
  })

  it('goes on after a write for which there was no room', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    writer.write(journal)
    place.onWrite = () => {
      throw new StorageError('quota', 'The browser has no storage left.')
    }
    expect(() => journal.append([writer.next(1, 'y')], writer.record)).toThrow('no storage')
    place.onWrite = () => undefined
    writer.write(journal, 2)
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
  })

  it('cuts off an entry of which only a part was written, and the parts of a start', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    writer.write(await open(place))
    const whole = fileOf(place, '000001')
    for (const [name, rest] of [
      ['000001', new Uint8Array([9, 0, 0, 0, 2, 0])],
      ['000002', new TextEncoder().encode('VIVJR')],
    ] as const) {
      place.files.get('s')?.set(name, new Uint8Array([...fileOf(place, name), ...rest]))
      expect((await readAll(place)).faults).toEqual([{ name, kind: 'torn' }])
      place.crash()
      await (await open(place)).close(false)
      expect([...(place.files.get('s') ?? [])]).toEqual([['000001', whole]])
    }
  })

  it('keeps a segment that was damaged in the middle, to be looked at', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    const ends = Array.from({ length: 3 }, () => {
      writer.write(journal)
      return fileOf(place, '000001').length
    })
    const damaged = fileOf(place, '000001').slice()
    damaged[(ends[0] ?? 0) + 30] = 0
    place.files.get('s')?.set('000001', damaged)
    place.crash()
    const again = await open(place)
    expect(again.end.seq).toBe(1)
    expect(fileOf(place, '000001.damaged')).toEqual(damaged)
    expect(fileOf(place, '000001').length).toBe(ends[0])
    expect((await readAll(place)).entries).toEqual(writer.entries.slice(0, 1))
  })

  it('of another origin, session or kind is left alone, and one of a later version is not written', async () => {
    const place = new MemoryPlace()
    const foreign = new TextEncoder().encode('something else')
    for (const origin of ['http://elsewhere', ORIGIN]) {
      const other = await open(place, undefined, { session: 'other', origin })
      new Writer().write(other)
      await other.close(false)
    }
    place.files.get('s')?.set('000003', foreign)
    const before = new Map(place.files.get('s'))
    const writer = new Writer()
    const journal = await open(place)
    expect(journal.end.seq).toBe(0)
    writer.write(journal)
    await journal.close(false)
    for (const [name, bytes] of before) expect(fileOf(place, name)).toEqual(bytes)
    const { entries, faults } = await readAll(place)
    expect(entries).toEqual(writer.entries)
    expect(faults.map(({ kind }) => kind)).toEqual(['elsewhere', 'elsewhere', 'foreign'])

    const newer = fileOf(place, '000004').slice()
    newer[7] = 9
    place.files.get('s')?.set('000005', newer)
    await expect(open(place)).rejects.toThrow('later version')
    expect(fileOf(place, '000005')).toEqual(newer)
  })

  it('leaves the hashes of events out of a compressed segment, and reads one that has them still', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    writer.write(journal, 3, 'x'.repeat(70_000))
    const grown = fileOf(place, '000001')
    const { end, mark } = journal
    if (!mark) throw new Error('Something was written.')
    await journal.close(true)
    const shorter = await segmentBytes(place.folder('s'), '000001.z')
    const hash = writer.record.chain?.hash ?? 'none'
    const hasHash = (bytes?: Uint8Array) => new TextDecoder().decode(bytes).includes(hash)
    expect([hasHash(grown), hasHash(shorter)]).toEqual([true, false])

    place.files.get('s')?.set('000001.z', await packed(grown, grown.length))
    for (const known of [undefined, { end, mark }]) {
      const again = await open(place, undefined, { known })
      expect(again.end).toEqual(end)
      await again.close(true)
    }
    const next = await open(place)
    writer.write(next)
    await next.close(false)
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
  })

  it('adds nothing to a segment that is complete, whatever its name', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const journal = await open(place)
    writer.write(journal, 1, 'x'.repeat(70_000))
    await journal.close(true)
    const complete = (await segmentBytes(place.folder('s'), '000001.z')) ?? new Uint8Array()
    place.files.set('s', new Map([['000001', complete]]))
    const again = await open(place)
    writer.write(again)
    await again.close(false)
    expect([...(place.files.get('s')?.keys() ?? [])]).toEqual(['000001', '000002'])
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
  })

  it('tells of a segment that is missing, and gives all the others', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    for (let round = 0; round < 3; round += 1) {
      const journal = await open(place)
      // Large enough to be compressed, so that the next is another.
      writer.write(journal, 1, `${round}`.repeat(70_000))
      await journal.close(true)
    }
    place.files.get('s')?.delete('000002.z')
    expect(await readAll(place)).toMatchObject({
      entries: [writer.entries[0], writer.entries[2]],
      faults: [{ name: '000003.z', kind: 'gap' }],
    })
    place.files.get('s')?.set('000003.z', new Uint8Array([1, 2, 3]))
    expect(await readAll(place)).toMatchObject({
      entries: [writer.entries[0]],
      faults: [{ name: '000003.z', kind: 'torn' }],
    })
  })

  it('gives nothing of a leader that had lost the lead', async () => {
    const place = new MemoryPlace()
    const writer = new Writer()
    const hung = await open(place)
    writer.write(hung)
    writer.write(hung)
    const late = new Writer()
    late.record = writer.record
    // It takes the lead: the file is taken, so it begins another.
    const leader = await open(place)
    expect(leader.end.seq).toBe(2)
    writer.write(leader, 1, 'of the new leader')
    late.write(hung, 2, 'late')
    writer.write(leader, 2, 'of the new leader')
    expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
    place.crash()
    const next = await open(place)
    expect(next.end.seq).toBe(5)
  })

  it(
    SOAK.title('has what was acknowledged, and nothing else, after random crashes'),
    { timeout: patience(120_000) },
    async () => {
      await SOAK.each(async ({ random }) => {
        const below = (count: number) => Math.floor(random() * count)
        const place = new MemoryPlace()
        const writer = new Writer()
        const segmentBytes = 300 + below(3_000)
        /** Ends as the database would know them: it may be behind. */
        const known: KnownEnd[] = []
        const note = () => {
          const { mark } = journal
          if (mark) known.push({ end: journal.end, mark })
        }
        const reopen = () =>
          open(place, segmentBytes, { known: random() < 0.7 ? known.at(-1) : known[below(known.length)] })
        let journal = await open(place, segmentBytes)
        for (let step = 0; step < 30; step += 1) {
          const act = below(10)
          if (act < 6) writer.write(journal, 1 + below(3), 'x'.repeat(below(400)))
          else if (act === 6) {
            journal.append([writer.next(1, 'undone')], writer.record)
            journal.undo()
          } else if (act === 7) await new Promise((resolve) => setTimeout(resolve))
          else if (act === 8) {
            await journal.close(random() < 0.5)
            journal = await reopen()
          } else {
            // A crash in the middle of a write, of which a part is on the disk.
            const before = new Map(place.files.get('s'))
            const entry = writer.next(1, 'y'.repeat(below(400)))
            journal.append([entry], writer.record)
            const after = place.files.get('s') ?? new Map<string, Uint8Array>()
            const kept = random()
            for (const [name, bytes] of after) {
              const length = before.get(name)?.length ?? 0
              const whole = bytes.length - length
              const left = Math.floor((whole + 1) * kept)
              if (whole > 0) after.set(name, bytes.slice(0, length + left))
              if (whole > 0 && left === whole) writer.accept(entry)
            }
            place.crash()
            journal = await reopen()
          }
          expect(journal.end).toEqual({ seq: writer.record.lastSeq, chain: writer.record.chain?.hash })
          if (random() < 0.8) note()
        }
        await journal.close(true)
        expect(await readAll(place)).toMatchObject({ entries: writer.entries, faults: [] })
      })
    },
  )
})
