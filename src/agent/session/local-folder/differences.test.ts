import { expect, it } from 'vitest'
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import { differences, type Written } from './differences.ts'

const file = (hash: string | undefined) =>
  hash === undefined ? {} : { kind: 'file' as const, hash, size: 1, mode: 0o644 }
const change = (path: string, before?: string, after?: string): TreeChange => ({
  path,
  change: before === undefined ? 'added' : after === undefined ? 'removed' : 'modified',
  ...(before === undefined
    ? {}
    : { before: { ...file(before), kind: 'file', hash: before, size: 1, mode: 0o644 } }),
  ...(after === undefined
    ? {}
    : { after: { ...file(after), kind: 'file', hash: after, size: 1, mode: 0o644 } }),
})

/** `[path, base, workspace, folder]`, and what was written before. */
async function found(
  rows: readonly (readonly [string, string | undefined, string | undefined, string | undefined])[],
  written: Readonly<Record<string, Written>> = {},
) {
  const folder = new Map(rows.map(([path, , , there]) => [path, there]))
  const list = await differences({
    changes: rows.flatMap(([path, base, now]) => (base === now ? [] : [change(path, base, now)])),
    written: new Map(Object.entries(written)),
    folderHash: async (path) => folder.get(path),
    isIgnored: (path) => path.startsWith('dist/'),
    isUnseen: (path) => path !== 'set/CLAUDE.md',
  })
  return list.map(({ path, change: kind, conflict, group, refused }) =>
    [path, kind, conflict, group, refused].join(' ').replace('  ', ' ').trim(),
  )
}

it('tells what was added, changed and removed, and where the folder has changed since', async () => {
  expect(
    await found([
      ['added', undefined, 'n', undefined],
      ['added-there-too', undefined, 'n', 'x'],
      ['changed', 'o', 'n', 'o'],
      ['changed-there-too', 'o', 'n', 'x'],
      ['dist/out.js', undefined, 'n', undefined],
      ['gone-there', 'o', 'n', undefined],
      ['removed', 'o', undefined, 'o'],
      ['removed-but-changed-there', 'o', undefined, 'x'],
      ['removed-there-too', 'o', undefined, undefined],
      ['same-there', 'o', 'n', 'n'],
      ['.git/index', 'o', 'n', 'o'],
    ]),
  ).toEqual([
    '.git/index changed git',
    'added added project',
    'added-there-too changed added project',
    'changed changed project',
    'changed-there-too changed changed project',
    'dist/out.js added ignored',
    'gone-there added removed project',
    'removed removed project',
    'removed-but-changed-there removed changed project',
  ])
})

it('goes by what was written last, also when the workspace has gone back', async () => {
  const written = { a: { base: 'o', hash: 'n' }, b: { base: 'o', hash: 'n' }, c: { base: 'o', hash: null } }
  expect(
    await found(
      [
        ['a', 'o', 'n2', 'n'],
        ['b', 'o', 'o', 'n'],
        ['c', 'o', 'o', undefined],
      ],
      written,
    ),
  ).toEqual(['a changed project', 'b changed project', 'c added project'])
})

it.each([
  ['.Git/hooks/post-checkout', 'steering git_name'],
  ['sub/.GIT/config', 'steering git_name'],
  ['git~1/hooks/x', 'steering git_name'],
  ['.git./config', 'steering git_name'],
  ['.git /index', 'steering git_name'],
  ['.git::$INDEX_ALLOCATION/config', 'steering git_name'],
  ['.g\u200cit/HEAD', 'steering git_name'],
  ['.Git', 'steering git_name'],
  [String.raw`.git\hooks\x`, 'steering git_name'],
  ['.git/hooks/pre-commit', 'steering'],
  ['.git/hooks./pre-commit', 'steering'],
  ['.git/hoo\u212as/pre-commit', 'steering'],
  ['.git/con\u200cfig', 'steering'],
  ['sub/.git/config', 'steering'],
  ['sub/.git', 'steering'],
  ['.git/index', 'git'],
  ['CLAUDE.md', 'steering'],
  ['pkg/.claude/settings.json', 'steering'],
  ['dist/.npmrc', 'steering'],
  ['dist/a.js', 'ignored'],
  ['.gitignore', 'project'],
  ['set/CLAUDE.md', 'project'],
])('%j is %s', async (path, expected) => {
  expect(await found([[path, undefined, 'n', undefined]])).toEqual([`${path} added ${expected}`])
})
