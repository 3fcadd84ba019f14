import { describe, expect, it } from 'vitest'
import { MemoryLocks } from '../store/memory-locks.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { StorageError } from '../store/storage-error.ts'
import { RESERVE_BYTES, RESERVE_LEFT_BYTES, RESERVE_WRITE_BYTES } from './limits.ts'
import { Reserve, withReserve } from './reserve.ts'

const noSpace = () => new StorageError('quota', 'There is no space.')

/** An origin with so many bytes, and tabs that have it open. */
class Origin {
  readonly place = new MemoryPlace()
  readonly #locks = new MemoryLocks()
  readonly #heard: ((isFull: unknown) => void)[] = []
  readonly problems: unknown[] = []
  /** Bytes of everything else. */
  other = 0
  constructor(readonly quota: number) {
    this.place.onWrite = () => {
      if (this.used >= this.quota) throw noSpace()
    }
  }

  get reserved(): number {
    return this.place.files.get('room')?.get('room')?.length ?? 0
  }

  get used(): number {
    return this.reserved + this.other
  }

  /** A write of the log, say. */
  readonly write = async (bytes: number): Promise<void> => {
    if (this.used + bytes > this.quota) throw noSpace()
    this.other += bytes
  }

  tab(estimate: () => StorageEstimate = () => ({ quota: this.quota, usage: this.used })): Reserve {
    const own: ((isFull: unknown) => void)[] = []
    return new Reserve({
      place: this.place,
      locks: this.#locks,
      channel: {
        post: (isFull) => this.#heard.filter((hear) => !own.includes(hear)).forEach((hear) => hear(isFull)),
        listen: (hear) => void [own.push(hear), this.#heard.push(hear)],
      },
      estimate: async () => estimate(),
      onProblem: (_what, error) => this.problems.push(error),
    })
  }
}

const LARGE = 64 * 1024 * 1024

describe('the reserve', () => {
  it('is bytes that are there, and that nothing makes fewer', async () => {
    const origin = new Origin(LARGE)
    expect(await origin.tab().make()).toBe(true)
    const bytes = origin.place.files.get('room')?.get('room') ?? new Uint8Array()
    expect(bytes.length).toBe(RESERVE_BYTES)
    const part = bytes.slice(-100_000)
    const packed = new Response(new Blob([part]).stream().pipeThrough(new CompressionStream('gzip')))
    expect((await packed.arrayBuffer()).byteLength).toBeGreaterThan(part.length)
  })

  it('is not made where hardly anything would be left, and not twice', async () => {
    const origin = new Origin(RESERVE_BYTES + RESERVE_LEFT_BYTES)
    origin.other = 1
    expect(await origin.tab().make()).toBe(false)
    expect(origin.used).toBe(1)
    origin.other = 0
    expect(await Promise.all([origin.tab().make(), origin.tab().make()])).toEqual([true, true])
    expect(origin.used).toBe(RESERVE_BYTES)
  })

  it('is nothing where the disk is full before the quota is', async () => {
    const origin = new Origin(RESERVE_BYTES / 2)
    const tab = origin.tab(() => ({ quota: LARGE, usage: 0 }))
    expect(await tab.make()).toBe(false)
    expect(origin.used).toBe(0)
    expect(origin.problems).toEqual([])
  })

  it('is not made where the browser tells of more room than there is', async () => {
    const origin = new Origin(RESERVE_BYTES + RESERVE_LEFT_BYTES / 2)
    expect(await origin.tab(() => ({})).make()).toBe(false)
    expect(origin.used).toBe(0)
    expect(origin.problems).toEqual([])
  })

  it('is completed after a tab has died over it', async () => {
    const origin = new Origin(LARGE)
    origin.place.files.set('room', new Map([['room', new Uint8Array(1000)]]))
    expect(await origin.tab().make()).toBe(true)
    expect(origin.reserved).toBe(RESERVE_BYTES)
  })

  it('is given up for a write that has no room, in all tabs, and made anew when there is some', async () => {
    const origin = new Origin(RESERVE_BYTES + RESERVE_LEFT_BYTES)
    const [tab, other] = [origin.tab(), origin.tab()]
    await tab.make()
    origin.other = RESERVE_LEFT_BYTES
    await withReserve(tab, 500, () => origin.write(500))
    expect(origin.used).toBe(RESERVE_LEFT_BYTES + 500)
    expect([tab.isFull, other.isFull]).toEqual([true, true])
    await expect(tab.regain()).rejects.toMatchObject({ kind: 'quota' })
    const later = origin.tab()
    await later.look()
    expect(later.isFull).toBe(true)

    origin.other = 0
    const changes: boolean[] = []
    other.onChange = (isFull) => changes.push(isFull)
    await tab.regain()
    expect([tab.isFull, later.isFull, origin.reserved]).toEqual([false, false, RESERVE_BYTES])
    expect(changes).toEqual([false])
    const latest = origin.tab()
    await latest.look()
    expect(latest.isFull).toBe(false)
  })

  it('serves the writes of two tabs that fail at once', async () => {
    const origin = new Origin(LARGE)
    const [tab, other] = [origin.tab(), origin.tab()]
    await tab.make()
    origin.other = LARGE - RESERVE_BYTES
    await Promise.all([tab, other].map((each) => withReserve(each, 500, () => origin.write(500))))
    expect(origin.used).toBe(LARGE - RESERVE_BYTES + 1000)
  })

  it('stays for a write that would not fit with it either, and for one that fails for another reason', async () => {
    const origin = new Origin(LARGE)
    const tab = origin.tab()
    await tab.make()
    const huge = RESERVE_WRITE_BYTES + 1
    await expect(withReserve(tab, huge, () => origin.write(LARGE))).rejects.toMatchObject({ kind: 'quota' })
    const broken = () => Promise.reject(new StorageError('broken', 'It is damaged.'))
    await expect(withReserve(tab, 1, broken)).rejects.toMatchObject({ kind: 'broken' })
    expect([tab.isFull, origin.reserved]).toEqual([false, RESERVE_BYTES])
  })

  it('refuses nothing but the write itself where there was never room for it', async () => {
    const origin = new Origin(RESERVE_BYTES)
    const tab = origin.tab()
    expect(await tab.make()).toBe(false)
    await expect(withReserve(tab, 1, () => origin.write(RESERVE_BYTES + 1))).rejects.toMatchObject({
      kind: 'quota',
    })
    await withReserve(tab, 1, () => origin.write(1))
    await tab.look()
    expect([tab.isFull, origin.used]).toEqual([false, 1])
  })

  it('does not hide that there is no room with it either, once', async () => {
    const origin = new Origin(LARGE)
    const tab = origin.tab()
    await tab.make()
    let tries = 0
    const write = () => {
      tries += 1
      return Promise.reject(noSpace())
    }
    await expect(withReserve(tab, 1, write)).rejects.toMatchObject({ kind: 'quota' })
    expect([tries, tab.isFull]).toEqual([2, true])
  })

  it('counts as given up where its file cannot be removed', async () => {
    const origin = new Origin(LARGE)
    const tab = origin.tab()
    await tab.make()
    const folder = origin.place.files.get('room')
    if (folder)
      folder.delete = () => {
        throw new StorageError('broken', 'It is damaged.')
      }
    expect(await tab.giveUp(1)).toBe(true)
    expect(tab.isFull).toBe(true)
    expect(origin.problems).toHaveLength(1)
  })
})
