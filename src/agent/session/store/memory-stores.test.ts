import { afterEach, describe, expect, it, vi } from 'vitest'
import { isKeepingRefused } from './memory-stores.ts'

/** Locks that are granted, or refused as the browser refuses them along with storage. */
const granted = { request: async (_: string, use: () => unknown) => use() } as unknown as LockManager
const refused = {
  request: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
} as unknown as LockManager
const unknown = new DOMException('The user denied permission to access the database.', 'UnknownError')

afterEach(() => vi.unstubAllGlobals())

describe('a database that cannot be opened', () => {
  it.each([
    ['Firefox, in a window that keeps nothing', new DOMException('', 'InvalidStateError'), granted],
    ['a frame without an origin', new DOMException('', 'SecurityError'), granted],
    ['Chromium, with site data blocked', unknown, refused],
    ['a browser without locks', unknown, undefined],
  ])('is done without in %s', async (_, cause, locks) => {
    vi.stubGlobal('indexedDB', {})
    vi.stubGlobal('navigator', { locks: undefined })
    expect(await isKeepingRefused(cause, locks)).toBe(true)
  })

  it.each([
    ['newer', new DOMException('', 'VersionError')],
    ['damaged', new DOMException('Internal error opening backing store.', 'UnknownError')],
    ['without room', new DOMException('', 'QuotaExceededError')],
    ['the victim of a bug', new TypeError('not a function')],
  ])('is told where it is %s, and stays', async (_, cause) => {
    vi.stubGlobal('indexedDB', {})
    expect(await isKeepingRefused(cause, granted)).toBe(false)
  })

  it('is done without where there are none', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect(await isKeepingRefused(new ReferenceError('indexedDB is not defined'), granted)).toBe(true)
  })
})
