/** Recordings through stores: a real S3-compatible server, an HTTP endpoint, GitHub's gists as their API describes them. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { ShareStore } from '../../protocol/calls/sharing.ts'
import type { KeptShare, ShareMemory } from '../secrets/share-memory.ts'
import { keyBytes, paddedLength, seal, unseal } from './envelope.ts'
import { Sharing } from './sharing.ts'
import type { SharingOptions } from './sharing.ts'

const CONTENT = new TextEncoder().encode('a recording, which no store may read '.repeat(300))
const ORIGIN = 'https://vivarium.example'

function memory(): ShareMemory {
  let store: ShareStore | undefined
  const secrets = new Map<string, string>()
  const shares = new Map<string, KeptShare>()
  return {
    store: async () => store,
    setStore: async (next) => {
      store = next
      return ok(undefined)
    },
    secret: async (kind) => secrets.get(kind) ?? '',
    setSecret: async (kind, secret) => {
      secrets.set(kind, secret)
      return ok(undefined)
    },
    open: async () => ok(undefined),
    shares: async () => [...shares.values()],
    keep: async (share) => {
      shares.set(share.id, share)
      return ok(undefined)
    },
    forget: async (id) => void shares.delete(id),
  }
}

let ids = 0
function sharing(change: Partial<SharingOptions> = {}): Sharing {
  return new Sharing({
    memory: memory(),
    fetch,
    origin: ORIGIN,
    isOnline: () => true,
    now: () => Date.now(),
    newId: () => `share${++ids}`,
    ...change,
  })
}

async function given(store: ShareStore, secret = '', change: Partial<SharingOptions> = {}): Promise<Sharing> {
  const one = sharing(change)
  expect(await one.setStore(store, secret)).toMatchObject({ ok: true })
  return one
}

async function shared(one: Sharing) {
  const result = await one.share('Fix the parser', CONTENT)
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.hint}`)
  const fragment = new URLSearchParams(result.value.fragment.slice(1))
  return { ...result.value, url: fragment.get('share') ?? '', key: fragment.get('k') ?? '' }
}

/** As after the user has agreed to an address of this machine. */
function linkTo({ url, key }: { readonly url: string; readonly key: string }) {
  return { url, key, allowsPrivate: true }
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void
const servers: { close(): void; closeAllConnections(): void }[] = []
async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => handler(request, response, Buffer.concat(pieces)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  // A server that listens on TCP has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('an S3-compatible bucket', () => {
  let directory: string
  let server: S3rver
  let endpoint: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vivarium-s3-'))
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'shared', configs: [] }],
    })
    const { port } = await server.run()
    endpoint = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const bucket = (change: Partial<Extract<ShareStore, { kind: 's3' }>> = {}): ShareStore => ({
    kind: 's3',
    endpoint,
    bucket: 'shared',
    region: 'us-east-1',
    prefix: 'sessions/',
    pathStyle: true,
    accessKeyId: 'S3RVER',
    readers: 'signed',
    ...change,
  })

  it('keeps what only the link opens, and lets it go when it is unshared', async () => {
    const one = await given(bucket(), 'S3RVER')
    const item = await shared(one)
    expect(item).toMatchObject({ title: 'Fix the parser', bytes: paddedLength(CONTENT.length + 4) + 32 })
    // The key of the store is nowhere in the link, that of the content in its last part only.
    expect(item.url).not.toContain(item.key)
    expect(item.until).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000)
    const stored = new Uint8Array(await (await fetch(item.url)).arrayBuffer())
    expect(new TextDecoder().decode(stored)).not.toContain('recording')
    expect(await sharing().fetch(linkTo(item))).toEqual({ ok: true, value: CONTENT })
    expect((await one.list()).map(({ id }) => id)).toEqual([item.id])

    expect(await one.unshare(item.id, false)).toEqual({ ok: true, value: undefined })
    expect(await one.list()).toEqual([])
    expect(await sharing().fetch(linkTo(item))).toMatchObject({
      ok: false,
      error: { kind: 'not_found', message: expect.stringContaining('any more') },
    })
  })

  it('is told apart by its faults: a key that is none, a bucket that is not there, a signature that does not fit', async () => {
    const unknown = await given(bucket({ accessKeyId: 'NOBODY' }), 'S3RVER')
    expect(await unknown.share('t', CONTENT)).toMatchObject({
      ok: false,
      error: { kind: 'not_permitted', message: expect.stringContaining('403, InvalidAccessKeyId') },
    })
    const missing = await given(bucket({ bucket: 'elsewhere' }), 'S3RVER')
    expect(await missing.share('t', CONTENT)).toMatchObject({
      ok: false,
      error: { kind: 'not_found', message: expect.stringContaining('NoSuchBucket') },
    })
    // In the words of S3: the server of these tests takes any signature of version 4 (signature-check.test.ts has them).
    for (const [code, words] of [
      ['SignatureDoesNotMatch', 'was refused (403, SignatureDoesNotMatch)'],
      ['RequestTimeTooSkewed', 'clock is wrong'],
    ] as const) {
      const strict = await serve(
        (_, response) => void response.writeHead(403).end(`<Error><Code>${code}</Code></Error>`),
      )
      const refused = await given(bucket({ endpoint: strict }), 'S3RVER')
      expect(await refused.share('t', CONTENT)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(words) },
      })
    }
  })

  it('may be named by the host, as most are', async () => {
    const asked: string[] = []
    const noting: typeof fetch = async (target) => {
      asked.push(String(target))
      return new Response()
    }
    const one = await given(
      bucket({ endpoint: 'https://s3.example', pathStyle: false, readers: 'public' }),
      'k'.repeat(20),
      { fetch: noting },
    )
    const { url } = await shared(one)
    expect(url).toMatch(/^https:\/\/shared\.s3\.example\/sessions\/[\w-]{22}\.vvs$/)
    expect(asked[0]).toMatch(/^https:\/\/shared\.s3\.example\/sessions\/[\w-]{22}\.vvs\?X-Amz-Expires=3600&/)
  })
})

