/** The file tools' paths by the stores that answer for them. */
import { describe, expect, it } from 'vitest'
import { MemoryBlobStore } from '../../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../../sandbox/memory/memory-sandbox.ts'
import type { Sandbox } from '../../../../sandbox/contract/contract.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { contentHash } from '../../store/content-hash.ts'
import { placesLayer } from './place-router.ts'
import { storedFilesPlace } from './stored-files-place.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A sandbox with files, some under names that places hide; a place that can be written, and one that cannot. */
async function twoPlaces() {
  const blobs = new MemoryBlobStore()
  const below = createMemorySandbox({ blobStore: blobs })
  const memory = createMemorySandbox({ blobStore: blobs })
  const write = (sandbox: Sandbox, path: string, text: string) =>
    sandbox.writeFile({ path, data: bytes(text) })
  await write(below, '/workspace/own.txt', 'needle of the workspace\n')
  await write(below, '/memory/fake.md', 'needle of a program\n')
  await write(below, '/Memory/other.md', 'another folder\n')
  await write(memory, '/memory/note.md', 'needle of the memory\n')
  const data = bytes('first\nneedle of a result\n')
  const hash = await contentHash(data)
  await blobs.put([{ hash, data }])
  const results = storedFilesPlace({
    root: '/results',
    files: () => [
      { name: 'bash.txt', hash, size: data.length },
      { name: 'gone.txt', hash: 'f'.repeat(64), size: 3 },
    ],
    blobs,
  })
  const routed: Sandbox = {
    ...below,
    ...placesLayer([{ root: '/memory', files: memory }, results])(below),
  }
  return { below, memory, routed }
}

let searches = 0

/** The text at a path, or the kind of the failure. */
async function text(sandbox: Sandbox, path: string): Promise<string> {
  const read = await sandbox.readFile(path)
  return read.ok ? new TextDecoder().decode(read.value) : read.error.kind
}

async function kindOf(result: Promise<Result<unknown>>): Promise<string> {
  const settled = await result
  return settled.ok ? 'ok' : settled.error.kind
}

async function names(sandbox: Sandbox, path: string): Promise<readonly string[]> {
  const listed = await sandbox.list(path)
  return listed.ok ? listed.value.map(({ name }) => name) : [listed.error.kind]
}

describe('a path', () => {
  it('is normalised, and then belongs to the place that it lies in, letter by letter', async () => {
    const { routed } = await twoPlaces()
    const paths = [
      '/memory/note.md',
      '//memory///./note.md',
      '/workspace/../memory/note.md',
      '../memory/x/../note.md',
      '/memory/../memory/note.md',
      '/memory/fake.md',
      '/memory/../workspace/own.txt',
      '/Memory/note.md',
      '/Memory/other.md',
      '/memoryx/note.md',
      '/workspace/memory/note.md',
      '/results/bash.txt',
      '/results/../results/gone.txt',
      '/results/none.txt',
      '/results',
    ]
    expect(
      Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await text(routed, path)]))),
    ).toEqual({
      '/memory/note.md': 'needle of the memory\n',
      '//memory///./note.md': 'needle of the memory\n',
      '/workspace/../memory/note.md': 'needle of the memory\n',
      '../memory/x/../note.md': 'needle of the memory\n',
      '/memory/../memory/note.md': 'needle of the memory\n',
      '/memory/fake.md': 'not_found',
      '/memory/../workspace/own.txt': 'needle of the workspace\n',
      '/Memory/note.md': 'not_found',
      '/Memory/other.md': 'another folder\n',
      '/memoryx/note.md': 'not_found',
      '/workspace/memory/note.md': 'not_found',
      '/results/bash.txt': 'first\nneedle of a result\n',
      '/results/../results/gone.txt': 'corrupt',
      '/results/none.txt': 'not_found',
      '/results': 'is_directory',
    })
  })

  it('is read with others of other stores, in order', async () => {
    const { routed } = await twoPlaces()
    const read = await routed.readFiles(['/workspace/own.txt', '/memory/note.md', '/results/gone.txt'])
    expect(read.ok && read.value.map(({ ok }) => ok)).toEqual([true, true, false])
  })

  it('is listed beside the folders of the sandbox', async () => {
    const { routed, below } = await twoPlaces()
    expect(await names(below, '/')).not.toContain('results')
    expect(await names(routed, '/')).toEqual([...new Set([...(await names(below, '/')), 'results'])].sort())
    expect(await names(routed, '/memory')).toEqual(['note.md'])
    expect(await names(routed, '/results')).toEqual(['bash.txt', 'gone.txt'])
    expect(await names(routed, '/results/bash.txt')).toEqual(['not_directory'])
    expect(await routed.stat('/results/bash.txt')).toMatchObject({
      value: { kind: 'file', size: 25, mode: 0o444 },
    })
  })
})

describe('a link of the sandbox', () => {
  it('leads into no place, and the failure names the path to use', async () => {
    const { routed, below } = await twoPlaces()
    await below.symlink('/memory', '/workspace/way')
    await below.symlink('/results/bash.txt', '/workspace/result')
    await below.symlink('way/note.md', '/workspace/longer')
    await below.symlink('nowhere', '/workspace/dangling')
    // The sandbox has a folder of the name, which the link leads to there.
    expect(await text(routed, '/workspace/way/fake.md')).toBe('needle of a program\n')
    expect(await routed.readFile('/workspace/way/note.md')).toMatchObject({
      error: { kind: 'not_found', hint: 'Use the path itself: /memory/note.md.' },
    })
    expect(await routed.readFile('/workspace/result')).toMatchObject({
      error: { kind: 'not_found', hint: 'Use the path itself: /results/bash.txt.' },
    })
    expect(await routed.stat('/workspace/longer')).toMatchObject({
      error: { hint: 'Use the path itself: /memory/note.md.' },
    })
    expect(await routed.readFile('/workspace/dangling')).toEqual(await below.readFile('/workspace/dangling'))
  })
})

