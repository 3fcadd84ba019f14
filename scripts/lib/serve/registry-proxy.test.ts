import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { passOn, registryTarget } from './registry-proxy.mjs'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the way to the registry', () => {
  it('leads nowhere else', () => {
    const target = (path: string, registry = 'https://registry.example/npm/') =>
      registryTarget(path, registry)?.href
    expect(target('/registry/left-pad?a=b')).toBe('https://registry.example/npm/left-pad?a=b')
    expect(target('/registry/@scope%2fname')).toBe('https://registry.example/npm/@scope%2fname')
    expect(target('/registry/x', 'https://registry.example')).toBe('https://registry.example/x')
    for (const path of ['/registry/../secret', '/registry/%2e%2e/secret', '/registry/..\\secret', '/other/x'])
      expect(target(path), path).toBeUndefined()
    for (const path of ['/registry//evil.example/x', '/registry/https://evil.example/x'])
      expect(target(path)).toMatch(/^https:\/\/registry\.example\/npm\//)
    expect(target('/registry/x', '')).toBeUndefined()
  })

  it('passes on what is read, without cookies and tokens, and what the registry says', async () => {
    const seen: unknown[] = []
    const registry = await listen((request, response) => {
      seen.push([
        request.method,
        request.url,
        request.headers.accept,
        request.headers.cookie,
        request.headers.authorization,
      ])
      response.writeHead(request.url === '/gone' ? 404 : 200, {
        'Content-Type': 'text/x',
        'Set-Cookie': 'a=b',
      })
      response.end('body')
    })
    const proxy = await listen((request, response) => void passOn(request, response, registry))
    const headers = { accept: 'application/x', cookie: 'c', authorization: 'Bearer t' }
    const answer = await fetch(`${proxy}/registry/a?b`, { headers })
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('set-cookie')]).toEqual([
      200,
      'text/x',
      null,
    ])
    expect(await answer.text()).toBe('body')
    expect((await fetch(`${proxy}/registry/gone`)).status).toBe(404)
    expect((await fetch(`${proxy}/registry/a`, { method: 'PUT', body: 'x' })).status).toBe(405)
    expect(seen[0]).toEqual(['GET', '/a?b', 'application/x', undefined, undefined])
    expect(seen).toHaveLength(2)
  })

  it('says when the registry cannot be asked', async () => {
    const proxy = await listen((request, response) => void passOn(request, response, 'http://127.0.0.1:1/'))
    const answer = await fetch(`${proxy}/registry/a`)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(
        /^The package registry http:\/\/127\.0\.0\.1:1 could not be asked: /,
      ) as string,
    })
  })
})
