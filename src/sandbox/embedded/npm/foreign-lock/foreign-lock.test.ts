/** Lock files that pnpm 8, pnpm 9, Yarn 1 and Yarn 4 made of one project; the registry's name is another. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LockEntry } from '../lock-file.ts'
import { graphOf, isWhole, reachable } from '../lock-graph.ts'
import type { ForeignLock } from './foreign-lock.ts'
import { lockOfForeign } from './lock-of-foreign.ts'
import { readPnpmLock } from './pnpm-lock.ts'
import { readYarnLock } from './yarn-lock.ts'

const OWN = {
  name: 'small',
  version: '1.0.0',
  dependencies: {
    '@types/ms': '^2.1.0',
    'ansi-styles': '^3.2.0',
    chalk: '^4.1.0',
    'number-check': 'npm:is-number@^7.0.0',
  },
  devDependencies: { semver: '^7.5.0' },
  optionalDependencies: { fsevents: '^2.3.2' },
}
const WANTED = { ...OWN.dependencies, ...OWN.devDependencies, ...OWN.optionalDependencies }
/** Dependencies that the registry lists, for packages that have any. */
const NEEDS: Readonly<Record<string, Record<string, string>>> = {
  'ansi-styles@3.2.1': { 'color-convert': '^1.9.0' },
  'ansi-styles@4.3.0': { 'color-convert': '^2.0.1' },
  'chalk@4.1.2': { 'ansi-styles': '^4.1.0', 'supports-color': '^7.1.0' },
  'color-convert@1.9.3': { 'color-name': '1.1.3' },
  'color-convert@2.0.1': { 'color-name': '~1.1.4' },
  'supports-color@7.2.0': { 'has-flag': '^4.0.0' },
}

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, `testing/${name}.txt`), 'utf8')

function publishedAs(name: string, version: string): LockEntry {
  const dependencies = NEEDS[`${name}@${version}`]
  return {
    version,
    integrity: 'sha512-registry',
    resolved: `https://registry.example/${name}/-/${name}-${version}.tgz`,
    ...(dependencies === undefined ? {} : { dependencies }),
  }
}

const made = (lock: ForeignLock) =>
  lockOfForeign(lock, { name: OWN.name, version: OWN.version, own: OWN }, publishedAs)

describe.each([
  ['pnpm-8', (text: string) => readPnpmLock(text), true],
  ['pnpm-9', (text: string) => readPnpmLock(text), true],
  ['yarn-1', (text: string) => readYarnLock(text, WANTED), true],
  // Its checksums are of archives that it makes itself.
  ['yarn-4', (text: string) => readYarnLock(text, WANTED), false],
] as const)('the lock file of %s', (name, read, hasIntegrity) => {
  test('becomes npm’s, with the same versions, in a tree in which each finds what it needs', () => {
    const lock = made(read(fixture(name)))
    const versions = Object.entries(lock.packages).map(([location, { version }]) => `${location} ${version}`)
    expect(versions).toEqual([
      ' 1.0.0',
      'node_modules/@types/ms 2.1.0',
      'node_modules/ansi-styles 3.2.1',
      'node_modules/chalk 4.1.2',
      'node_modules/chalk/node_modules/ansi-styles 4.3.0',
      'node_modules/chalk/node_modules/ansi-styles/node_modules/color-convert 2.0.1',
      'node_modules/chalk/node_modules/ansi-styles/node_modules/color-convert/node_modules/color-name 1.1.4',
      'node_modules/color-convert 1.9.3',
      'node_modules/color-name 1.1.3',
      'node_modules/fsevents 2.3.3',
      'node_modules/has-flag 4.0.0',
      'node_modules/number-check 7.0.0',
      expect.stringMatching(/^node_modules\/semver 7\.\d+\.\d+$/),
      'node_modules/supports-color 7.2.0',
    ])
    const graph = graphOf(lock, { legacyPeers: false, overrides: {}, workspaces: new Map() })
    if (graph === undefined) throw new Error('It has no graph.')
    expect(isWhole(graph)).toBe(true)
    expect(reachable(graph).size).toBe(graph.nodes.size)
  })

  test('says who is only for development, optional, or called by another name, and keeps its hashes', () => {
    const { packages } = made(read(fixture(name)))
    const { integrity, ...facts } = packages['node_modules/number-check'] ?? {}
    expect(facts).toMatchObject({ name: 'is-number', version: '7.0.0' })
    expect(integrity).toMatch(hasIntegrity ? /^sha512-.{86}==$/ : /^sha512-registry$/)
    const marked = Object.entries(packages).flatMap(([location, { dev, optional, devOptional }]) =>
      dev || optional || devOptional ? [[location, { dev, optional, devOptional }]] : [],
    )
    expect(marked).toEqual([
      ['node_modules/fsevents', { optional: true }],
      ['node_modules/semver', { dev: true }],
    ])
  })
})

describe('what cannot be followed is said', () => {
  test.each([
    ['of pnpm 7', () => readPnpmLock('lockfileVersion: 5.4\n'), /another version than 6 and 9/],
    [
      'with a folder',
      () =>
        readPnpmLock(
          "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a: {version: 'link:../a'}\n",
        ),
      /takes a from link:/,
    ],
    [
      'without what is asked for',
      () => readYarnLock('# yarn lockfile v1\n', { a: '^1.0.0' }),
      /nothing for a@\^1\.0\.0/,
    ],
    [
      'with a repository',
      () =>
        readYarnLock(
          'a@github:b/a:\n  version "1.0.0"\n  resolved "https://codeload.example/b/a/tar.gz/1"\n',
          {
            a: 'github:b/a',
          },
        ),
      /takes a@github:b\/a from elsewhere than a registry/,
    ],
    ['that is none', () => readYarnLock('  what: is this\n', {}), /cannot be read at "what: is this"/],
  ] as const)('a lock file %s', (_, read, message) => {
    expect(read).toThrow(message)
  })

  test('a package that the file names and does not describe', () => {
    const text = "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a: {version: 1.0.0}\n"
    expect(() => made(readPnpmLock(text))).toThrow('names a@1.0.0 without a word on it')
  })
})
