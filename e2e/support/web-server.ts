/** A real HTTP server that misbehaves on request, and a fetch that reaches it under public names, as a browser's would. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface WebServer {
  readonly port: number
  readonly url: string
  readonly received: readonly Received[]
  /** Paths whose client went away before the answer ended. */
  readonly abandoned: readonly string[]
  close(): Promise<void>
}

/** Milliseconds between two bytes of `/slow`. */
const SLOW_MS = 50

export async function startWebServer(): Promise<WebServer> {
  const received: Received[] = []
  const abandoned: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Access-Control-Allow-Headers', '*, authorization')
      response.setHeader('Access-Control-Allow-Methods', '*')
      response.setHeader('Access-Control-Expose-Headers', '*')
      response.on('close', () => response.writableEnded || abandoned.push(url))
      if (method === 'OPTIONS') return response.writeHead(204).end()
      const path = url.split('?')[0] ?? ''
      if (path === '/hello') return response.writeHead(200, { 'Content-Type': 'text/plain' }).end('hello\n')
      if (path === '/echo')
        return response.end(JSON.stringify({ method, body: Buffer.concat(parts).toString() }))
      // All that it was sent, in its head and its body, slowly, so that it comes in pieces.
      if (path === '/repeat') {
        const { authorization, ...others } = headers
        response.setHeader('X-Repeated', String(authorization ?? headers['x-api-key']))
        const whole = JSON.stringify({ authorization, ...others })
        const encoded = Buffer.from(String(headers['x-api-key'] ?? '')).toString('base64')
        for (const piece of `${whole}\n${encoded}\n`.match(/[^]{1,7}/g) ?? []) response.write(piece)
        return response.end()
      }
      if (path === '/missing') return response.writeHead(404).end('not here\n')
      if (path === '/silent') return undefined
      if (path === '/broken') {
        response.writeHead(200, { 'Content-Length': '100' })
        response.write('half')
        return setTimeout(() => response.destroy(), SLOW_MS)
      }
      if (path === '/endless') return pour(() => response.write(Buffer.alloc(64 * 1024, 'x')), response)
      if (path === '/slow') return drip(() => response.write('x'), response)
      const [, to] = /^\/redirect\/(.*)$/.exec(path) ?? []
      if (to !== undefined) return response.writeHead(302, { Location: decodeURIComponent(to) }).end()
      return response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return { port, url: `http://localhost:${port}`, received, abandoned, close: () => closed(server) }
}

function pour(
  write: () => boolean,
  response: { on(event: 'drain' | 'close', listener: () => void): unknown },
): void {
  let open = true
  response.on('close', () => (open = false))
  const more = () => {
    while (open && write());
  }
  response.on('drain', more)
  more()
}

function drip(write: () => void, response: { on(event: 'close', listener: () => void): unknown }): void {
  const timer = setInterval(write, SLOW_MS)
  response.on('close', () => clearInterval(timer))
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Public hosts lead to the server, as if DNS said so; redirects are opaque, as a browser makes them when they are not
 * followed, and each hop is recorded.
 */
export function browserFetch(server: WebServer, visited: string[] = []): typeof fetch {
  const reach = (address: string, init: RequestInit | undefined): Promise<Response> => {
    const url = new URL(address)
    visited.push(url.href)
    if (/\.example$/.test(url.hostname))
      return fetch(`http://127.0.0.1:${server.port}${url.pathname}${url.search}`, init)
    return fetch(url.href, init)
  }
  return async (input, init) => {
    let address = input instanceof Request ? input.url : String(input)
    for (;;) {
      const response = await reach(address, { ...init, redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null) return Object.defineProperty(response, 'url', { value: address })
      if (init?.redirect !== 'follow')
        return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
      address = new URL(location, address).href
    }
  }
}
