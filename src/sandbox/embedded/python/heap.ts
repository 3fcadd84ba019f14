/** The interpreter's memory. It may grow at any time, so no view of it is kept. */
import type { Stats } from '../syscalls.ts'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const KIND_BITS: Readonly<Record<Stats['kind'], number>> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  character: 0o020000,
  fifo: 0o010000,
  socket: 0o140000,
}
const BLOCK_BYTES = 512
const PREFERRED_BYTES = 4096
/** The user that everything here belongs to, as `id` says it. */
export const USER_ID = 1000
/** Our tree's, to tell it from the interpreter's own files. */
const DEVICE = 2049

export class Heap {
  readonly #memory: WebAssembly.Memory

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer)
  }

  get view(): DataView {
    return new DataView(this.#memory.buffer)
  }

  /** The text that ends with a zero byte; an empty one at the null pointer. */
  text(pointer: number): string {
    if (pointer === 0) return ''
    const { bytes } = this
    return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)))
  }

  /** Cuts what does not fit into `size` bytes. Returns how many were written, without a zero byte. */
  writeText(text: string, pointer: number, size: number): number {
    return encoder.encodeInto(text, this.bytes.subarray(pointer, pointer + size)).written
  }

  /** `struct stat` of the C library. */
  writeStats(pointer: number, stats: Stats): void {
    const { view } = this
    const uint = (at: number, value: number) => view.setUint32(pointer + at, value, true)
    uint(0, DEVICE)
    uint(4, KIND_BITS[stats.kind] | stats.mode)
    uint(8, stats.nlink)
    uint(12, USER_ID)
    uint(16, USER_ID)
    uint(20, 0)
    view.setBigInt64(pointer + 24, BigInt(stats.size), true)
    uint(32, PREFERRED_BYTES)
    uint(36, Math.ceil(stats.size / BLOCK_BYTES))
    writeTime(view, pointer + 40, stats.atimeMs)
    writeTime(view, pointer + 56, stats.mtimeMs)
    writeTime(view, pointer + 72, stats.ctimeMs)
    view.setBigInt64(pointer + 88, BigInt(stats.ino), true)
  }
}

/** Seconds and nanoseconds. */
function writeTime(view: DataView, pointer: number, milliseconds: number): void {
  const seconds = Math.floor(milliseconds / 1000)
  view.setBigInt64(pointer, BigInt(seconds), true)
  view.setUint32(pointer + 8, Math.floor((milliseconds - seconds * 1000) * 1e6), true)
}

const NOW = 0x3fffffff
const OMIT = 0x3ffffffe

/** A `struct timespec`; undefined where the file keeps what it has. */
export function readTime(view: DataView, pointer: number): number | undefined {
  const nanoseconds = view.getInt32(pointer + 8, true)
  if (nanoseconds === NOW) return Date.now()
  if (nanoseconds === OMIT) return undefined
  return Number(view.getBigInt64(pointer, true)) * 1000 + nanoseconds / 1e6
}
