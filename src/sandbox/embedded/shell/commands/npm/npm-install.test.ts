import { describe, expect, test } from 'vitest'
import type { Egress, EgressRequest } from '../../../../contract/egress.ts'
import type { LockEntry } from '../../../npm/lock-file.ts'
import { archiveOf, entry, integrityOf } from '../../../npm/testing/package-archive.ts'
import type { MemoryKernel } from '../../testing/memory-kernel.ts'
import type { Program } from '../../testing/program.ts'
import { runShell } from '../../testing/run-shell.ts'

const REGISTRY = 'https://registry.example/'
const text = new TextDecoder()

/** Stands for npm's own client: says what it was called for. */
const client: Program = async (io) => {
  io.out(`client ${io.argv.slice(2).join(' ')}\n`)
  return 3
}

const ARCHIVES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'a/-/a-1.0.0.tgz': archiveOf([
    entry('package/package.json', '{"name":"a"}'),
    entry('package/cli.js', '#!/usr/bin/env node\r\nx'),
  ]),
  'a/-/a-2.0.0.tgz': archiveOf([entry('package/package.json', '{"name":"a2"}')]),
  '@s/b/-/b-1.0.0.tgz': archiveOf([entry('package/index.js', 'b')]),
  'oxlint/-/oxlint-1.0.0.tgz': archiveOf([
    entry('package/package.json', '{"name":"oxlint","version":"1.0.0"}'),
  ]),
  'esbuild-wasm/-/esbuild-wasm-0.25.0.tgz': archiveOf([
    entry('package/package.json', '{}'),
    entry('package/bin/esbuild', 'wasm'),
  ]),
}

function locked(name: string, version: string, more: Partial<LockEntry> = {}): LockEntry {
  const path = `${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`
  const archive = ARCHIVES[path] ?? new Uint8Array(0)
  return { version, resolved: `${REGISTRY}${path}`, integrity: integrityOf(archive), ...more }
}

function registry(answers: Readonly<Record<string, Uint8Array>> = ARCHIVES) {
  const asked: EgressRequest[] = []
  const egress: Egress = {
    request: (request) => {
      asked.push(request)
      const bytes = answers[request.url.slice(REGISTRY.length)]
      const { url } = request
      const status = bytes === undefined ? 404 : 200
      const body = new Blob([new Uint8Array(bytes ?? [])]).stream()
      return Promise.resolve({ type: 'response', status, statusText: '', headers: [], url, unsent: [], body })
    },
  }
  return { asked, egress }
}

interface Setup {
  readonly packages: Record<string, LockEntry>
  readonly manifest?: Record<string, unknown>
  readonly files?: Record<string, string>
  readonly answers?: Record<string, Uint8Array>
  /** Files written by npm's own client, by path in the project. */
  readonly written?: Record<string, unknown>
}

