/**
 * The descriptors of a shell as its commands read and write them. Nothing here stops the shell's thread, because
 * whoever is at the other end of a pipe may run in it as well.
 */
import { SHELL_BACKLOG_BYTES, SHELL_CAPTURE_MAX_BYTES, SHELL_READ_BYTES } from '../../contract/limits.ts'
import { Errno, O } from '../syscalls.ts'
import { joinBytes } from './byte-string.ts'
import type { ShellKernel } from './kernel.ts'

/** Written, but not taken yet. */
interface Backlog {
  readonly parts: Uint8Array[]
  bytes: number
  /** Called when there is less of it. */
  readonly waiters: (() => void)[]
}

export class Descriptors {
  readonly #kernel: ShellKernel
  readonly #backlogs = new Map<number, Backlog>()
  readonly #failures = new Map<number, Errno>()
  /** Descriptors with written data that no reader took. */
  readonly #refused = new Set<number>()
  /** Read, but not asked for yet. */
  readonly #ahead = new Map<number, Uint8Array>()
  /** Reads that nobody waits for any more: the next one takes what they bring. */
  readonly #reads = new Map<number, Promise<Uint8Array>>()
  readonly #ended = new Set<number>()
  readonly #opened = new Set<number>()

  constructor(kernel: ShellKernel) {
    this.#kernel = kernel
  }

  pipe(): readonly [number, number] {
    const pipe = this.#kernel.syscalls.pipe()
    for (const fd of pipe) this.#opened.add(fd)
    return pipe
  }

  /** For what a redirection has already made: `>` has emptied it. */
  openForAppend(path: string): number {
    const fd = this.#kernel.syscalls.open(path, O.WRONLY | O.APPEND)
    this.#opened.add(fd)
    return fd
  }

