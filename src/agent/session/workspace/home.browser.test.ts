/** Files set up at home belong to their session, and are there again in the next sandbox. */
import { createStore, get, set } from 'idb-keyval'
import { expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { HOME } from '../../../sandbox/contract/path.ts'
import { HOME_FILE_BYTES, HOME_FILES } from '../../limits.ts'
import { Home } from './home.ts'
import type { Session } from '../log/session.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const newSandbox = () => createMemorySandbox({ blobStore: new MemoryBlobStore() })
const write = (sandbox: Sandbox, path: string, text: string, mode = 0o644) =>
  sandbox.writeFile({ path: `${HOME}/${path}`, data: bytes(text), mode })

async function read(sandbox: Sandbox, path: string): Promise<string | undefined> {
  const content = await sandbox.readFile(`${HOME}/${path}`)
  return content.ok ? new TextDecoder().decode(content.value) : undefined
}

/** A tab with a session open, whose id and role the test sets. */
function tab(id: string = crypto.randomUUID()) {
  const open = { id, role: 'leader' }
  // All that `Home` asks of a session.
  const home = new Home({ session: () => open as unknown as Session })
  return { open, home }
}

it('puts back what a session had set up there, with its modes and links, into the next sandbox', async () => {
  const first = newSandbox()
  const { open, home } = tab()
  expect(await home.show(first)).toEqual({ ok: true, value: undefined })
  await write(first, '.gitconfig', '[user]\n\tname = Ada\n')
  await write(first, 'bin/hello', '#!/bin/sh\necho hello\n', 0o755)
  await first.symlink('.gitconfig', `${HOME}/config`)
  await write(first, '.cache/kept', 'made anew')
  await home.keep()

  const next = newSandbox()
  await tab(open.id).home.show(next)
  expect(await read(next, '.gitconfig')).toBe('[user]\n\tname = Ada\n')
  expect(await next.stat(`${HOME}/bin/hello`)).toMatchObject({ value: { mode: 0o755 } })
  expect(await next.readLink(`${HOME}/config`)).toEqual({ ok: true, value: '.gitconfig' })
  expect(await read(next, '.cache/kept')).toBeUndefined()
})

it('keeps the homes of two sessions apart that are shown in one sandbox', async () => {
  const sandbox = newSandbox()
  const { open, home } = tab()
  const first = open.id
  await home.show(sandbox)
  await write(sandbox, '.npmrc', 'first')
  await home.keep()
  open.id = crypto.randomUUID()
  // The workspace of the next one is not shown yet: the home directory is still the first one's.
  await write(sandbox, '.npmrc', 'first, later')
  await home.keep()
  await home.show(sandbox)
  expect(await read(sandbox, '.npmrc')).toBeUndefined()
  await write(sandbox, '.npmrc', 'second')
  await home.keep()
  open.id = first
  await home.show(sandbox)
  expect(await read(sandbox, '.npmrc')).toBe('first, later')
})

it('forgets what was removed there, and all of a session that is deleted', async () => {
  const sandbox = newSandbox()
  const { open, home } = tab()
  await home.show(sandbox)
  await write(sandbox, 'a', '1')
  await write(sandbox, 'b', '2')
  await home.keep()
  await sandbox.remove(`${HOME}/a`)
  await home.keep()
  await home.show(sandbox)
  expect([await read(sandbox, 'a'), await read(sandbox, 'b')]).toEqual([undefined, '2'])
  await home.forget(open.id)
  await home.show(sandbox)
  expect(await read(sandbox, 'b')).toBeUndefined()
})

it('stores nothing from a tab that follows, and nothing that a sandbox says while it dies', async () => {
  const sandbox = newSandbox()
  const { open, home } = tab()
  await home.show(sandbox)
  await write(sandbox, 'a', '1')
  await home.keep()
  open.role = 'follower'
  await write(sandbox, 'a', 'of a follower')
  await home.keep()
  open.role = 'leader'
  await sandbox.dispose()
  await home.keep()
  const next = newSandbox()
  await home.show(next)
  expect(await read(next, 'a')).toBe('1')
})

it('passes over what is too much for a home directory, and keeps the rest', async () => {
  const sandbox = newSandbox()
  const { home } = tab()
  await home.show(sandbox)
  await write(sandbox, 'a-large', 'x'.repeat(HOME_FILE_BYTES + 1))
  for (let index = 0; index < HOME_FILES; index++)
    await write(sandbox, `many/${String(index).padStart(3, '0')}`, '')
  await write(sandbox, 'z-last', 'one too many')
  await home.keep()
  await home.show(sandbox)
  expect(await read(sandbox, 'a-large')).toBeUndefined()
  expect(await read(sandbox, `many/${HOME_FILES - 1}`)).toBe('')
  expect(await read(sandbox, 'z-last')).toBeUndefined()
})

it('takes what is stored and cannot be read for nothing, and stores nothing over it', async () => {
  const { open, home } = tab()
  const stored = { files: [{ path: 1 }] }
  await set(open.id, stored, createStore('vivarium-homes', 'sessions'))
  const sandbox = newSandbox()
  await write(sandbox, 'of-somebody', 'else')
  expect(await home.show(sandbox)).toEqual({ ok: true, value: undefined })
  expect(await read(sandbox, 'of-somebody')).toBeUndefined()
  await write(sandbox, '.npmrc', 'mine')
  await home.keep()
  expect(await get(open.id, createStore('vivarium-homes', 'sessions'))).toEqual(stored)
})

it('puts back a home of a later version, and loses none of its fields', async () => {
  const { open, home } = tab()
  const store = createStore('vivarium-homes', 'sessions')
  const npmrc = { path: '.npmrc', data: bytes('a'), mode: 0o600, by: 'user' }
  const link = { path: 'l', target: '.npmrc', by: 'user' }
  await set(open.id, { at: 5, files: [npmrc], links: [link] }, store)
  const sandbox = newSandbox()
  await home.show(sandbox)
  expect(await read(sandbox, '.npmrc')).toBe('a')
  await write(sandbox, '.bashrc', 'b')
  await home.keep()
  const bashrc = { path: '.bashrc', data: bytes('b'), mode: 0o644 }
  expect(await get(open.id, store)).toEqual({ at: 5, files: [bashrc, npmrc], links: [link] })
})
