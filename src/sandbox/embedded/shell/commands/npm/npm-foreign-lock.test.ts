import { describe, expect, test } from 'vitest'
import type { Egress } from '../../../../contract/egress.ts'
import { archiveOf, entry, integrityOf } from '../../../npm/testing/package-archive.ts'
import type { Program } from '../../testing/program.ts'
import { runShell } from '../../testing/run-shell.ts'

const REGISTRY = 'https://registry.example/'

/** Stands for npm's own client: says what it was called for. */
const client: Program = async (io) => {
  io.out(`client ${io.argv.slice(2).join(' ')}\n`)
  return 3
}

interface Published {
  readonly dependencies?: Record<string, string>
  readonly bin?: Record<string, string>
}

const PUBLISHED: Readonly<Record<string, Readonly<Record<string, Published>>>> = {
  a: { '1.0.0': { dependencies: { b: '^1.0.0' }, bin: { a: 'cli.js' } }, '1.9.0': {} },
  b: { '1.0.0': {}, '2.0.0': {} },
}
const archive = (name: string, version: string) =>
  archiveOf([
    entry('package/package.json', JSON.stringify({ name, version })),
    entry('package/cli.js', '#!/usr/bin/env node\n'),
  ])

function answerTo(path: string): Uint8Array<ArrayBuffer> | undefined {
  const [, name = '', version] = /^([^/]+)(?:\/-\/.*-([\d.]+)\.tgz)?$/.exec(path) ?? []
  if (version !== undefined) return archive(name, version)
  const versions = PUBLISHED[name]
  if (versions === undefined) return undefined
  const manifests = Object.entries(versions).map(([number, facts]) => {
    const tarball = `${REGISTRY}${name}/-/${name}-${number}.tgz`
    return [number, { ...facts, dist: { tarball, integrity: integrityOf(archive(name, number)) } }]
  })
  return new TextEncoder().encode(JSON.stringify({ versions: Object.fromEntries(manifests) }))
}

async function run(script: string, files: Readonly<Record<string, string>>, manifest: object = PROJECT) {
  const asked: string[] = []
  const egress: Egress = {
    request: async ({ url }) => {
      const path = url.slice(REGISTRY.length)
      asked.push(path)
      const bytes = answerTo(path)
      const body = new Blob([bytes ?? new Uint8Array(0)]).stream()
      const status = bytes === undefined ? 404 : 200
      return { type: 'response', status, statusText: '', headers: [], url, unsent: [], body }
    },
  }
  const all = { 'package.json': JSON.stringify(manifest), ...files }
  const ran = await runShell(script, {
    programs: { node: client },
    egress,
    env: { PATH: '/usr/bin', HOME: '/home/user', npm_config_registry: REGISTRY },
    files: Object.fromEntries(Object.entries(all).map(([name, text]) => [`/workspace/${name}`, text])),
  })
  const read = (path: string): unknown =>
    JSON.parse(new TextDecoder().decode(ran.kernel.vfs.readFile(`/workspace/${path}`)))
  return { ...ran, asked, read, stdout: ran.stdout.replaceAll(/\d+m?s/g, 'TIME') }
}

const PROJECT = { name: 'p', version: '1.0.0', dependencies: { a: '^1.0.0' }, devDependencies: { b: '2.x' } }
/** Not the newest: the lock file's. */
const PNPM = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a: {specifier: ^1.0.0, version: 1.0.0}
    devDependencies:
      b: {specifier: 2.x, version: 2.0.0}
packages:
  a@1.0.0:
    resolution: {integrity: ${integrityOf(archive('a', '1.0.0'))}}
  b@1.0.0:
    resolution: {integrity: ${integrityOf(archive('b', '1.0.0'))}}
  b@2.0.0:
    resolution: {integrity: ${integrityOf(archive('b', '2.0.0'))}}
snapshots:
  a@1.0.0:
    dependencies: {b: 1.0.0}
  b@1.0.0: {}
  b@2.0.0: {}
`
const YARN = `# yarn lockfile v1


a@^1.0.0:
  version "1.0.0"
  resolved "${REGISTRY}a/-/a-1.0.0.tgz#1"
  dependencies:
    b "^1.0.0"

b@2.x:
  version "2.0.0"
  resolved "${REGISTRY}b/-/b-2.0.0.tgz#1"

b@^1.0.0:
  version "1.0.0"
  resolved "${REGISTRY}b/-/b-1.0.0.tgz#1"
