/** A registry on the loopback that lies, is slow, breaks off or has had enough: what is installed, and what is said. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { archiveOf, entry, integrityOf } from '../../src/sandbox/embedded/npm/testing/package-archive.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

type Answer = (response: ServerResponse, times: number) => void

interface Published {
  readonly archive?: Uint8Array<ArrayBuffer>
  readonly integrity?: string
  readonly manifest?: Readonly<Record<string, unknown>>
  /** In place of what it says of its versions, or of the archive; `times` counts from 1. */
  readonly says?: Answer
  readonly sends?: Answer
}

const plain = (name: string) =>
  archiveOf([
    entry('package/package.json', JSON.stringify({ name, version: '1.0.0' })),
    entry('package/index.js', `module.exports = ${JSON.stringify(name)}`),
  ])

/** Cuts the first answer in the middle, and gives the next ones whole. */
const cutOnce =
  (whole: Uint8Array): Answer =>
  (response, times) => {
    response.writeHead(200, { 'Content-Length': whole.length })
    if (times > 1) return void response.end(whole)
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
  }

const PACKAGES: Readonly<Record<string, Published>> = {
  one: { manifest: { dependencies: { other: '1.0.0' } } },
  other: { manifest: { dependencies: { one: '1.0.0' } } },
  old: { manifest: { deprecated: 'Use one.' } },
  demanding: { manifest: { engines: { node: '>=99' } } },
  unlike: { integrity: integrityOf(plain('something else')) },
  escaping: {
    archive: archiveOf([
      entry('package/package.json', '{"name":"escaping","version":"1.0.0"}'),
      entry('package/../../../escaped', 'x'),
    ]),
  },
  linking: {
    archive: archiveOf([
      entry('package/package.json', '{"name":"linking","version":"1.0.0"}'),
      entry('package/link', '', { kind: 'symlink', target: '/etc' }),
    ]),
  },
  busy: {
    says: (response, times) => {
      if (times === 1) response.writeHead(429, { 'Retry-After': '1' }).end()
      else response.end(packumentOf('busy'))
    },
  },
  cut: { sends: cutOnce(plain('cut')) },
  torn: {
    sends: (response) => {
      response.writeHead(200, { 'Content-Length': 1000 }).write('\x1f', () => response.destroy())
    },
  },
  slow: {
    says: (response) => {
      const text = packumentOf('slow')
      response.write(text.slice(0, 10))
      setTimeout(() => response.end(text.slice(10)), 3000)
    },
  },
  silent: { says: () => undefined },
  page: { says: (response) => response.setHeader('Content-Type', 'text/html').end('<h1>Log in</h1>') },
}

let address = ''

function archiveFor(name: string): Uint8Array<ArrayBuffer> {
  return PACKAGES[name]?.archive ?? plain(name)
}

function packumentOf(name: string): string {
  const { manifest, integrity } = PACKAGES[name] ?? {}
  const dist = {
    tarball: `${address}${name}/-/${name}-1.0.0.tgz`,
    integrity: integrity ?? integrityOf(archiveFor(name)),
  }
  const versions = { '1.0.0': { name, version: '1.0.0', ...manifest, dist } }
  return JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions })
}

function startFaultyRegistry() {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    const times = (asked.get(path) ?? 0) + 1
    asked.set(path, times)
    const [, name = '', isArchive] = /^([^/]+)(\/-\/.*)?$/.exec(path) ?? []
    const own = PACKAGES[name]
    if (own === undefined) return void response.writeHead(404).end('{}')
    const special = isArchive === undefined ? own.says : own.sends
    if (special) return special(response, times)
    response.end(isArchive === undefined ? packumentOf(name) : archiveFor(name))
  })
  return new Promise<{ close: () => Promise<void> }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}

test('what a registry says and sends is checked, and its faults are waited out or said', async ({ page }) => {
  test.setTimeout(patience(300_000))
  const registry = await startFaultyRegistry()
  const site = await startSite({ registry: address })
  try {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await workbench.exec('npm init -y')
    const install = (rest: string) => workbench.exec(`npm install ${rest}`)
    const found = async (command: string) => (await workbench.exec(command)).stdout

    for (const name of ['busy', 'cut', 'slow']) {
      expect.soft(await install(name), name).toMatchObject({ exitCode: 0 })
      expect.soft(await found(`node -p 'require("${name}")'`)).toBe(`${name}\n`)
    }

    expect.soft(await install('one'), 'a cycle').toMatchObject({ exitCode: 0 })
    expect.soft(await found('ls node_modules')).toBe('busy\ncut\none\nother\nslow\n')
    expect
      .soft((await install('old')).stderr, 'deprecated')
      .toContain('npm warn deprecated old@1.0.0: Use one.')
    expect.soft((await install('demanding')).stderr, 'another engine').toMatch(/EBADENGINE[^]*>=99/)

    const unlike = await install('unlike')
    expect
      .soft([unlike.exitCode, unlike.stderr], 'a wrong hash')
      .toEqual([1, expect.stringContaining('EINTEGRITY')])
    expect.soft(await found('ls node_modules/unlike 2> /dev/null; grep -c unlike package.json')).toBe('0\n')

    await install('escaping')
    expect.soft(await found('find / -name escaped 2> /dev/null'), 'a path that escapes').toBe('')
    expect.soft(await install('linking'), 'a link').toMatchObject({ exitCode: 0 })
    expect.soft(await found('ls node_modules/linking')).toBe('package.json\n')

    const torn = await install('torn --fetch-retries=0')
    expect
      .soft([torn.exitCode, torn.stderr], 'cut each time')
      .toEqual([152, expect.stringMatching(/npm error code ECONNRESET/)])
    expect.soft(await found('ls node_modules/torn 2> /dev/null; grep -c torn package.json')).toBe('0\n')
    const silent = await install('silent --fetch-timeout=1500 --fetch-retries=0')
    expect
      .soft([silent.exitCode, silent.stderr], 'silence')
      .toEqual([1, expect.stringMatching(/npm error .*(timeout|TIMEOUT)/i)])
    const html = await install('page --fetch-retries=0')
    expect
      .soft([html.exitCode, html.stderr], 'a page')
      .toEqual([1, expect.stringMatching(/npm error .*JSON/)])
    expect.soft((await install('nobody')).stderr, 'nothing').toContain('E404')

    await workbench.exec(`echo '{ "name": ' > package.json`)
    const broken = await install('')
    expect
      .soft([broken.exitCode, broken.stderr], 'no JSON')
      .toEqual([1, expect.stringContaining('EJSONPARSE')])
  } finally {
    await site.close()
    await registry.close()
  }
})
