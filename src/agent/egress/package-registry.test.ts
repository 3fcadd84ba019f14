import { describe, expect, it } from 'vitest'
import { PackageRegistry } from './package-registry.ts'
import type { ServedRegistry } from './package-registry.ts'

const REGISTRY = 'https://registry.example/npm/'

interface Setup {
  readonly setting?: string
  readonly served?: ServedRegistry
  /** By address; a missing one cannot be reached. */
  readonly answers?: Record<string, string>
}

function setUp({ setting = REGISTRY, served = { address: '', proxy: '' }, answers = {} }: Setup = {}) {
  const asked: string[] = []
  const stored = new Map<string, Response>()
  const cache = {
    match: (request: Request) => Promise.resolve(stored.get(request.url)?.clone()),
    put: (request: Request, response: Response) => {
      stored.set(request.url, response)
      return Promise.resolve()
    },
  }
  const registry = new PackageRegistry({
    setting: () => Promise.resolve(setting),
    served: () => served,
    fetch: (input) => {
      const url = input instanceof Request ? input.url : String(input)
      asked.push(url)
      const answer = answers[url]
      return answer === undefined
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(answer))
    },
    // As much of it as is used.
    caches: { open: () => Promise.resolve(cache as unknown as Cache), delete: () => Promise.resolve(true) },
  })
  const text = async (url: string, accept = '*/*') =>
    (await registry.fetch(url, { headers: { accept } })).text()
  return { registry, asked, answers, text }
}

describe('the package registry', () => {
  it('is the one of the settings, else the one of the server, else nobody’s', async () => {
    const served = { address: 'https://served.example', proxy: '' }
    expect(await setUp({ served }).registry.address()).toBe(REGISTRY)
    expect(await setUp({ setting: '', served }).registry.address()).toBe('https://served.example/')
    expect(await setUp({ setting: '' }).registry.address()).toBeUndefined()
    expect(await setUp({ setting: 'no address' }).registry.address()).toBeUndefined()
  })

  it('covers what is below it and nothing else', async () => {
    const { registry } = setUp()
    const covered = async (url: string) => registry.covers(new URL(url))
    expect(await covered('https://registry.example/npm/left-pad')).toBe(true)
    expect(await covered('https://registry.example/other')).toBe(false)
    expect(await covered('https://registry.example/npm/../other')).toBe(false)
    expect(await covered('https://registry.example.evil/npm/x')).toBe(false)
    expect(await covered('https://registry.example:8443/npm/x')).toBe(false)
  })

  it('is read through the page’s server only where that serves it', async () => {
    const served = { address: REGISTRY, proxy: 'http://localhost:5173/registry/' }
    const proxied = setUp({ served, answers: { 'http://localhost:5173/registry/left-pad?x=1': 'yes' } })
    expect(await proxied.text(`${REGISTRY}left-pad?x=1`)).toBe('yes')
    const slashless = { address: 'http://localhost:4873', proxy: 'http://localhost:5173/registry/' }
    const answers = { 'http://localhost:5173/registry/a': 'passed on' }
    const bare = setUp({ setting: '', served: slashless, answers })
    expect(await bare.text('http://localhost:4873/a')).toBe('passed on')
    await expect(bare.registry.fetch('http://localhost:4873/a', { method: 'PUT' })).rejects.toThrow()
    expect(bare.asked.at(-1)).toBe('http://localhost:4873/a')
    const other = setUp({
      setting: 'https://own.example/',
      served,
      answers: { 'https://own.example/a': 'own' },
    })
    expect(await other.text('https://own.example/a')).toBe('own')
    expect(other.asked).toEqual(['https://own.example/a'])
  })

  it('asks once for an archive, and is asked anew what packages there are', async () => {
    const archive = `${REGISTRY}a/-/a-1.0.0.tgz`
    const { text, asked, answers } = setUp({ answers: { [archive]: 'bytes', [`${REGISTRY}a`]: 'first' } })
    expect([await text(archive), await text(archive)]).toEqual(['bytes', 'bytes'])
    expect(asked).toEqual([archive])
    expect(await text(`${REGISTRY}a`)).toBe('first')
    answers[`${REGISTRY}a`] = 'second'
    expect(await text(`${REGISTRY}a`)).toBe('second')
  })

  it('asks nobody where only what is kept is wanted', async () => {
    const archive = `${REGISTRY}a/-/a-1.0.0.tgz`
    const { registry, asked, text } = setUp({ answers: { [archive]: 'bytes' } })
    const wanted = { headers: { 'Cache-Control': 'only-if-cached' } }
    expect((await registry.fetch(archive, wanted)).status).toBe(504)
    expect(asked).toEqual([])
    await text(archive)
    expect(await (await registry.fetch(archive, wanted)).text()).toBe('bytes')
    expect(asked).toEqual([archive])
  })

  it('says what was said last when nobody can be asked, in the form that was asked for', async () => {
    const { text, answers } = setUp({ answers: { [`${REGISTRY}a`]: 'short' } })
    const accept = 'application/vnd.npm.install-v1+json'
    await text(`${REGISTRY}a`, accept)
    answers[`${REGISTRY}a`] = 'whole'
    await text(`${REGISTRY}a`)
    delete answers[`${REGISTRY}a`]
    expect([await text(`${REGISTRY}a`), await text(`${REGISTRY}a`, accept)]).toEqual(['whole', 'short'])
    await expect(text(`${REGISTRY}never-seen`)).rejects.toThrow('Failed to fetch')
  })

  it('is emptied by a full disk, and not by an answer that breaks off', async () => {
    for (const [name, deletions] of [
      ['QuotaExceededError', 1],
      ['AbortError', 0],
    ] as const) {
      let deleted = 0
      const failed = Promise.withResolvers<void>()
      const put = () => {
        setTimeout(failed.resolve)
        return Promise.reject(new DOMException('x', name))
      }
      const cache = { match: () => Promise.resolve(undefined), put }
      const registry = new PackageRegistry({
        setting: () => Promise.resolve(REGISTRY),
        served: () => ({ address: '', proxy: '' }),
        fetch: () => Promise.resolve(new Response('x')),
        caches: {
          // As much of it as is used.
          open: () => Promise.resolve(cache as unknown as Cache),
          delete: () => {
            deleted += 1
            return Promise.resolve(true)
          },
        },
      })
      await registry.fetch(`${REGISTRY}a`)
      await failed.promise
      expect(deleted, name).toBe(deletions)
    }
  })

  it('keeps no failure', async () => {
    let status = 404
    const registry = new PackageRegistry({
      setting: () => Promise.resolve(REGISTRY),
      served: () => ({ address: '', proxy: '' }),
      fetch: () => Promise.resolve(new Response('x', { status })),
      caches: {
        open: () => Promise.reject(new Error('Not here.')),
        delete: () => Promise.resolve(true),
      },
    })
    expect((await registry.fetch(`${REGISTRY}a`)).status).toBe(404)
    status = 200
    expect((await registry.fetch(`${REGISTRY}a`)).status).toBe(200)
  })
})
