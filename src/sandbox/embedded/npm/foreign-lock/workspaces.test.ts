/** Lock files that pnpm 9, Yarn 1, Yarn 4 and npm made of one project with two packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Errno } from '../../syscalls.ts'
import { readLockFile, type LockEntry } from '../lock-file.ts'
import { graphOf, isWhole, reachable } from '../lock-graph.ts'
import { lockOfForeign, type ForeignMember } from './lock-of-foreign.ts'
import { readPnpmLock } from './pnpm-lock.ts'
import { readYarnLock, type YarnMember } from './yarn-lock.ts'
import { workspaceFolders } from './workspace-folders.ts'

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, `testing/${name}`), 'utf8')
const NPM = readLockFile(fixture('workspaces-npm.json'))?.packages ?? {}
const OWN = NPM[''] ?? {}

/** `range` is how one package of the project asks for the other. */
function membersWith(range: string): ReadonlyMap<string, ForeignMember> {
  return new Map(
    ['packages/a', 'packages/b'].map((folder) => {
      const entry = NPM[folder] ?? {}
      const dependencies = { ...entry.dependencies, ...(folder === 'packages/a' ? { '@w/b': range } : {}) }
      return [folder, { name: entry.name ?? '', entry: { ...entry, dependencies } }]
    }),
  )
}

/** npm's own lock file entry of the version. */
function publishedAs(name: string, version: string): LockEntry {
  const found = Object.entries(NPM).find(
    ([location, entry]) => location.endsWith(`node_modules/${name}`) && entry.version === version,
  )
  const { dev: _, ...facts } = found?.[1] ?? {}
  return facts
}

const yarn = (text: string, members: ReadonlyMap<string, ForeignMember>) =>
  readYarnLock(
    text,
    OWN.devDependencies ?? {},
    new Map(
      [...members].map(([folder, { name, entry }]): [string, YarnMember] => [
        folder,
        { name, wanted: { ...entry.dependencies, ...entry.devDependencies } },
      ]),
    ),
  )

describe.each([
  ['pnpm-9', 'workspace:*', (text: string) => readPnpmLock(text, ['packages/a', 'packages/b'])],
  ['yarn-1', '^1.0.0', yarn],
  ['yarn-4', 'workspace:^', yarn],
] as const)('the lock file of %s for several packages', (name, range, read) => {
  test('becomes the one that npm makes itself', () => {
    const members = membersWith(range)
    const lock = read(fixture(`workspaces-${name}.txt`), members)
    const made = lockOfForeign(lock, { name: 'root', version: '1.0.0', own: OWN, members }, publishedAs)
    const expected = Object.fromEntries([
      ...Object.entries(NPM),
      ...[...members].map(([folder, { entry }]) => [folder, entry] as const),
    ])
    expect(made.packages).toEqual(expected)
    const workspaces = new Map([...members].map(([folder, member]) => [member.name, folder]))
    const graph = graphOf(made, { legacyPeers: false, overrides: {}, workspaces })
    expect(graph && [isWhole(graph), reachable(graph).size === graph.nodes.size]).toEqual([true, true])
  })
})

describe('what cannot be followed is said', () => {
  const PNPM = fixture('workspaces-pnpm-9.txt')

  test('packages that package.json does not name, and that the lock file does not', () => {
    expect(() => readPnpmLock(PNPM)).toThrow(
      'is for several packages (packages/a, packages/b), which npm looks for in "workspaces" of package.json: say there "workspaces": ["packages/a","packages/b"], or the patterns of pnpm-workspace.yaml, and install again',
    )
    expect(() => readPnpmLock(PNPM, ['packages/a', 'packages/b', 'c'])).toThrow('has nothing for c')
  })

  test('a package of the project’s that the project takes from the registry', () => {
    const lock = readPnpmLock(PNPM, ['packages/a', 'packages/b'])
    const members = new Map([...membersWith('*'), ['packages/b', { name: 'semver', entry: {} }] as const])
    expect(() =>
      lockOfForeign(lock, { name: 'root', version: '1.0.0', own: OWN, members }, publishedAs),
    ).toThrow('has semver twice, once as a package of the project')
  })
})

describe('the folders of a project’s packages', () => {
  const FOLDERS = [
    'packages/a',
    'packages/b',
    'packages/b/c',
    'apps/web',
    'node_modules/x',
    'packages/.d',
    'e',
  ]
  const files = {
    stat: (path: string) => {
      if (!FOLDERS.includes(path.slice('/p/'.length).replace('/package.json', '')))
        throw new Errno('ENOENT', 'stat', path)
      // Only whether it is there is looked at.
      return {} as never
    },
    readdir: (path: string) => {
      const inside = FOLDERS.filter((folder) => `/p/${folder}`.startsWith(`${path.replace(/\/$/, '')}/`))
      const names = inside.map(
        (folder) => `/p/${folder}`.slice(path.replace(/\/$/, '').length + 1).split('/')[0] ?? '',
      )
      return [...new Set(names)].map((name) => ({ name, kind: 'directory' as const }))
    },
  }

  test.each([
    [['packages/*'], ['packages/a', 'packages/b']],
    [{ packages: ['./packages/*/', 'e'] }, ['e', 'packages/a', 'packages/b']],
    [
      ['packages/**', '!packages/b'],
      ['packages/a', 'packages/b/c'],
    ],
    [undefined, []],
  ])('are of %j', (workspaces, folders) => {
    expect(workspaceFolders(files, '/p', workspaces)).toEqual(folders)
  })

  test('are a list', () => {
    expect(() => workspaceFolders(files, '/p', 'packages/*')).toThrow('are no list of folders')
  })
})
