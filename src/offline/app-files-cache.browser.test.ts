/** Tests the cached app files in the browser's own cache. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppFilesCache } from './app-files-cache.ts'

const encoder = new TextEncoder()

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Content of the server's files, by path. */
let served: Record<string, string>

/** A version whose files were built with these texts. */
async function version(name: string, files: Readonly<Record<string, string>>): Promise<AppFilesCache> {
  const list = Object.entries(files).map(async ([path, text]) => ({ path, hash: await hashOf(text) }))
  return new AppFilesCache({ version: name, files: await Promise.all(list) })
}

const textOf = async (response: Response | undefined) => response?.text()
const keptVersions = async () => (await caches.keys()).filter((name) => name.startsWith('vivarium-shell-'))

async function clear(): Promise<void> {
  await Promise.all((await keptVersions()).map((name) => caches.delete(name)))
}

beforeEach(async () => {
  await clear()
  served = {}
  vi.stubGlobal('fetch', async (path: string) => {
    const text = served[path]
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await clear()
})

it('a version that the server does not have whole is not kept, and is tried again from where it was', async () => {
  const files = await version('a', { '/assets/one.js': 'one', '/assets/two.js': 'two' })
  served = { '/assets/one.js': 'one', '/assets/two.js': 'of another build' }
  await expect(files.fill()).rejects.toThrow('/assets/two.js could not be kept: it is of another build.')
  served = { '/assets/two.js': 'two' }
  await files.fill()
  expect([
    await textOf(await files.read('/assets/one.js')),
    await textOf(await files.read('/assets/two.js')),
  ]).toEqual(['one', 'two'])
})

it('an address with two slashes in front is that of no file, and of no other host', async () => {
  served = { '/host.html': 'own' }
  const files = await version('a', served)
  await files.fill()
  for (const path of ['//', '//host.html', '//elsewhere/host.html', '///'])
    expect({ path, file: await files.read(path) }).toEqual({ path, file: undefined })
})

it('a page of the version before finds its later parts, and no page finds a file of another version by its name', async () => {
  served = { '/assets/late-1.js': 'late', '/host.html': 'before' }
  const before = await version('a', served)
  await before.fill()
  served = { '/assets/late-2.js': 'later' }
  const next = await version('b', { '/assets/late-2.js': 'later', '/host.html': 'after' })
  await next.fill((path) => path !== '/host.html')
  expect(await textOf(await next.read('/assets/late-1.js'))).toBe('late')
  expect(await next.read('/host.html')).toBeUndefined()
  expect(await textOf(await before.read('/host.html'))).toBe('before')
})

it('older versions are kept as long as a page of theirs is open, and newer ones until they are wanted', async () => {
  const versions = []
  for (const name of ['a', 'b', 'c', 'd']) {
    served = { '/assets/x.js': name }
    const files = await version(name, served)
    await files.fill()
    versions.push(files)
  }
  const closed = Promise.withResolvers<void>()
  const open = navigator.locks.request('vivarium-build-b', { mode: 'shared' }, () => closed.promise)
  await expect.poll(async () => (await navigator.locks.query()).held).toHaveLength(1)
  await versions[2]?.dropUnused()
  expect(await keptVersions()).toEqual(['vivarium-shell-b', 'vivarium-shell-c', 'vivarium-shell-d'])
  closed.resolve()
  await open
  await versions[2]?.dropUnused()
  expect(await keptVersions()).toEqual(['vivarium-shell-c', 'vivarium-shell-d'])
})