async function run(script: string, { packages, manifest, files = {}, answers, written }: Setup) {
  const { asked, egress } = registry(answers)
  const lock = { name: 'p', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  const started = Promise.withResolvers<MemoryKernel>()
  const writer: Program = async (io) => {
    const { vfs } = await started.promise
    for (const [path, content] of Object.entries(written ?? {}))
      vfs.writeFile(`/workspace/${path}`, new TextEncoder().encode(JSON.stringify(content)))
    return written === undefined ? client(io) : 0
  }
  const ran = await runShell(script, {
    programs: { node: writer },
    egress,
    onStart: started.resolve,
    env: { PATH: '/usr/bin', HOME: '/home/user', npm_config_registry: REGISTRY },
    files: {
      '/workspace/package.json': JSON.stringify(manifest ?? { name: 'p', version: '1.0.0', ...packages[''] }),
      '/workspace/package-lock.json': JSON.stringify(lock, null, 2),
      ...files,
    },
  })
  const tree = ran.kernel.vfs
    .walk('/workspace')
    .filter(({ path }) => path.startsWith('/workspace/node_modules/'))
    .flatMap(({ path, kind }) =>
      kind === 'directory' ? [] : [path.slice('/workspace/node_modules/'.length)],
    )
  const read = (path: string): string => text.decode(ran.kernel.vfs.readFile(`/workspace/${path}`))
  return { ...ran, asked, tree: tree.sort(), read }
}

const TWO: Setup = {
  packages: {
    '': { dependencies: { a: '^1.0.0', '@s/b': '1.0.0' } },
    'node_modules/@s/b': locked('@s/b', '1.0.0', { deprecated: 'Use c.' }),
    'node_modules/a': locked('a', '1.0.0', { bin: { a: 'cli.js' } }),
  },
}
const TREE = ['.bin/a', '.package-lock.json', '@s/b/index.js', 'a/cli.js', 'a/package.json']

describe('npm ci', () => {
  test('installs what the lock file says, and notes it as npm does', async () => {
    const old = { '/workspace/node_modules/old/file': 'x' }
    const { stdout, stderr, tree, read, end, kernel } = await run('npm ci', { ...TWO, files: old })
    expect([stdout.replace(/\d+m?s/, 'TIME'), stderr, end.status.code]).toEqual([
      '\nadded 2 packages in TIME\n',
      'npm warn deprecated @s/b@1.0.0: Use c.\n',
      0,
    ])
    expect(tree).toEqual(TREE)
    expect(kernel.vfs.readlink('/workspace/node_modules/.bin/a')).toBe('../a/cli.js')
    expect(read('node_modules/a/cli.js')).toBe('#!/usr/bin/env node\nx')
    expect(kernel.vfs.stat('/workspace/node_modules/a/cli.js').mode & 0o777).toBe(0o755)
    const { '': _, ...packages } = TWO.packages
    expect(JSON.parse(read('node_modules/.package-lock.json'))).toEqual({
      name: 'p',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages,
    })
  })

  test('changes nothing and leaves it to the client when an archive is not what it should be', async () => {
    const archive = ARCHIVES['a/-/a-1.0.0.tgz'] ?? new Uint8Array(0)
    const escaping = archiveOf([entry('package/../../x', 'x')])
    for (const [bytes, integrity] of [
      [undefined, integrityOf(archive)],
      [archive, integrityOf(escaping)],
      [escaping, integrityOf(escaping)],
      [archive.slice(0, 40), integrityOf(archive.slice(0, 40))],
    ] as const) {
      const packages = { ...TWO.packages, 'node_modules/a': locked('a', '1.0.0', { integrity }) }
      const answers = { ...ARCHIVES, ...(bytes ? { 'a/-/a-1.0.0.tgz': bytes } : {}) }
      if (bytes === undefined) Reflect.deleteProperty(answers, 'a/-/a-1.0.0.tgz')
      const files = { '/workspace/node_modules/old': 'x' }
      const { stdout, tree, end } = await run('npm ci', { packages, answers, files })
      expect([stdout, tree, end.status.code]).toEqual(['client ci\n', ['old'], 3])
    }
  })

  test('leaves it to the client where the files disagree', async () => {
    const manifest = { name: 'p', dependencies: { a: '^2.0.0', '@s/b': '1.0.0' } }
    const { stdout, asked } = await run('npm ci', { ...TWO, manifest })
    expect([stdout, asked]).toEqual(['client ci\n', []])
    for (const [path, content] of [
      ['/workspace/.npmrc', '@s:registry=https://own.example/'],
      ['/workspace/npm-shrinkwrap.json', '{}'],
      ['/package.json', '{"workspaces":["workspace"]}'],
    ] as const)
      expect((await run('npm ci', { ...TWO, files: { [path]: content } })).stdout).toBe('client ci\n')
    const outside = { '': { dependencies: { '../../a': '1' } }, 'node_modules/../../a': locked('a', '1.0.0') }
    expect((await run('npm ci', { packages: outside })).stdout).toBe('client ci\n')
  })

  test('ends at an interrupt, and what was still to be fetched changes nothing', async () => {
    const started = Promise.withResolvers<MemoryKernel>()
    let asked = 0
    let calledOff = 0
    const egress: Egress = {
      request: async (_request, signal) => {
        const { root } = await started.promise
        asked += 1
        if (asked === 2) root.signal('SIGINT')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        calledOff += 1
        return { type: 'failed', reason: 'cancelled', message: 'It was called off.' }
      },
    }
    const { packages } = TWO
    const { stdout, kernel } = await runShell(`trap 'echo stopped' INT; npm ci; echo "status $?"`, {
      programs: { node: client },
      egress,
      onStart: started.resolve,
      env: { PATH: '/usr/bin', HOME: '/home/user', npm_config_registry: REGISTRY },
      files: {
        '/workspace/package.json': JSON.stringify({ name: 'p', version: '1.0.0', ...packages[''] }),
        '/workspace/package-lock.json': JSON.stringify({
          name: 'p',
          version: '1.0.0',
          lockfileVersion: 3,
          packages,
        }),
        '/workspace/node_modules/old/file': 'x',
      },
    })
    expect(stdout).toBe('stopped\nstatus 130\n')
    expect(calledOff).toBe(2)
    expect(kernel.vfs.readdir('/workspace/node_modules').map(({ name }) => name)).toEqual(['old'])
  })

  test('asks nobody when it is to stay offline', async () => {
    const { asked } = await run('npm ci --offline', TWO)
    const onlyKept = [['Cache-Control', 'only-if-cached']]
    expect(asked.map(({ headers }) => headers)).toEqual([onlyKept, onlyKept])
  })

  test('puts in place what stands in for native programs', async () => {
    const packages = {
      '': { dependencies: { esbuild: '0.25.0' } },
      'node_modules/esbuild': {
        ...locked('a', '1.0.0'),
        version: '0.25.0',
        optionalDependencies: { '@esbuild/linux-x64': '0.25.0' },
      },
    }
    const path = 'esbuild-wasm/-/esbuild-wasm-0.25.0.tgz'
    const { integrity, resolved } = locked('esbuild-wasm', '0.25.0')
    const said = JSON.stringify({ versions: { '0.25.0': { dist: { tarball: resolved, integrity } } } })
    const answers = { ...ARCHIVES, 'esbuild-wasm': new TextEncoder().encode(said) }
    const { stdout, stderr, read, asked } = await run('npm ci -s; npm i', { packages, answers })
    expect(stdout).toMatch(/^\nup to date in \d+m?s\n$/)
    expect(stderr).toBe('npm notice Runs as WebAssembly or JavaScript here: esbuild\n')
    const project = 'node_modules/.vivarium'
    expect(read(`${project}/node_modules/esbuild-wasm-0.25.0/bin/esbuild`)).toBe('wasm')
    expect(JSON.parse(read(`${project}/package.json`))).toEqual({
      dependencies: { 'esbuild-wasm-0.25.0': 'npm:esbuild-wasm@0.25.0' },
    })
    expect(asked.at(-1)?.url).toBe(`${REGISTRY}${path}`)
  })
})

describe('npm install', () => {
  test('tells of a package that rests on a native program when it comes, and not again', async () => {
    const packages = {
      '': { dependencies: { oxlint: '1.0.0' } },
      'node_modules/oxlint': locked('oxlint', '1.0.0'),
    }
    expect((await run('npm ci; npm i', { packages })).stderr).toBe(
      'npm warn oxlint rests on a native program, made for one kind of processor, which a browser cannot run. Use eslint, which runs here.\n',
    )
  })

  test('with a lock file that is true installs it, and a second time nothing', async () => {
    const { stdout, tree } = await run('npm install; npm i', TWO)
    expect(stdout.replaceAll(/\d+m?s/g, 'TIME')).toBe('\nadded 2 packages in TIME\n\nup to date in TIME\n')
    expect(tree).toEqual(TREE)
  })

  test('changes only what is another than before', async () => {
    const next = {
      '': { dependencies: { a: '2.0.0' } },
      'node_modules/a': locked('a', '2.0.0'),
    }
    const files = {
      '/workspace/next.json': JSON.stringify({ name: 'p', ...next[''] }),
      '/workspace/next-lock.json': JSON.stringify({ lockfileVersion: 3, packages: next }),
    }
    const script = 'npm i -s; mv next.json package.json; mv next-lock.json package-lock.json; npm i'
    const { stdout, tree, read } = await run(script, { ...TWO, files })
    expect(stdout.replace(/\d+m?s/, 'TIME')).toBe('\nremoved 1 package, and changed 1 package in TIME\n')
    expect([tree, read('node_modules/a/package.json')]).toEqual([
      ['.package-lock.json', 'a/package.json'],
      '{"name":"a2"}',
    ])
  })

  test('of something new lets the client find out which versions, and says what it says', async () => {
    expect((await run('npm i left-pad; npm rm a', TWO)).stdout).toBe(
      'client --package-lock-only i left-pad\nclient --package-lock-only rm a\n',
    )
  })

  test('puts the new package beside those that are there, though the client notes it as one of them', async () => {
    const { '': own, ...both } = TWO.packages
    const { a, '@s/b': _ } = own?.dependencies ?? {}
    const one = { '': { dependencies: { a: a ?? '' } }, 'node_modules/a': locked('a', '1.0.0') }
    const next = { lockfileVersion: 3, packages: both }
    const { stdout, tree } = await run('npm i -s; npm i @s/b@1.0.0', {
      packages: one,
      written: {
        'package.json': { name: 'p', ...own },
        'package-lock.json': { ...next, packages: TWO.packages },
        'node_modules/.package-lock.json': next,
      },
    })
    expect(stdout.replace(/\d+m?s/, 'TIME')).toBe('\nadded 1 package in TIME\n')
    expect(tree).toContain('@s/b/index.js')
  })

  test('where somebody else has changed what is installed leaves it to the client', async () => {
    const script = 'npm i -s; sleep 0.01; mkdir node_modules/own; npm i'
    expect((await run(script, TWO)).stdout).toBe('client i\n')
    const files = { '/workspace/node_modules/x/y': '' }
    expect((await run('npm i', { ...TWO, files })).stdout).toBe('client i\n')
  })
})
