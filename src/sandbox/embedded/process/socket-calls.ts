/** The calls on sockets, as descriptors of a process. Addresses come from a worker, so they are checked. */
import { Errno, O } from '../syscalls.ts'
import type { ConnectedSocket, SocketAddress } from '../syscalls.ts'
import type { SocketListener, StreamSocket } from '../net/socket.ts'
import { retry } from '../vfs/blocking.ts'
import type { CallOff, Settle } from '../vfs/blocking.ts'
import type { FileTable } from '../vfs/file-table.ts'
import { OpenFile } from '../vfs/open-file.ts'

const PORTS = 65_536

/** Throws EINVAL. */
export function readSocketAddress(value: unknown, syscall: string): SocketAddress {
  if (typeof value === 'object' && value !== null) {
    if ('path' in value && typeof value.path === 'string' && value.path !== '') return { path: value.path }
    if ('host' in value && typeof value.host === 'string' && 'port' in value && isPort(value.port))
      return { host: value.host, port: value.port }
  }
  throw new Errno('EINVAL', syscall)
}

export function listen(files: FileTable, listener: SocketListener): { fd: number; address: SocketAddress } {
  return { fd: files.add(new OpenFile({ type: 'listener', listener }, O.RDONLY)), address: listener.address }
}

/** Throws ENOTSOCK. */
export function listenerOf({ target }: OpenFile): SocketListener {
  if (target.type === 'listener') return target.listener
  throw new Errno('ENOTSOCK', 'accept')
}

/** Throws ENOTSOCK. */
export function socketOf({ target }: OpenFile, syscall: string): StreamSocket {
  if (target.type === 'socket') return target.socket
  throw new Errno('ENOTSOCK', syscall)
}

/** Fails with ECANCELED when the listener is closed meanwhile. */
export function acceptWhenReady(
  files: FileTable,
  listener: SocketListener,
  done: Settle<ConnectedSocket>,
): CallOff {
  return retry(done, () => {
    const socket = listener.tryAccept()
    if (socket) return { value: connected(files, socket) }
    if (listener.isClosed) throw new Errno('ECANCELED', 'accept')
    return { wait: (again) => listener.whenAcceptable(again) }
  })
}

export function connectWhenKnown(
  files: FileTable,
  socket: StreamSocket | Promise<StreamSocket>,
  done: Settle<ConnectedSocket>,
): CallOff | undefined {
  if (!(socket instanceof Promise)) {
    done({ ok: true, value: connected(files, socket) })
    return undefined
  }
  let isOff = false
  socket
    .then((known) => {
      if (isOff) close(known)
      else done({ ok: true, value: connected(files, known) })
    })
    .catch((error: unknown) => {
      // Refused, or no descriptor is free for it.
      if (!(error instanceof Errno)) throw error
      if (!isOff) done({ ok: false, error })
    })
  return () => {
    isOff = true
  }
}

function close({ source, sink }: StreamSocket): void {
  source.close()
  sink.close()
}

export function connected(files: FileTable, socket: StreamSocket): ConnectedSocket {
  const fd = files.add(new OpenFile({ type: 'socket', socket }, O.RDWR))
  return { fd, local: socket.local, remote: socket.remote }
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < PORTS
}
