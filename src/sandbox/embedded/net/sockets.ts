/** Sockets of processes: this sandbox's own loopback, and beyond it any HTTP server. */
import type { Egress, EgressInitiator, EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import type { LocalPorts } from '../egress/network.ts'
import { Llhttp } from '../http/llhttp.ts'
import { ifThere } from '../if-there.ts'
import { SOCKETS_MAX } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { SocketAddress } from '../syscalls.ts'
import { HostNames, ownAddress } from './addresses.ts'
import { CookieJar } from './cookie-jar.ts'
import { serveGateway } from './gateway.ts'
import { requestOver } from './local-request.ts'
import { Loopback } from './loopback.ts'
import { createSocketPair } from './socket.ts'
import type { SocketListener, StreamSocket } from './socket.ts'
import type { LocalConnections } from './web-socket.ts'

export class Sockets implements LocalPorts, LocalConnections {
  readonly loopback = new Loopback()
  /** Cookies of its programs, for pages in the preview. */
  readonly cookies = new CookieJar()
  readonly #names = new HostNames()
  readonly #egress: Egress
  #llhttp: Promise<Llhttp> | undefined
  #nextPort = 40_000
  /** Connections that programs hold. */
  #connections = 0

  constructor(egress: Egress) {
    this.#egress = egress
  }

  lookup(host: string): readonly string[] {
    return this.#names.lookup(host)
  }

  listen(address: SocketAddress): SocketListener {
    return this.loopback.listen(address)
  }

  /**
   * At once but for a port of this machine at which nobody listens in the sandbox: it may be one of the user's own
   * machine, which the gate knows. Whether another machine is there shows when something was sent.
   * Fails with ENFILE when there are as many connections as there may be.
   */
  connect(address: SocketAddress, initiator: EgressInitiator): StreamSocket | Promise<StreamSocket> {
    if ('path' in address) return this.#count(this.loopback.connect(address))
    const socket = this.tryConnect(address, initiator)
    if (socket) return socket
    return this.#connectToUsers(address, initiator).then((known) => this.#count(known))
  }

  /** Undefined for a port of this machine at which nobody listens in the sandbox. Throws as `connect` does. */
  tryConnect(address: SocketAddress, initiator: EgressInitiator): StreamSocket | undefined {
    if ('path' in address) return this.#count(this.loopback.connect(address))
    if (ownAddress(address.host) === undefined) return this.#count(this.#connectOut(address, initiator))
    const socket = ifThere(() => this.loopback.connect(address))
    return socket && this.#count(socket)
  }

  /** Until its holder has closed it both ways. */
  #count(socket: StreamSocket): StreamSocket {
    if (this.#connections >= SOCKETS_MAX) {
      socket.source.close()
      socket.sink.close()
      throw new Errno('ENFILE', 'connect')
    }
    this.#connections += 1
    const open = new Set(['source', 'sink'])
    const closed = (end: 'source' | 'sink'): void => {
      if (open.delete(end) && open.size === 0) this.#connections -= 1
      socket[end].close()
    }
    const { source, sink } = socket
    return {
      ...socket,
      source: {
        tryRead: (length) => source.tryRead(length),
        isReady: () => source.isReady?.() ?? true,
        whenReadable: (listener) => source.whenReadable(listener),
        close: () => closed('source'),
      },
      sink: {
        tryWrite: (data) => sink.tryWrite(data),
        isReady: () => sink.isReady?.() ?? true,
        whenWritable: (listener) => sink.whenWritable(listener),
        close: () => closed('sink'),
      },
    }
  }

  /** Fails with ECONNREFUSED where the rules name no such address. */
  async #connectToUsers(
    address: { host: string; port: number },
    initiator: EgressInitiator,
  ): Promise<StreamSocket> {
    // Rules name it one way or the other, and the program has only the address.
    for (const host of ['localhost', bracketed(address.host)]) {
      const url = `http://${host}:${address.port}/`
      const probe = { url, method: 'CONNECT', headers: [], followRedirects: false, initiator }
      const { type } = await this.#egress.request(probe, new AbortController().signal)
      if (type === 'response') return this.#connectOut({ ...address, name: host }, initiator)
    }
    throw new Errno('ECONNREFUSED', 'connect')
  }

  /** Undefined when nobody listens there. */
  request(port: number, request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> | undefined {
    const socket = this.connectLocal(port)
    return socket && this.parser().then((llhttp) => requestOver(socket, request, { llhttp, signal }))
  }

  /** Undefined when nobody listens there. */
  connectLocal(port: number): StreamSocket | undefined {
    for (const host of ['127.0.0.1', '::1']) {
      const socket = ifThere(() => this.loopback.connect({ host, port }))
      if (socket) return socket
    }
    return undefined
  }

  /** `name` is what it is asked for by; left out: the one that the address was made up for. */
  #connectOut(
    { host, port, name }: { host: string; port: number; name?: string },
    initiator: EgressInitiator,
  ): StreamSocket {
    let isEncrypted = false
    const client = { host: '198.18.0.0', port: this.#nextPort }
    this.#nextPort = this.#nextPort >= 60_000 ? 40_000 : this.#nextPort + 1
    const pair = createSocketPair({ client, server: { host, port } }, () => {
      isEncrypted = true
    })
    const origin = (): string => {
      const known = name ?? this.#names.nameOf(host) ?? bracketed(host)
      return `${isEncrypted ? 'https' : 'http'}://${known}:${port}`
    }
    void this.parser().then((llhttp) =>
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
  parser(): Promise<Llhttp> {
    this.#llhttp ??= import('../node/generated/llhttp.ts').then(({ LLHTTP }) => new Llhttp(LLHTTP))
    return this.#llhttp
  }
}

/** As an address of the web has it. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
