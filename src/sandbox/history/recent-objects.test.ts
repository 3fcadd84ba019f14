import { describe, expect, it } from 'vitest'
import type { BlobStore } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import { RECENT_OBJECT_MAX_BYTES, RECENT_OBJECTS_MAX_BYTES } from '../contract/limits.ts'
import { RecentObjects } from './recent-objects.ts'

function setUp(put: BlobStore['put'] = () => Promise.resolve(ok(undefined))) {
  const asked: string[] = []
  const store: BlobStore = {
    missing: () => Promise.resolve([]),
    get: (hashes) => {
      asked.push(...hashes)
      return Promise.resolve(hashes.map((hash) => (hash === 'none' ? undefined : Uint8Array.of(hash.length))))
    },
    put,
  }
  return { asked, recent: new RecentObjects(store) }
}

describe('recent objects', () => {
  it('asks the store only for what it has not seen, and keeps the order', async () => {
    const { asked, recent } = setUp()
    await recent.put([{ hash: 'put', data: Uint8Array.of(9) }])
    expect(await recent.get(['read', 'none', 'put', 'read'])).toEqual([
      Uint8Array.of(4),
      undefined,
      Uint8Array.of(9),
      Uint8Array.of(4),
    ])
    expect(asked).toEqual(['read', 'none'])
  })

  it('remembers what was read once somebody has checked it', async () => {
    const { asked, recent } = setUp()
    const [data] = await recent.get(['read'])
    recent.keep('read', data ?? new Uint8Array())
    data?.fill(0)
    expect(await recent.get(['read'])).toEqual([Uint8Array.of(4)])
    expect(asked).toEqual(['read'])
  })

  it('is not changed by what others do to the bytes', async () => {
    const { recent } = setUp()
    const mine = Uint8Array.of(1, 2)
    await recent.put([{ hash: 'a', data: mine }])
    mine.fill(0)
    const [got] = await recent.get(['a'])
    got?.fill(7)
    expect(await recent.get(['a'])).toEqual([Uint8Array.of(1, 2)])
  })

  it('does not remember what the store refused', async () => {
    const { asked, recent } = setUp(() => Promise.resolve(fail('quota', 'full')))
    expect(await recent.put([{ hash: 'a', data: Uint8Array.of(1) }])).toMatchObject({ ok: false })
    await recent.get(['a'])
    expect(asked).toEqual(['a'])
  })

  it('forgets the oldest when there is too much, and never takes in a large one', async () => {
    const { asked, recent } = setUp()
    const data = new Uint8Array(RECENT_OBJECT_MAX_BYTES)
    const count = RECENT_OBJECTS_MAX_BYTES / RECENT_OBJECT_MAX_BYTES
    for (let n = 0; n < count; n++) await recent.put([{ hash: `h${n}`, data }])
    await recent.get(['h0'])
    await recent.put([{ hash: 'new', data }])
    await recent.put([{ hash: 'large', data: new Uint8Array(RECENT_OBJECT_MAX_BYTES + 1) }])
    await recent.get(['h0', 'h1', 'h2', 'new', 'large'])
    expect(asked).toEqual(['h1', 'large'])
  })
})
