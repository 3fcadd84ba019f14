/** A stored tree as a site: the files that a page of it may see, and those that it may not. */
import { expect, it } from 'vitest'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { answerPreview } from '../../../sandbox/page/site-answer.ts'
import { StepSite } from './step-site.ts'

const text = (data: Uint8Array) => new TextDecoder().decode(data)

/** Two trees one after the other, and what is asked of them. */
async function stored(...trees: readonly Readonly<Record<string, string>>[]) {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const sites: StepSite[] = []
  for (const files of trees) {
    for (const [path, content] of Object.entries(files)) {
      await sandbox.writeFile({ path, data: new TextEncoder().encode(content) })
    }
    const checkpoint = await sandbox.checkpoint()
    if (!checkpoint.ok) throw new Error(checkpoint.error.message)
    sites.push(new StepSite(blobs, checkpoint.value.root))
  }
  return sites
}

const ask = async (site: StepSite, path: string, page?: string) => {
  const { status, contentType, body } = await answerPreview(site, {
    type: 'preview',
    path,
    ...(page === undefined ? {} : { page }),
  })
  return [status, contentType.replace(/;.*/, ''), text(body)]
}

it('each tree shows its own files, whatever the workspace has now', async () => {
  const [first, second] = await stored(
    { '/workspace/index.html': '<p>one', '/workspace/css/a.css': 'p{}' },
    { '/workspace/index.html': '<p>two' },
  )
  if (!first || !second) throw new Error('Two were stored.')
  expect(await ask(first, '/')).toEqual([200, 'text/html', '<p>one'])
  expect(await ask(second, '/')).toEqual([200, 'text/html', '<p>two'])
  expect(await ask(second, '/a.css', '/css/x.html')).toEqual([200, 'text/css', 'p{}'])
  expect(await ask(second, '/none.css')).toEqual([
    404,
    'text/html',
    '<!doctype html><meta charset="utf-8"><p>There is no /none.css in the workspace.',
  ])
  expect((await ask(second, '/css/'))[2]).toContain('<a href="./a.css">')
})

it('nothing outside the tree is there, by no path', async () => {
  const [site] = await stored({ '/workspace/a/index.html': 'in' })
  if (!site) throw new Error('One was stored.')
  for (const path of ['/../../home/user/.npmrc', '/a/../../etc/passwd', '//etc/passwd', '/a/index.html/x'])
    expect((await ask(site, path))[0], path).toBe(404)
})

it('knows by what command the project serves its page itself', async () => {
  const trees = await stored(
    { '/workspace/package.json': '{"scripts":{"start":"node server.js","test":"x"}}' },
    { '/workspace/package.json': '{"scripts":{"start":"node server.js","dev":"vite"}}' },
    { '/workspace/package.json': '{"scripts":{"test":"vitest"}}' },
    { '/workspace/package.json': '{"scripts":["dev"]' },
  )
  expect(await Promise.all(trees.map((site) => site.server()))).toEqual([
    'npm start',
    'npm run dev',
    undefined,
    undefined,
  ])
})
