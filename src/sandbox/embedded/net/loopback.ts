/** Listeners inside the sandbox: ports of its loopback addresses, and paths. */
import { LISTEN_BACKLOG, SOCKETS_MAX } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { SocketAddress } from '../syscalls.ts'
import { Waiters } from '../vfs/pipe.ts'
import { isIPv4, ownAddress } from './addresses.ts'
import { createSocketPair } from './socket.ts'
import type { SocketListener, StreamSocket } from './socket.ts'

const FIRST_FREE_PORT = 32_768
const LAST_FREE_PORT = 60_999

export class Loopback {
  readonly #listeners = new Set<Listener>()
  readonly #watchers = new Set<() => void>()
  #nextPort = FIRST_FREE_PORT

  /** Throws EADDRINUSE, EADDRNOTAVAIL for an address that is not this machine's, or ENFILE: too many listen. */
  listen(address: SocketAddress): SocketListener {
    if (this.#listeners.size >= SOCKETS_MAX) throw new Errno('ENFILE', 'listen')
    const wanted = this.#wanted(address)
    if ([...this.#listeners].some((other) => conflicts(other.address, wanted)))
      throw new Errno('EADDRINUSE', 'listen')
    const listener = new Listener(wanted, () => {
      this.#listeners.delete(listener)
      this.#changed()
    })
    this.#listeners.add(listener)
    this.#changed()
    return listener
  }

  /** Throws ECONNREFUSED when nobody listens there (ENOENT for a path), or too many wait already. */
  connect(address: SocketAddress): StreamSocket {
    const listener = this.#answering(address)
    if (!listener) throw new Errno('path' in address ? 'ENOENT' : 'ECONNREFUSED', 'connect')
    const client =
      'path' in address ? { path: '' } : { host: clientHost(address.host), port: this.#freePort() }
    const server = 'path' in address ? address : { host: clientHost(address.host), port: address.port }
    const pair = createSocketPair({ client, server })
    listener.offer(pair.server)
    return pair.client
  }

  /** The listener that answers there; undefined for none. */
  answering(address: SocketAddress): SocketListener | undefined {
    return this.#answering(address)
  }

  /** Ports that somebody listens at, ascending. */
  get ports(): readonly number[] {
    const ports = [...this.#listeners].flatMap(({ address }) => ('port' in address ? [address.port] : []))
    return [...new Set(ports)].sort((a, b) => a - b)
  }

  /** Calls back whenever a port is opened or closed. */
  onChange(listener: () => void): () => void {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  #answering(address: SocketAddress): Listener | undefined {
    return [...this.#listeners].find((candidate) => answers(candidate.address, address))
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  #wanted(address: SocketAddress): SocketAddress {
    if ('path' in address) return address
    const host = ownAddress(address.host)
    if (host === undefined) throw new Errno('EADDRNOTAVAIL', 'listen')
    return { host, port: address.port === 0 ? this.#freePort() : address.port }
  }

  #freePort(): number {
    for (let tried = FIRST_FREE_PORT; tried <= LAST_FREE_PORT; tried += 1) {
      const port = this.#nextPort
      this.#nextPort = port === LAST_FREE_PORT ? FIRST_FREE_PORT : port + 1
      if (![...this.#listeners].some(({ address }) => 'port' in address && address.port === port)) return port
    }
    throw new Errno('EADDRINUSE', 'listen')
  }
}

class Listener implements SocketListener {
  readonly address: SocketAddress
  readonly #queue: StreamSocket[] = []
  readonly #acceptable = new Waiters()
  readonly #onClose: () => void
  #isClosed = false

  constructor(address: SocketAddress, onClose: () => void) {
    this.address = address
    this.#onClose = onClose
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  offer(socket: StreamSocket): void {
    if (this.#queue.length >= LISTEN_BACKLOG) throw new Errno('ECONNREFUSED', 'connect')
    this.#queue.push(socket)
    this.#acceptable.wake()
  }

  tryAccept(): StreamSocket | undefined {
    return this.#queue.shift()
  }

  whenAcceptable(listener: () => void): () => void {
    return this.#acceptable.add(listener)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { source, sink } of this.#queue.splice(0)) {
      source.close()
      sink.close()
    }
    this.#acceptable.wake()
    this.#onClose()
  }
}

function conflicts(taken: SocketAddress, wanted: SocketAddress): boolean {
  if ('path' in taken || 'path' in wanted)
    return 'path' in taken && 'path' in wanted && taken.path === wanted.path
  if (taken.port !== wanted.port) return false
  if (taken.host === '::' || wanted.host === '::' || taken.host === wanted.host) return true
  return isIPv4(taken.host) === isIPv4(wanted.host) && [taken.host, wanted.host].includes('0.0.0.0')
}

function answers(listening: SocketAddress, asked: SocketAddress): boolean {
  if ('path' in listening || 'path' in asked)
    return 'path' in listening && 'path' in asked && listening.path === asked.path
  if (listening.port !== asked.port) return false
  const host = clientHost(asked.host)
  if (listening.host === '::' || listening.host === host) return true
  return listening.host === '0.0.0.0' && isIPv4(host)
}

/** Clients that connect to the unspecified address mean the machine itself. */
function clientHost(address: string): string {
  const own = ownAddress(address) ?? address
  if (own === '0.0.0.0') return '127.0.0.1'
  return own === '::' ? '::1' : own
}