  /** Closes whatever is open: nobody is left who would. */
  abandon(): void {
    for (const fd of this.#opened) this.#closeNow(fd)
  }

  /** Takes all of `bytes`. A failure is kept: see `takeRefusal`. */
  write(fd: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (this.#failures.has(fd)) {
      this.#refused.add(fd)
      return
    }
    const backlog = this.#backlogs.get(fd)
    if (backlog !== undefined) {
      backlog.parts.push(bytes)
      backlog.bytes += bytes.length
      return
    }
    const rest = this.#writeNow(fd, bytes)
    if (rest.length > 0) void this.#writeLater(fd, rest)
  }

  /** Why something that was written since the last call was not taken; undefined when all was. */
  takeRefusal(fd: number): Errno | undefined {
    return this.#refused.delete(fd) ? this.#failures.get(fd) : undefined
  }

  /** True when a reader is gone, also when nothing has been written since. */
  isBroken(fd: number): boolean {
    if (!this.#failures.has(fd) && !this.#backlogs.has(fd)) this.#writeNow(fd, new Uint8Array(0))
    return this.#failures.has(fd)
  }

  /** Nothing waits and nothing has failed: the usual case. */
  get isQuiet(): boolean {
    return this.#backlogs.size === 0 && this.#refused.size === 0
  }

  /** Resolves when at most `bytes` of what was written there wait to be taken. */
  async settled(fd: number, bytes: number = SHELL_BACKLOG_BYTES): Promise<void> {
    for (;;) {
      const backlog = this.#backlogs.get(fd)
      if (backlog === undefined || backlog.bytes <= bytes) return
      await new Promise<void>((resolve) => backlog.waiters.push(resolve))
    }
  }

  /** Empty at the end. At most `length` bytes. */
  async read(fd: number, length: number = SHELL_READ_BYTES): Promise<Uint8Array> {
    const ready = this.#readNow(fd, length)
    if (ready !== undefined) return ready
    return this.#cut(fd, await this.#pending(fd), length)
  }

  /** As `read`; undefined when nothing comes in time, and then nothing is lost. */
  async readWithin(fd: number, length: number, ms: number): Promise<Uint8Array | undefined> {
    const ready = this.#readNow(fd, length)
    if (ready !== undefined) return ready
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms)
    })
    const pending = this.#reads.get(fd) ?? this.#pending(fd)
    this.#reads.set(fd, pending)
    const part = await Promise.race([pending, late])
    clearTimeout(timer)
    if (part === undefined) return undefined
    this.#reads.delete(fd)
    return this.#cut(fd, part, length)
  }

  /** Its end has been read. */
  isAtEnd(fd: number): boolean {
    return this.#ended.has(fd)
  }

  /** Puts bytes back that were read: they come first again. */
  unread(fd: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#ahead.set(fd, joinBytes([bytes, this.#ahead.get(fd) ?? new Uint8Array(0)]))
  }

  /** Returns the bytes read ahead, and drops the pending read of an earlier command. */
  forgetReads(fd: number): Uint8Array {
    const ahead = this.#ahead.get(fd) ?? new Uint8Array(0)
    this.#ahead.delete(fd)
    this.#reads.delete(fd)
    this.#ended.delete(fd)
    return ahead
  }

  hasReadAhead(fd: number): boolean {
    return this.#ahead.has(fd) || this.#reads.has(fd)
  }

  /** All that is left. Throws EFBIG beyond the ceiling. */
  async readAll(fd: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let kept = 0
    for (;;) {
      const part = await this.read(fd)
      if (part.length === 0) return joinBytes(parts)
      kept += part.length
      if (kept > SHELL_CAPTURE_MAX_BYTES) throw new Errno('EFBIG', 'read')
      parts.push(part)
    }
  }

  /** All that is left when its end is there already, else undefined. */
  readAllNow(fd: number): Uint8Array | undefined {
    const parts: Uint8Array[] = []
    for (;;) {
      const part = this.#readNow(fd, SHELL_READ_BYTES)
      if (part?.length === 0) return joinBytes(parts)
      if (part !== undefined && parts.length < READ_NOW_PARTS) parts.push(part)
      else {
        this.unread(fd, joinBytes(part === undefined ? parts : [...parts, part]))
        return undefined
      }
    }
  }

  /** Flushes pending output, then closes the descriptor. */
  async close(fd: number): Promise<void> {
    await this.settled(fd, 0)
    this.#closeNow(fd)
  }

  #closeNow(fd: number): void {
    this.#opened.delete(fd)
    this.#failures.delete(fd)
    this.#refused.delete(fd)
    this.#ahead.delete(fd)
    this.#reads.delete(fd)
    this.#ended.delete(fd)
    this.#kernel.syscalls.close(fd)
  }

  /** Writes as much as fits now; returns the rest. */
  #writeNow(fd: number, bytes: Uint8Array): Uint8Array {
    let rest = bytes
    try {
      do {
        const taken = this.#kernel.syscalls.tryWrite(fd, rest)
        if (taken === 0) return rest
        rest = rest.subarray(taken)
      } while (rest.length > 0)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#failures.set(fd, error)
      if (bytes.length > 0) this.#refused.add(fd)
      return new Uint8Array(0)
    }
    return rest
  }

  async #writeLater(fd: number, bytes: Uint8Array): Promise<void> {
    const backlog: Backlog = { parts: [bytes], bytes: bytes.length, waiters: [] }
    this.#backlogs.set(fd, backlog)
    for (let part = backlog.parts[0]; part !== undefined; part = backlog.parts[0]) {
      try {
        await this.#kernel.calls.write(fd, part, null)
      } catch (error) {
        if (!(error instanceof Errno)) throw error
        this.#failures.set(fd, error)
        this.#refused.add(fd)
        backlog.parts.length = 0
        backlog.bytes = 0
      }
      if (backlog.parts.shift() !== undefined) backlog.bytes -= part.length
      for (const wake of backlog.waiters.splice(0)) wake()
    }
    this.#backlogs.delete(fd)
    for (const wake of backlog.waiters.splice(0)) wake()
  }

  #readNow(fd: number, length: number): Uint8Array | undefined {
    const ahead = this.#ahead.get(fd)
    if (ahead !== undefined) {
      this.#ahead.delete(fd)
      return this.#cut(fd, ahead, length)
    }
    if (this.#reads.has(fd)) return undefined
    const part = this.#kernel.syscalls.tryRead(fd, length) ?? undefined
    if (part?.length === 0) this.#ended.add(fd)
    return part
  }

  async #pending(fd: number): Promise<Uint8Array> {
    const pending = this.#reads.get(fd) ?? this.#kernel.calls.read(fd, SHELL_READ_BYTES, null)
    this.#reads.delete(fd)
    return pending
  }

  #cut(fd: number, bytes: Uint8Array, length: number): Uint8Array {
    if (bytes.length === 0) this.#ended.add(fd)
    if (bytes.length > length) this.unread(fd, bytes.subarray(length))
    return bytes.subarray(0, length)
  }
}

/** Parts that are read without a pause: more of them come from something that does not end. */
const READ_NOW_PARTS = 1024
