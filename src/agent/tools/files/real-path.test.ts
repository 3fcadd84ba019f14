import { expect, it } from 'vitest'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { realPaths } from './real-path.ts'
import { emptySandbox } from '../testing/test-bench.ts'

/** Files, folders, and links with where they lead. */
const ENTRIES = new Map([
  ['/workspace', ''],
  ['/workspace/CLAUDE.md', ''],
  ['/workspace/docs', ''],
  ['/workspace/guide.md', 'CLAUDE.md'],
  ['/workspace/gone.md', 'nowhere'],
  ['/workspace/meta', '.git'],
])
const NONE = fail('not_found', 'Nothing is there.')

const sandbox = emptySandbox({
  stat: async (path) => {
    const target = ENTRIES.get(path)
    const kind = target === '' ? ('file' as const) : ('symlink' as const)
    return target === undefined ? NONE : ok({ kind, size: 0, mode: 0o644, mtimeMs: 0 })
  },
  readLink: async (path) => {
    const target = ENTRIES.get(path) ?? ''
    return target === '' ? NONE : ok(target)
  },
  list: async (folder) =>
    ok(
      [...ENTRIES]
        .filter(([path]) => path.slice(0, path.lastIndexOf('/')) === folder)
        .map(([path, target]) => ({
          name: path.slice(folder.length + 1),
          kind: target === '' ? ('file' as const) : ('symlink' as const),
          size: 0,
          mode: 0o644,
        })),
    ),
})

it('a candidate counts as written only where it is there, by both of its names', async () => {
  const writesIfThere = ['CLAUDE.md', 'AGENTS.md', 'guide.md', 'gone.md'].map((name) => `/workspace/${name}`)
  expect(await realPaths(sandbox, { writesIfThere, reads: ['/workspace/none'] })).toEqual([
    { access: 'write', path: '/workspace/CLAUDE.md', real: '/workspace/CLAUDE.md' },
    { access: 'write', path: '/workspace/guide.md', real: '/workspace/CLAUDE.md' },
    { access: 'write', path: '/workspace/gone.md', real: '/workspace/nowhere' },
    { access: 'read', path: '/workspace/none', real: '/workspace/none' },
  ])
})

it('a link that a pattern matches is written through', async () => {
  const realOf = async (pattern: string) =>
    (await realPaths(sandbox, { writesLike: [pattern] })).map(({ real }) => real)
  expect(await realOf('/workspace/*.md')).toEqual(['/workspace/CLAUDE.md', '/workspace/nowhere'])
  expect(await realOf('/workspace/m?ta/co*')).toEqual(['/workspace/.git/co*'])
  expect(await realOf('/workspace/docs/*')).toEqual([])
  expect(await realOf('/workspace/…/x.md')).toEqual([])
  expect(await realOf('/workspace/plain')).toEqual([])
})
