/** Events that the stand-in sends to the client: open ports, and errors of the pages served from them. */
import { proxy } from 'comlink-4.3'
import type { Sockets } from '../../embedded/net/sockets.ts'

type Listener = (...values: unknown[]) => unknown

/** Channel of `preview.html` to the page that holds the programs. */
const CHANNEL = 'webcontainer-stand-in'

type FromPage =
  | { readonly type: 'get'; readonly id: string; readonly port: number; readonly path: string }
  | { readonly type: 'error'; readonly message: Readonly<Record<string, unknown>> }

export class StandInEvents {
  readonly #sockets: Sockets
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #channel = new BroadcastChannel(CHANNEL)
  #ports: readonly number[] = []

  constructor(sockets: Sockets) {
    this.#sockets = sockets
    sockets.loopback.onChange(() => this.#portsChanged())
    this.#channel.addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
      if (data.type === 'get') void this.#answer(data)
      else this.#emit('preview-message', data.message)
    })
  }

  on(event: string, listener: Listener): unknown {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return proxy(() => void listeners.delete(listener))
  }

  close(): void {
    this.#channel.close()
    this.#listeners.clear()
  }

  #portsChanged(): void {
    const { ports } = this.#sockets.loopback
    const before = this.#ports
    this.#ports = ports
    const address = (port: number): string => `${location.origin}/headless-preview/${port}/`
    for (const port of before) if (!ports.includes(port)) this.#emit('port', port, 'close', address(port))
    for (const port of ports) {
      if (before.includes(port)) continue
      this.#emit('port', port, 'open', address(port))
      this.#emit('server-ready', port, address(port))
    }
  }

  async #answer({ id, port, path }: Extract<FromPage, { type: 'get' }>): Promise<void> {
    const url = `http://localhost:${port}${path}`
    const initiator = { execId: '', command: '', operation: '', run: '' }
    const request = { url, method: 'GET', headers: [], followRedirects: false, initiator }
    const outcome = await this.#sockets.request(port, request, new AbortController().signal)
    const html = outcome?.type === 'response' ? await new Response(outcome.body).text() : 'Nothing listens.'
    this.#channel.postMessage({ type: 'answer', id, html })
  }

  #emit(event: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) void listener(...values)
  }
}