describe('an HTTP endpoint', () => {
  it('is put to and deleted from with its header, and read without', async () => {
    const files = new Map<string, Buffer>()
    const log: (string | undefined)[][] = []
    const url = await serve((request, response, body) => {
      const { method = '', url: path = '', headers } = request
      log.push([method, headers.authorization, headers.referer, headers.cookie])
      if (method === 'PUT') files.set(path, body)
      if (method === 'DELETE') files.delete(path)
      const file = files.get(path)
      response.writeHead(method === 'GET' && !file ? 404 : 200).end(method === 'GET' ? file : '')
    })
    const one = await given({ kind: 'put', url: `${url}/up/`, headerName: 'Authorization' }, 'Bearer 12345')
    const item = await shared(one)
    expect(item.url).toMatch(/\/up\/[\w-]{22}\.vvs$/)
    expect(await sharing().fetch(linkTo(item))).toEqual({ ok: true, value: CONTENT })
    expect(await one.unshare(item.id, false)).toMatchObject({ ok: true })
    expect(files.size).toBe(0)
    expect(log).toEqual([
      ['PUT', 'Bearer 12345', undefined, undefined],
      ['GET', undefined, undefined, undefined],
      ['DELETE', 'Bearer 12345', undefined, undefined],
    ])
  })

  it('that does not delete says so, and what was shared can be taken from the list', async () => {
    const url = await serve(
      ({ method }, response) => void response.writeHead(method === 'DELETE' ? 405 : 200).end(),
    )
    const one = await given({ kind: 'put', url, headerName: '' })
    const { id } = await shared(one)
    expect(await one.unshare(id, false)).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
    expect(await one.list()).toHaveLength(1)
    expect(await one.unshare(id, true)).toMatchObject({ ok: true })
    expect(await one.list()).toEqual([])
  })

  it('that sends an upload elsewhere is not followed with the header', async () => {
    const asked: string[] = []
    const url = await serve(({ url: path = '' }, response) => {
      asked.push(path)
      response.writeHead(307, { Location: '/elsewhere' }).end()
    })
    const one = await given({ kind: 'put', url, headerName: 'X-Key' }, 'secret')
    expect(await one.share('t', CONTENT)).toMatchObject({
      ok: false,
      error: { kind: 'invalid', message: expect.stringContaining('another address') },
    })
    expect(asked).toHaveLength(1)
  })
})

