/** Streams between two processes, or between a process and the kernel: a pipe each way. */
import { Errno } from '../syscalls.ts'
import type { SocketAddress } from '../syscalls.ts'
import { Pipe } from '../vfs/pipe.ts'
import type { ByteSink, ByteSource } from '../vfs/pipe.ts'

/** One end of a connection. */
export interface StreamSocket {
  readonly source: ByteSource
  /** Closing it tells the other end that nothing more comes; may be done twice. */
  readonly sink: ByteSink
  readonly local: SocketAddress
  readonly remote: SocketAddress
  /** Declares that further data is meant for TLS. Throws if the other end does not support it. */
  startTls(): void
}

/** A place where others connect. */
export interface SocketListener {
  /** With the port that was chosen, if any was free to be. */
  readonly address: SocketAddress
  /** The oldest connection that nobody has taken yet. */
  tryAccept(): StreamSocket | undefined
  /** Calls back, once, when there may be one, or never will be; returns how to call it off. */
  whenAcceptable(listener: () => void): () => void
  readonly isClosed: boolean
  close(): void
}

export interface SocketPair {
  readonly client: StreamSocket
  readonly server: StreamSocket
  /** The client's reads fail with this code once it has read what came before. */
  reset(code: string): void
}

/** `onTls` is called when the client begins to encrypt; without it the client may not. */
export function createSocketPair(
  address: { readonly client: SocketAddress; readonly server: SocketAddress },
  onTls?: () => void,
): SocketPair {
  const up = new Pipe()
  const down = new Pipe()
  let problem: string | undefined
  const clientSource: ByteSource = {
    tryRead: (length) => {
      const data = down.source.tryRead(length)
      if (data?.length === 0 && length > 0 && problem !== undefined) throw new Errno(problem, 'read')
      return data
    },
    whenReadable: (listener) => down.source.whenReadable(listener),
    close: () => down.source.close(),
  }
  const noTls = (): never => {
    throw new Errno('EPROTONOSUPPORT', 'startTls')
  }
  return {
    client: {
      source: clientSource,
      sink: up.sink,
      local: address.client,
      remote: address.server,
      startTls: onTls ?? noTls,
    },
    server: {
      source: up.source,
      sink: down.sink,
      local: address.server,
      remote: address.client,
      startTls: noTls,
    },
    reset: (code) => {
      problem = code
      down.sink.close()
      up.source.close()
    },
  }
}