describe('a write', () => {
  it('goes to the store of its path, and to no other', async () => {
    const { routed, below, memory } = await twoPlaces()
    const write = (path: string) => kindOf(routed.writeFile({ path, data: bytes('new') }))
    expect([await write('/memory/new.md'), await write('/workspace/new.md')]).toEqual(['ok', 'ok'])
    expect([await text(below, '/memory/new.md'), await text(memory, '/memory/new.md')]).toEqual([
      'not_found',
      'new',
    ])
    expect([await text(below, '/workspace/new.md'), await text(memory, '/workspace/new.md')]).toEqual([
      'new',
      'not_found',
    ])
    expect(await kindOf(routed.remove('/memory/new.md'))).toBe('ok')
    expect(await text(memory, '/memory/new.md')).toBe('not_found')
  })

  it('never moves a file from one store to another', async () => {
    const { routed } = await twoPlaces()
    expect(await kindOf(routed.rename('/memory/note.md', '/workspace/note.md'))).toBe('not_permitted')
    expect(await kindOf(routed.rename('/workspace/own.txt', '/memory/own.txt'))).toBe('not_permitted')
    expect(await kindOf(routed.rename('/memory/note.md', '/memory/moved.md'))).toBe('ok')
    expect(await text(routed, '/memory/moved.md')).toBe('needle of the memory\n')
  })

  it('of several files is all or none, in the sandbox alone', async () => {
    const { routed } = await twoPlaces()
    const data = bytes('x')
    const both = [
      { path: '/workspace/a', data },
      { path: '/memory/a', data },
    ]
    expect(await kindOf(routed.writeFiles(both))).toBe('invalid')
    expect([await text(routed, '/workspace/a'), await text(routed, '/memory/a')]).toEqual([
      'not_found',
      'not_found',
    ])
    expect(await kindOf(routed.writeFiles([{ path: '/memory/a', data }]))).toBe('ok')
    expect(await text(routed, '/memory/a')).toBe('x')
  })

  it('is refused where the place is read-only', async () => {
    const { routed } = await twoPlaces()
    const data = bytes('x')
    const refused = [
      routed.writeFile({ path: '/results/bash.txt', data }),
      routed.writeFile({ path: '/results/new.txt', data }),
      routed.makeDirectory('/results/folder'),
      routed.remove('/results/bash.txt'),
      routed.remove('/results', { recursive: true }),
      routed.rename('/results/bash.txt', '/results/other.txt'),
      routed.symlink('/workspace', '/results/way'),
      routed.setMode('/results/bash.txt', 0o777),
    ]
    expect(await Promise.all(refused.map(kindOf))).toEqual(refused.map(() => 'not_permitted'))
    expect(await text(routed, '/results/bash.txt')).toBe('first\nneedle of a result\n')
  })
})

describe('a search', () => {
  const search = (sandbox: Sandbox, path: string, more = {}) =>
    sandbox.grep({
      id: `search ${searches++}`,
      pattern: 'needle',
      path,
      mode: 'files',
      includeIgnored: true,
      ...more,
    })

  it('of a place looks in it alone, and one of the workspace in no place', async () => {
    const { routed } = await twoPlaces()
    const found = async (path: string) => {
      const answer = await search(routed, path)
      return answer.ok ? answer.value.files.map((file) => file.path) : answer.error.kind
    }
    expect(
      await Promise.all(
        ['/workspace', '/memory', '/results', '/results/bash.txt', '/memory/none'].map(found),
      ),
    ).toEqual([
      ['/workspace/own.txt'],
      ['/memory/note.md'],
      ['/results/bash.txt'],
      ['/results/bash.txt'],
      'not_found',
    ])
  })

  it('at / has the sandbox first and then each place, without the hidden files', async () => {
    const { routed } = await twoPlaces()
    expect(await search(routed, '/')).toEqual({
      ok: true,
      value: {
        lines: [],
        files: [
          { path: '/workspace/own.txt', matches: 1 },
          { path: '/memory/note.md', matches: 1 },
          { path: '/results/bash.txt', matches: 1 },
        ],
        total: 3,
      },
    })
    const globbed = await routed.glob({ id: 'g', pattern: '**/*.{txt,md}', path: '/', includeIgnored: true })
    expect(globbed.ok && [...globbed.value.paths].sort()).toEqual([
      '/Memory/other.md',
      '/memory/note.md',
      '/results/bash.txt',
      '/workspace/own.txt',
    ])
  })

  it('at / is cut into pages as one search', async () => {
    const { routed } = await twoPlaces()
    const pages = [0, 1, 2, 3].map(async (offset) => {
      const page = await search(routed, '/', { mode: 'content', offset, limit: 1 })
      return page.ok && [page.value.lines.map(({ path }) => path), page.value.total]
    })
    expect(await Promise.all(pages)).toEqual([
      [['/workspace/own.txt'], 3],
      [['/memory/note.md'], 3],
      [['/results/bash.txt'], 3],
      [[], 3],
    ])
    const globbed = await routed.glob({
      id: 'g',
      pattern: '**/*.md',
      path: '/',
      limit: 1,
      includeIgnored: true,
    })
    expect(globbed).toMatchObject({ value: { total: 2 } })
  })

  it('with a pattern that is none fails as in the sandbox', async () => {
    const { routed } = await twoPlaces()
    expect(await search(routed, '/results', { pattern: '(' })).toMatchObject({ error: { kind: 'invalid' } })
    expect(await search(routed, '/', { pattern: '(' })).toMatchObject({ error: { kind: 'invalid' } })
  })
})
