/** Evidence is read from the stored tree, whatever the workspace has become by then. */
import { expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../../sandbox/memory/memory-sandbox.ts'
import { firstCommits, gatherEvidence } from './gather-evidence.ts'

async function store(files: Readonly<Record<string, string>>) {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const requests = Object.entries(files).map(([path, text]) => ({
    path,
    data: new TextEncoder().encode(text),
  }))
  await value(sandbox.writeFiles(requests))
  const { root } = await value(sandbox.checkpoint())
  return { blobs, sandbox, root }
}

async function gather(files: Readonly<Record<string, string>>) {
  const { blobs, root } = await store(files)
  return (await gatherEvidence(blobs, root)) ?? expect.unreachable('The tree is stored.')
}

it('counts each content once, without empty files, packages and Git’s own', async () => {
  const { contents, sample } = await gather({
    'src/a.ts': 'a',
    'src/copy-of-a.ts': 'a',
    'src/objects/b.ts': 'b',
    'empty/__init__.py': '',
    'node_modules/x/index.js': 'x',
    'pkg/node_modules/y/index.js': 'y',
    '.venv/lib.py': 'v',
    '.git/HEAD': 'ref: refs/heads/main',
    '.git/objects/aa/bb': 'object',
  })
  expect(contents).toBe(2)
  expect(sample).toHaveLength(2)
  expect(sample).toEqual((await gather({ 'moved/b': 'b', 'moved/a': 'a' })).sample)
  for (const hash of sample) expect(hash).toMatch(/^[0-9a-f]{16}$/)
})

it('has the files that steer an agent or Git, and the remotes', async () => {
  const config = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://me@host.example/a/b.git\n'
  const files = {
    'CLAUDE.md': 'rules',
    'pkg/AGENTS.md': 'more',
    '.claude/settings.json': '{}',
    '.mcp.json': '{}',
    '.git/config': config,
    '.git/hooks/pre-commit': 'run',
    '.git/hooks/pre-push.sample': 'example',
    'README.md': 'x',
  }
  const found = await gather(files)
  expect(found.remotes).toEqual(['host.example/a/b'])
  expect(Object.keys(found.steering).toSorted()).toEqual([
    '.claude/settings.json',
    '.git/config',
    '.git/hooks/pre-commit',
    '.mcp.json',
    'CLAUDE.md',
    'pkg/AGENTS.md',
  ])
  // A branch more is no news; a program that Git runs is.
  const branch = await gather({ ...files, '.git/config': `${config}[branch "x"]\n\tmerge = refs/heads/x\n` })
  expect(branch.steering).toEqual(found.steering)
  const program = await gather({ ...files, '.git/config': `${config}[core]\n\tfsmonitor = ./evil\n` })
  expect(program.steering['.git/config']).not.toBe(found.steering['.git/config'])
})

it('stays small, whatever the archive is', async () => {
  const deep = Array.from({ length: 40 }, () => 'd'.repeat(100)).join('/')
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}/CLAUDE.md`, `${at}`]))
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, `content ${at}`]))
  const long = `[remote "a"]\n\turl = https://a.example/${'x'.repeat(300)}\n`
  const remotes = Array.from({ length: 50 }, (_, at) => `[remote "${at}"]\n\turl = https://b.example/${at}\n`)
  const found = await gather({
    [`${deep.slice(0, 3_000)}/CLAUDE.md`]: 'deep',
    ...many,
    ...files,
    '.git/config': long + remotes.join(''),
  })
  expect(found.contents).toBe(801)
  expect(JSON.stringify(found).length).toBeLessThan(20_000)
  expect(found.remotes).toHaveLength(20)
  expect(found.sample).toHaveLength(256)
  // Too long to be looked at.
  const huge = `[remote "a"]\n\turl = https://a.example/x\n#${' '.repeat(300 * 1024)}`
  expect((await gather({ '.git/config': huge })).remotes).toEqual([])
})

it('nothing in an archive says which project it is', async () => {
  const claim = JSON.stringify({ id: 'p1', project: { id: 'p1', name: 'Yours', at: 9e15 } })
  const { remotes, steering } = await gather({
    '.vivarium/project.json': claim,
    '.vivarium.json': claim,
    'project.json': claim,
  })
  expect([remotes, steering]).toEqual([[], {}])
})

it('there is none where a part of the tree is not stored, or the root is none', async () => {
  const { blobs, root } = await store({ 'a/b/c': 'x' })
  expect(await gatherEvidence({ get: async (hashes) => hashes.map(() => undefined) }, root)).toBeUndefined()
  const top = async (hashes: readonly string[]) =>
    hashes.includes(root) ? blobs.get(hashes) : hashes.map(() => undefined)
  expect(await gatherEvidence({ get: top }, root)).toBeUndefined()
  expect(await gatherEvidence(blobs, '../x')).toBeUndefined()
})

it('a repository without a history, one cloned in part, and a sandbox without Git give no first commits', async () => {
  const asked: string[] = []
  const of = async (files: Readonly<Record<string, string>>) => {
    const { sandbox } = await store(files)
    const watched = {
      ...sandbox,
      exec: (request: Parameters<typeof sandbox.exec>[0]) => {
        asked.push(request.command)
        expect(request.readOnly).toBe(true)
        return sandbox.exec(request)
      },
    }
    return firstCommits(watched, () => 'id')
  }
  expect(await of({ a: '' })).toEqual([])
  expect(await of({ '.git/HEAD': 'ref', '.git/shallow': 'c1' })).toEqual([])
  expect(asked).toEqual([])
  expect(await of({ '.git/HEAD': 'ref' })).toEqual([])
  expect(asked).toHaveLength(1)
})
