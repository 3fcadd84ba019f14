import { afterEach, describe, expect, it, vi } from 'vitest'
import { LARGE_WRITE_BYTES } from '../../limits.ts'
import { requireRoom, roughSize } from './room.ts'

const left = (estimate: StorageEstimate) => {
  const asked = vi.fn(() => Promise.resolve(estimate))
  vi.stubGlobal('navigator', { storage: { estimate: asked } })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

describe('a large write', () => {
  it('is not begun without room for it and its journal', async () => {
    left({ quota: 10 * LARGE_WRITE_BYTES, usage: 8 * LARGE_WRITE_BYTES })
    await expect(requireRoom(LARGE_WRITE_BYTES, 'storing 1 files')).resolves.toBeUndefined()
    await expect(requireRoom(LARGE_WRITE_BYTES + 1, 'storing 1 files')).rejects.toMatchObject({
      kind: 'quota',
      message: 'The browser has no storage left: storing 1 files failed.',
    })
  })

  it('is begun where the browser does not tell, and nobody asks for a small one', async () => {
    left({})
    await expect(requireRoom(1e12, 'storing 1 files')).resolves.toBeUndefined()
    const asked = left({ quota: 0, usage: 0 })
    await requireRoom(LARGE_WRITE_BYTES - 1, 'storing 1 files')
    expect(asked).not.toHaveBeenCalled()
  })

  it('is measured by its texts, wherever they are', () => {
    expect(roughSize([{ a: 'four', b: [{ c: 'five!' }], d: 1, e: null }])).toBe(9)
  })
})
