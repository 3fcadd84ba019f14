import { DEVICE_READ_MAX_BYTES } from '../../contract/limits.ts'
import { Errno, O, type Stats } from '../syscalls.ts'
import type { SocketListener, StreamSocket } from '../net/socket.ts'
import type { Device, DirectoryNode, FileNode, Inode } from './inode.ts'
import type { ByteSink, ByteSource, TerminalFacts } from './pipe.ts'
import { statsOf } from './stats.ts'
import type { Volume } from './volume.ts'

/** Target of a descriptor. */
export type Target =
  | { readonly type: 'node'; readonly node: Inode; readonly volume: Volume; readonly path: string }
  | { readonly type: 'source'; readonly source: ByteSource }
  | { readonly type: 'sink'; readonly sink: ByteSink }
  /** Both ways at once; closing one of them leaves the other. */
  | { readonly type: 'socket'; readonly socket: StreamSocket }
  | { readonly type: 'listener'; readonly listener: SocketListener }

/**
 * An open file description: duplicated and inherited descriptors share it, its position included. It closes
 * with the last of them. Starts with one reference.
 */
export class OpenFile {
  readonly target: Target
  readonly flags: number
  #position = 0
  #references = 1

  constructor(target: Target, flags: number) {
    this.target = target
    this.flags = flags
    if (target.type === 'node') target.volume.opened(target.node)
  }

  retain(): this {
    this.#references += 1
    return this
  }

  release(): void {
    this.#references -= 1
    if (this.#references > 0) return
    switch (this.target.type) {
      case 'node':
        return this.target.volume.closed(this.target.node)
      case 'source':
        return this.target.source.close()
      case 'sink':
        return this.target.sink.close()
      case 'socket':
        this.target.socket.source.close()
        return this.target.socket.sink.close()
      case 'listener':
        return this.target.listener.close()
      default:
        return this.target satisfies never
    }
  }

  /** Undefined when it would block. */
  tryRead(length: number, position: number | null): Uint8Array | undefined {
    this.#require('read')
    if (this.target.type === 'node') return this.#readNode(this.target.node, length, position)
    const source = this.#source('read')
    if (position !== null) throw new Errno('ESPIPE', 'read')
    return source.tryRead(length)
  }

  /** Moves the position and returns it. `whence` as for `lseek`. */
  seek(offset: number, whence: string): number {
    if (this.target.type !== 'node') throw new Errno('ESPIPE', 'lseek')
    const { node } = this.target
    const base = whence === 'start' ? 0 : whence === 'current' ? this.#position : sizeOf(node)
    if (base + offset < 0) throw new Errno('EINVAL', 'lseek')
    this.#position = base + offset
    return this.#position
  }

  /** Bytes taken; less than all, or none, when more would block. */
  tryWrite(data: Uint8Array, position: number | null): number {
    this.#require('write')
    if (this.target.type !== 'node') {
      const sink = this.#sink('write')
      if (position !== null) throw new Errno('ESPIPE', 'write')
      return sink.tryWrite(data)
    }
    const { node, volume, path } = this.target
    if (node.kind !== 'file') return data.length
    const at = (this.flags & O.APPEND) !== 0 ? node.size : (position ?? this.#position)
    volume.write(node, at, data, { syscall: 'write', path })
    if (position === null) this.#position = at + data.length
    return data.length
  }

  /** Whether a read would not block. Undefined where there is nothing to read from: at a pipe's other end. */
  get isReadable(): boolean | undefined {
    const { target } = this
    if (target.type === 'node') return true
    if (target.type === 'source') return target.source.isReady?.() ?? true
    return target.type === 'socket' ? (target.socket.source.isReady?.() ?? true) : undefined
  }

  /** Whether a small write would not block; as above. */
  get isWritable(): boolean | undefined {
    const { target } = this
    if (target.type === 'node') return true
    if (target.type === 'sink') return target.sink.isReady?.() ?? true
    return target.type === 'socket' ? (target.socket.sink.isReady?.() ?? true) : undefined
  }

  whenReadable(listener: () => void): () => void {
    if (this.target.type === 'node') throw new Errno('EAGAIN', 'read')
    return this.#source('read').whenReadable(listener)
  }

  whenWritable(listener: () => void): () => void {
    if (this.target.type === 'node') throw new Errno('EAGAIN', 'write')
    return this.#sink('write').whenWritable(listener)
  }

  /** Undefined when it is no terminal. */
  get terminal(): TerminalFacts | undefined {
    if (this.target.type === 'source') return this.target.source.terminal
    return this.target.type === 'sink' ? this.target.sink.terminal : undefined
  }

  stats(): Stats {
    if (this.terminal !== undefined) return TERMINAL_STATS
    if (this.target.type === 'node') return statsOf(this.target.node)
    return this.target.type === 'socket' || this.target.type === 'listener' ? SOCKET_STATS : PIPE_STATS
  }

  /** The file behind it, for calls that make no sense on anything else. */
  file(syscall: string): { node: FileNode; volume: Volume } {
    const { target } = this
    if (target.type !== 'node' || target.node.kind !== 'file') throw new Errno('EINVAL', syscall)
    return { node: target.node, volume: target.volume }
  }

  canWrite(): boolean {
    return (this.flags & O.ACCMODE) !== O.RDONLY
  }

  #readNode(node: Inode, length: number, position: number | null): Uint8Array {
    const file = readable(node)
    if (file.kind === 'character') return readDevice(file.device, length)
    const data = file.data.read(position ?? this.#position, length)
    if (position === null) this.#position += data.length
    return data
  }

  #source(syscall: string): ByteSource {
    if (this.target.type === 'source') return this.target.source
    if (this.target.type === 'socket') return this.target.socket.source
    throw new Errno(this.target.type === 'listener' ? 'ENOTCONN' : 'EBADF', syscall)
  }

  #sink(syscall: string): ByteSink {
    if (this.target.type === 'sink') return this.target.sink
    if (this.target.type === 'socket') return this.target.socket.sink
    throw new Errno(this.target.type === 'listener' ? 'ENOTCONN' : 'EBADF', syscall)
  }

