/** A link of a session that began with a template names the template's files instead of carrying them. */
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'
import { templateIn, templatesAt } from './template-files.ts'
import type { Template } from './template-files.ts'

/** Text that no compression makes short. */
const long = (seed: number) =>
  Array.from({ length: 400 }, (_, index) => Math.abs(Math.sin(seed * 1000 + index)).toString(36)).join('\n')
const FILES = { 'README.md': long(1), 'src/app.js': long(2), 'src/b.js': long(3), tiny: 'x' }
const template = (files: Readonly<Record<string, string>> = FILES): Template => ({
  id: 'react-app',
  files: new Map(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
})

async function recorded() {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const roots: string[] = []
  for (const change of [FILES, { 'src/app.js': `${FILES['src/app.js']}changed` }]) {
    for (const [path, text] of Object.entries(change)) await sandbox.writeFile({ path, data: strToU8(text) })
    const stored = await sandbox.checkpoint()
    if (!stored.ok) throw new Error(stored.error.message)
    roots.push(stored.value.root)
  }
  const [first = '', second = ''] = roots
  const events: AgentEvent[] = [
    { type: 'session_created', logVersion: 1, appVersion: '1', seq: 1, at: 1 },
    { type: 'workspace_imported', name: 'react-app', files: 4, bytes: 1, root: first, seq: 2, at: 2 },
    { type: 'checkpoint', cause: 'user', root: second, seq: 3, at: 3 },
  ]
  const made = await makeRecording({ events, threads: [], blobs, title: 'T', appVersion: '1', now: 5 }, {})
  if (!made.ok) throw new Error(made.error.message)
  return made.value.recording
}

it('is short, and opens as the very same recording', async () => {
  const recording = await recorded()
  const [whole, short] = [await writeLink(recording), await writeLink(recording, template())]
  expect([whole[0], short[0]]).toEqual(['1', '2'])
  // Changed files are in it, whole.
  expect(short.length).toBeLessThan(whole.length / 2)
  const [a, b] = [
    await readLink(whole),
    await readLink(short, async (id) => (id === 'react-app' ? template() : undefined)),
  ]
  expect(b).toEqual(a)
  expect(a.ok).toBe(true)
})

it('says why it is not opened where the template is another one, or none', async () => {
  const short = await writeLink(await recorded(), template())
  const open = async (has: Template | undefined) => {
    const read = await readLink(short, async () => has)
    return read.ok ? 'opened' : `${read.error.kind}: ${read.error.message} ${read.error.hint ?? ''}`
  }
  expect(await open(template({ ...FILES, 'src/b.js': 'other' }))).toMatch(
    /^unsupported: This link goes with another version of the template “react-app”.*as a file/,
  )
  expect(await open(template({}))).toMatch(/^unsupported: /)
  expect(await open(undefined)).toMatch(/^not_found: .*not to be had here.*as a file/)
  // Files of the template that the link does not name may differ.
  expect(await open(template({ ...FILES, 'src/app.js': FILES['src/app.js'], 'new.js': 'x' }))).toBe('opened')
})

it('carries all of it where nothing is the template\u2019s', async () => {
  const link = await writeLink(await recorded(), template({ other: 'y' }))
  expect(link[0]).toBe('1')
})

it('reads templates that come along, and nothing else', async () => {
  const asked: string[] = []
  const zip = zipSync({ 'a/': new Uint8Array(), 'a/b.txt': strToU8('text') })
  const read = templatesAt('https://app.example', async (url) => {
    asked.push(url)
    return url.endsWith('/vue-app.zip')
      ? new Response(zip)
      : new Response('<p>', { headers: { 'content-type': 'text/html' } })
  })
  expect(await read('vue-app')).toEqual({ id: 'vue-app', files: new Map([['a/b.txt', strToU8('text')]]) })
  expect(await read('http-api')).toBeUndefined()
  expect(await read('../secret')).toBeUndefined()
  expect(asked).toEqual(['vue-app', 'http-api'].map((id) => `https://app.example/templates/${id}.zip`))
  const imported = (name: string) => [{ type: 'workspace_imported', name } as unknown as AgentEvent]
  expect([templateIn(imported('vue-app.zip')), templateIn(imported('project')), templateIn([])]).toEqual([
    'vue-app',
    undefined,
    undefined,
  ])
})