it('a gist is made secret with the token, read as text, and deleted', async () => {
  let content = ''
  const log: string[] = []
  const api: string = await serve((request, response, body) => {
    log.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    if (request.method === 'POST') {
      const sent = JSON.parse(body.toString())
      expect(sent.public).toBe(false)
      const [name = ''] = Object.keys(sent.files)
      content = sent.files[name].content
      const files = { [name]: { raw_url: `${api}/raw/${name}` } }
      response.writeHead(201).end(JSON.stringify({ id: 'aabbccddeeff0011', files }))
    } else if (request.method === 'DELETE') response.writeHead(204).end()
    else response.end(content)
  })
  const one = await given({ kind: 'gist', api }, 'token-of-mine')
  const item = await shared(one)
  expect(content).toMatch(/^[\w-]+$/)
  expect(await sharing().fetch(linkTo(item))).toEqual({ ok: true, value: CONTENT })
  expect(await one.unshare(item.id, false)).toMatchObject({ ok: true })
  expect(log[0]).toBe('POST /gists Bearer token-of-mine')
  expect(log[1]).toMatch(/^GET \/raw\/[\w-]{22}\.vvs $/)
  expect(log[2]).toBe('DELETE /gists/aabbccddeeff0011 Bearer token-of-mine')
})

describe('what goes wrong is named', () => {
  const down: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const KEY = 'A'.repeat(43)
  const put = (url: string): ShareStore => ({ kind: 'put', url, headerName: 'X-Key' })
  const failing = async (one: Promise<Sharing> | Sharing, url: string, key = KEY) => {
    const result = await (await one).fetch(linkTo({ url, key }))
    return result.ok ? 'opened' : `${result.error.kind}: ${result.error.message}`
  }

  it('a cut or wrong key, before and after anything is fetched', async () => {
    const { data, key } = await seal(CONTENT)
    const url = await serve((_, response) => void response.end(data))
    expect(await failing(sharing(), url, key.slice(0, -3))).toContain(
      'has 40 characters of its key instead of 43',
    )
    expect(await failing(sharing(), url, '')).toContain('has no key')
    expect(await failing(sharing(), url)).toContain('key does not open')
    const changed = data.slice()
    changed[60] = (changed[60] ?? 0) ^ 1
    const bytes = keyBytes(key)
    if (!bytes.ok) throw new Error(bytes.error.message)
    expect(await unseal(changed, bytes.value, 'h')).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    expect(await unseal(data.slice(0, -1), bytes.value, 'h')).toMatchObject({
      ok: false,
      error: { kind: 'corrupt' },
    })
    expect(await unseal(data, bytes.value, 'h')).toEqual({ ok: true, value: CONTENT })
  })

  it('an address of this device or of a private network, which is not fetched before the user agrees', async () => {
    const asked: string[] = []
    const url = await serve(({ url: path = '' }, response) => {
      asked.push(path)
      response.end()
    })
    const unasked = [
      url,
      'https://192.168.1.1/x',
      'https://[::1]/x',
      'https://nas.local/x',
      'https://0x7f.1/x',
    ]
    for (const address of unasked) {
      const result = await sharing().fetch({ url: address, key: KEY, allowsPrivate: false })
      expect(result).toMatchObject({
        ok: false,
        error: { kind: 'not_permitted', message: expect.stringContaining('Nothing was fetched') },
      })
    }
    expect(asked).toEqual([])
    await sharing().fetch({ url: `${url}/x`, key: KEY, allowsPrivate: true })
    expect(asked).toEqual(['/x'])
  })

  it('a public address that sends on to this device, whose answer is thrown away', async () => {
    // As a browser answers it: where a redirect leads is told only afterwards.
    const moved: typeof fetch = async () => {
      const response = new Response('of this device')
      return Object.defineProperties(response, {
        redirected: { value: true },
        url: { value: 'http://127.0.0.1:1/y' },
      })
    }
    const fetchMoved = (allowsPrivate: boolean) =>
      sharing({ fetch: moved }).fetch({ url: 'https://store.example/x', key: KEY, allowsPrivate })
    expect(await fetchMoved(false)).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
    expect(await fetchMoved(true)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
  })

  it('an address that is none', async () => {
    for (const url of [
      'javascript:alert(1)',
      'http://example.org/x',
      'file:///etc/passwd',
      'https://a:b@example.org/',
      '',
    ])
      expect(await failing(sharing({ fetch: down }), url)).toContain('invalid: This link names no address')
  })

  it('a page instead of a recording, an error of the server, an answer without an end', async () => {
    const page = await serve((_, response) => void response.end('<!doctype html><script>alert(1)</script>'))
    expect(await failing(sharing(), page)).toContain('is no shared session of Vivarium')
    const broken = await serve((_, response) => void response.writeHead(503).end('<p>busy</p>'))
    expect(await failing(sharing(), broken)).toContain('the store answered 503')
    const huge: typeof fetch = async () => {
      const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(16 * 1024 * 1024)) })
      return new Response(endless)
    }
    expect(await failing(sharing({ fetch: huge }), 'https://s.example/x')).toContain('too_large')
  })

  it('a store that is silent, from the first or in the middle', async () => {
    const silent = await serve(() => undefined)
    expect(await failing(sharing({ silenceMs: 50 }), silent)).toContain('nothing was heard')
    const half = await serve((_, response) => void response.write('VVS1'))
    expect(await failing(sharing({ silenceMs: 50 }), half)).toContain('nothing was heard')
  })

  it('a download that the person cancels', async () => {
    const one = sharing()
    const silent = await serve(() => one.cancel())
    expect(await failing(one, silent)).toContain('cancelled: The download')
  })

  it('no network, nobody there, and a store that keeps pages out, with what to set', async () => {
    const url = 'https://s.example/up'
    expect(await failing(sharing({ fetch: down, isOnline: () => false }), url)).toContain(
      'there is no network',
    )
    const nobody = await given(put(url), 'k', { fetch: down })
    expect(await nobody.share('t', CONTENT)).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining('is down, or it does not allow pages'),
        hint: expect.stringContaining('Access-Control-Allow-Origin: https://vivarium.example'),
      },
    })
    // Behaves like a browser if the answer to OPTIONS lacks the method or the header.
    const noPut: typeof fetch = async (target, init) =>
      init?.method === 'PUT' ? down(target) : new Response('fine')
    const kept = await given(put(url), 'k', { fetch: noPut })
    expect(await kept.share('t', CONTENT)).toMatchObject({
      ok: false,
      error: {
        kind: 'not_permitted',
        message: expect.stringContaining(
          'the store answers, but does not allow it from https://vivarium.example (CORS)',
        ),
        hint: expect.stringContaining('"Access-Control-Allow-Headers: X-Key"'),
      },
    })
  })

  it('a store that is not set up, or not wholly', async () => {
    expect(await sharing().share('t', CONTENT)).toMatchObject({
      ok: false,
      error: { hint: expect.stringContaining('Settings') },
    })
    expect(
      await (await given({ kind: 'gist', api: 'https://api.github.com' })).share('t', CONTENT),
    ).toMatchObject({ ok: false, error: { message: 'The store’s key is missing.' } })
    expect(
      await sharing().setStore({ kind: 'put', url: 'http://example.org', headerName: '' }, ''),
    ).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('url: it has to be an https address') },
    })
  })
})

it('pads so that lengths tell little, and by no more than an eighth', () => {
  for (const bytes of [1, 4096, 4097, 10_000, 1_000_003, 50_000_001]) {
    const padded = paddedLength(bytes)
    expect(padded).toBeGreaterThanOrEqual(bytes)
    expect(padded).toBeLessThanOrEqual(Math.max(4096, bytes * 1.12))
  }
  expect(new Set(Array.from({ length: 10_000 }, (_, n) => paddedLength(100_000 + n * 10))).size).toBeLessThan(
    40,
  )
})
