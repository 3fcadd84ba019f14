import { expect, test } from 'vitest'
import { binLinks } from './bin-links.ts'
import { installPlan } from './install-plan.ts'
import type { LockEntry } from './lock-file.ts'
import { graphOf, isWhole, type GraphOptions, type LockGraph } from './lock-graph.ts'

const PLAIN: GraphOptions = { legacyPeers: false, overrides: {}, workspaces: new Map() }

function graph(packages: Record<string, LockEntry>, options: Partial<GraphOptions> = {}): LockGraph {
  const made = graphOf({ lockfileVersion: 3, packages }, { ...PLAIN, ...options })
  if (made === undefined) throw new Error('That is no graph.')
  return made
}

function whole(packages: Record<string, LockEntry>, options: Partial<GraphOptions> = {}): boolean {
  return isWhole(graph(packages, options))
}

test('versions are found as Node finds them, and must satisfy what is asked for', () => {
  const nested = {
    '': { dependencies: { a: '^1.0.0', b: '*' } },
    'node_modules/a': { version: '1.2.0', dependencies: { b: '^2.0.0' } },
    'node_modules/a/node_modules/b': { version: '2.0.1' },
    'node_modules/b': { version: '1.0.0-beta.1' },
  }
  expect(whole(nested)).toBe(true)
  expect(whole({ ...nested, 'node_modules/a/node_modules/b': { version: '3.0.0' } })).toBe(false)
  expect(whole({ '': { dependencies: { a: '1' } } })).toBe(false)
  expect(whole({ '': { optionalDependencies: { a: '1' } } })).toBe(true)
})

test('aliases, tags, peers and overrides are what npm takes them for', () => {
  const one = (spec: string, entry: LockEntry): boolean =>
    whole({ '': { dependencies: { a: spec } }, 'node_modules/a': entry })
  expect(one('npm:@s/b@^2', { name: '@s/b', version: '2.1.0' })).toBe(true)
  expect(one('npm:b@^2', { name: 'b', version: '1.0.0' })).toBe(false)
  expect(one('latest', { version: '1.0.0', resolved: 'https://a.example/a/-/a-1.0.0.tgz' })).toBe(true)
  expect(one('latest', { version: '1.0.0' })).toBe(false)
  expect(one('github:me/a', { version: '1.0.0' })).toBe(false)
  const peers = {
    '': { dependencies: { a: '1', b: '2' } },
    'node_modules/a': { version: '1.0.0', peerDependencies: { b: '^1.0.0' } },
    'node_modules/b': { version: '2.0.0' },
  }
  expect([whole(peers), whole(peers, { legacyPeers: true })]).toEqual([false, true])
  expect(whole(peers, { overrides: { b: '2.0.0' } })).toBe(true)
})

test('links lead to what the project itself has', () => {
  const packages = (spec: string): Record<string, LockEntry> => ({
    '': { dependencies: { a: spec } },
    'node_modules/a': { resolved: 'packages/a', link: true },
    'packages/a': { version: '1.0.0' },
  })
  expect([whole(packages('file:packages/a')), whole(packages('./packages/a'))]).toEqual([true, true])
  expect([whole(packages('^1.0.0')), whole(packages('^2.0.0'))]).toEqual([true, false])
  expect(whole(packages('file:packages/b'))).toBe(false)
})

const PLATFORM = { os: 'linux', cpu: 'wasm32', node: '22.23.3', npm: '10.9.9' }

test('what is for another platform is left out, with what only that needs', () => {
  const packages: Record<string, LockEntry> = {
    '': { optionalDependencies: { mac: '1' }, dependencies: { shared: '1' } },
    'node_modules/mac': {
      version: '1.0.0',
      optional: true,
      os: ['darwin'],
      dependencies: { own: '1', shared: '1' },
    },
    'node_modules/own': { version: '1.0.0', optional: true },
    'node_modules/shared': { version: '1.0.0', os: ['!win32'], engines: { node: '>=20' } },
  }
  const plan = installPlan(graph(packages), { platform: PLATFORM, omit: new Set() })
  expect([...(plan?.keys() ?? [])]).toEqual(['node_modules/shared'])
  const needed = { '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0', cpu: ['arm64'] } }
  expect(installPlan(graph(needed), { platform: PLATFORM, omit: new Set() })).toBeUndefined()
})

test('what is not wanted is left out', () => {
  const packages: Record<string, LockEntry> = {
    '': { devDependencies: { a: '1' }, dependencies: { b: '1' } },
    'node_modules/a': { version: '1.0.0', dev: true },
    'node_modules/a/node_modules/c': { version: '1.0.0', inBundle: true },
    'node_modules/b': { version: '1.0.0' },
  }
  const plan = installPlan(graph(packages), { platform: PLATFORM, omit: new Set(['dev']) })
  expect([...(plan?.keys() ?? [])]).toEqual(['node_modules/b'])
})

test('links of programs cannot lead out of their packages', () => {
  const links = binLinks([
    ['node_modules/@s/b', { bin: { '../../x': '../../../etc/passwd', '..': 'a', y: './bin/y.js' } }],
    ['node_modules/a/node_modules/c', { bin: 'cli.js' }],
    ['node_modules/a', { bin: { y: 'y' } }],
    ['packages/own', { bin: 'x' }],
  ])
  expect(links.map(({ path, target }) => `${path} ${target}`)).toEqual([
    'node_modules/.bin/x ../@s/b/etc/passwd',
    'node_modules/.bin/y ../@s/b/bin/y.js',
    'node_modules/a/node_modules/.bin/c ../c/cli.js',
  ])
})