  #require(access: 'read' | 'write'): void {
    const mode = this.flags & O.ACCMODE
    if (mode === (access === 'read' ? O.WRONLY : O.RDONLY)) throw new Errno('EBADF', access)
  }
}

const PIPE_STATS: Stats = {
  kind: 'fifo',
  mode: 0o600,
  size: 0,
  ino: 0,
  nlink: 1,
  atimeMs: 0,
  mtimeMs: 0,
  ctimeMs: 0,
  birthtimeMs: 0,
}

const SOCKET_STATS: Stats = { ...PIPE_STATS, kind: 'socket', mode: 0o777 }

const TERMINAL_STATS: Stats = { ...PIPE_STATS, kind: 'character', mode: 0o620 }

function readable(node: Inode): Exclude<Inode, DirectoryNode | { kind: 'symlink' }> {
  if (node.kind === 'directory') throw new Errno('EISDIR', 'read')
  if (node.kind === 'symlink') throw new Errno('EINVAL', 'read')
  return node
}

function sizeOf(node: Inode): number {
  return node.kind === 'file' ? node.size : 0
}

const RANDOM_CHUNK = 65_536

function readDevice(device: Device, length: number): Uint8Array {
  if (device.type !== 'zero' && device.type !== 'random') return new Uint8Array(0)
  const out = new Uint8Array(Math.min(length, DEVICE_READ_MAX_BYTES))
  if (device.type === 'zero') return out
  for (let at = 0; at < out.length; at += RANDOM_CHUNK)
    crypto.getRandomValues(out.subarray(at, at + RANDOM_CHUNK))
  return out
}