`

describe('npm install where only another package manager’s lock file is', () => {
  test.each([
    ['pnpm-lock.yaml', PNPM, 'npm install'],
    ['yarn.lock', YARN, 'npm install'],
    ['pnpm-lock.yaml', PNPM, 'npm ci'],
  ])('installs the versions of %s and says so, and then goes by npm’s', async (file, text, command) => {
    const { stdout, stderr, read, kernel, asked, end } = await run(`${command}; npm i`, { [file]: text })
    expect([stdout, stderr, end.status.code]).toEqual([
      '\nadded 3 packages in TIME\n\nup to date in TIME\n',
      `npm notice The versions are those of ${file}; they are noted in package-lock.json, which counts from now on.\n`,
      0,
    ])
    expect(read('node_modules/a/package.json')).toEqual({ name: 'a', version: '1.0.0' })
    expect(read('node_modules/a/node_modules/b/package.json')).toEqual({ name: 'b', version: '1.0.0' })
    expect(read('node_modules/b/package.json')).toEqual({ name: 'b', version: '2.0.0' })
    expect(kernel.vfs.readlink('/workspace/node_modules/.bin/a')).toBe('../a/cli.js')
    expect(read('package-lock.json')).toMatchObject({ lockfileVersion: 3, packages: { '': PROJECT } })
    expect(asked.filter((path) => !path.includes('/-/')).toSorted()).toEqual(['a', 'b'])
  })

  test('installs the packages of the project with what each needs, as `workspace:` has it', async () => {
    const own = `  packages/m:
    dependencies:
      b: {specifier: 1.x, version: 1.0.0}
      n: {specifier: 'workspace:*', version: link:../n}
  packages/n: {}
`
    const manifests = {
      'packages/m/package.json': JSON.stringify({ name: 'm', dependencies: { b: '1.x', n: 'workspace:*' } }),
      'packages/n/package.json': JSON.stringify({ name: 'n', version: '1.0.0' }),
    }
    const files = { ...manifests, 'pnpm-lock.yaml': PNPM.replace('packages:', `${own}packages:`) }
    const project = { ...PROJECT, workspaces: ['packages/*'] }
    const { stdout, stderr, read, kernel } = await run('npm install; npm ci', files, project)
    expect(stderr).toMatch(/^npm notice The versions are those of pnpm-lock\.yaml[^\n]*\n$/)
    expect(stdout).toBe('\nadded 6 packages in TIME\n\nadded 6 packages in TIME\n')
    expect(read('packages/m/node_modules/b/package.json')).toEqual({ name: 'b', version: '1.0.0' })
    expect(read('node_modules/b/package.json')).toEqual({ name: 'b', version: '2.0.0' })
    expect(kernel.vfs.readlink('/workspace/node_modules/n')).toBe('../packages/n')
    expect(read('packages/m/package.json')).toEqual(JSON.parse(manifests['packages/m/package.json']))
  })

  test('leaves it to npm, and says why, where the file cannot be followed', async () => {
    for (const [text, why] of [
      [PNPM.replaceAll('1.0.0', '1.0.1'), /names a@1\.0\.1, which the registry does not have/],
      [PNPM.replaceAll(/\ba([:@])/g, 'c$1'), /names c, and the registry answered 404/],
      ['a: [', /cannot be read: /],
      [`${PNPM}bad: "`, /cannot be read: /],
    ] as const) {
      const { stdout, stderr, kernel } = await run('npm install', { 'pnpm-lock.yaml': text })
      expect(stderr).toMatch(/^npm warn pnpm-lock\.yaml is not followed: it /)
      expect(stderr).toMatch(why)
      expect(stdout).toContain('client')
      expect(kernel.vfs.readdir('/workspace').map(({ name }) => name)).not.toContain('package-lock.json')
    }
    const several = PNPM.replace('packages:', '  packages/m: {}\npackages:')
    const { stderr } = await run('npm install', { 'pnpm-lock.yaml': several })
    expect(stderr).toContain('it is for several packages (packages/m), which npm looks for in "workspaces"')
  })

  test('is not asked where npm’s own is, or where packages are named', async () => {
    const { stderr } = await run('npm install left-pad', { 'pnpm-lock.yaml': PNPM })
    expect(stderr).toBe('')
    const own = JSON.stringify({ lockfileVersion: 3, packages: {} })
    const both = await run('npm install', { 'pnpm-lock.yaml': PNPM, 'package-lock.json': own })
    expect(both.stderr).toBe('')
  })
})
