/** What a process may connect to and listen at: this sandbox's own loopback, and beyond it whatever speaks HTTP. */
import type { Egress, EgressInitiator, EgressOutcome, EgressRequest } from '../../egress.ts'
import type { LocalPorts } from '../egress/network.ts'
import type { Llhttp } from '../http/llhttp.ts'
import { Errno } from '../syscalls.ts'
import type { SocketAddress } from '../syscalls.ts'
import { HostNames, ownAddress } from './addresses.ts'
import { serveGateway } from './gateway.ts'
import { requestOver } from './local-request.ts'
import { Loopback } from './loopback.ts'
import { createSocketPair } from './socket.ts'
import type { SocketListener, StreamSocket } from './socket.ts'

export class Sockets implements LocalPorts {
  readonly loopback = new Loopback()
  readonly #names = new HostNames()
  readonly #egress: Egress
  #llhttp: Promise<Llhttp> | undefined
  #nextPort = 40_000

  constructor(egress: Egress) {
    this.#egress = egress
  }

  lookup(host: string): readonly string[] {
    return this.#names.lookup(host)
  }

  listen(address: SocketAddress): SocketListener {
    return this.loopback.listen(address)
  }

  /** At once: whether another machine is there shows when something was sent. */
  connect(address: SocketAddress, initiator: EgressInitiator): StreamSocket {
    if ('path' in address || ownAddress(address.host) !== undefined) return this.loopback.connect(address)
    return this.#connectOut(address, initiator)
  }

  /** Undefined when nobody listens there. */
  request(port: number, request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> | undefined {
    const socket = this.#connectTo(port)
    return socket && this.#parser().then((llhttp) => requestOver(socket, request, { llhttp, signal }))
  }

  #connectTo(port: number): StreamSocket | undefined {
    for (const host of ['127.0.0.1', '::1']) {
      try {
        return this.loopback.connect({ host, port })
      } catch (error) {
        if (!(error instanceof Errno)) throw error
      }
    }
    return undefined
  }

  #connectOut({ host, port }: { host: string; port: number }, initiator: EgressInitiator): StreamSocket {
    let serverName: string | undefined
    const client = { host: '198.18.0.0', port: this.#nextPort }
    this.#nextPort = this.#nextPort >= 60_000 ? 40_000 : this.#nextPort + 1
    const pair = createSocketPair({ client, server: { host, port } }, (name) => {
      serverName = name
    })
    const origin = (): string => {
      const name = this.#names.hostOf(host)
      return serverName === undefined ? `http://${name}:${port}` : `https://${name}:${port}`
    }
    void this.#parser().then((llhttp) =>
      serveGateway({
        llhttp,
        pair,
        origin,
        send: (request, signal) => this.#egress.request({ ...request, initiator }, signal),
      }),
    )
    return pair.client
  }

  /** Loaded with the first connection. */
  #parser(): Promise<Llhttp> {
    this.#llhttp ??= Promise.all([import('../http/llhttp.ts'), import('../node/generated/llhttp.ts')]).then(
      ([{ Llhttp }, { LLHTTP }]) => new Llhttp(LLHTTP),
    )
    return this.#llhttp
  }
}
