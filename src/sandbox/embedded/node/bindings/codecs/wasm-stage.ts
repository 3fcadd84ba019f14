/** Carries bytes into a WebAssembly module's memory and out again. */
import type { Progress } from './codec.ts'

export interface Allocator {
  readonly memory: WebAssembly.Memory
  readonly allocate: (size: number) => number
  readonly release: (pointer: number, size: number) => void
}

interface Held {
  readonly pointer: number
  readonly size: number
}

/** Input that a call left over, which the next one goes on with. */
interface HeldInput extends Held {
  readonly buffer: ArrayBufferLike
  readonly next: number
  readonly end: number
}

export class WasmStage {
  readonly #allocator: Allocator
  #input: HeldInput | undefined
  #output: Held | undefined

  constructor(allocator: Allocator) {
    this.#allocator = allocator
  }

  /** `call` gets the places in memory of input and output, and says how much of them it has used. */
  run(
    input: Uint8Array,
    output: Uint8Array,
    call: (inputPointer: number, outputPointer: number) => Progress,
  ): Progress {
    const held = this.#hold(input)
    const room = this.#room(output.length)
    const from = held.pointer + held.size - input.length
    const progress = call(from, room.pointer)
    output.set(this.bytes(room.pointer, progress.written))
    this.#input = { ...held, next: input.byteOffset + progress.read }
    if (progress.read === input.length) this.#releaseInput()
    return progress
  }

  /** Valid until the memory grows. */
  bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.#allocator.memory.buffer, pointer, length)
  }

  /** `count` numbers of 32 bits at that place, to read and to write; valid until the memory grows. */
  words(pointer: number, count: number): Uint32Array {
    return new Uint32Array(this.#allocator.memory.buffer, pointer, count)
  }

  free(): void {
    this.#releaseInput()
    this.#release(this.#output)
    this.#output = undefined
  }

  /** Little output at a time for much input is the rule: only the first of such calls copies it. */
  #hold(input: Uint8Array): HeldInput {
    const { buffer, byteOffset, length } = input
    const end = byteOffset + length
    const known = this.#input
    if (known?.buffer === buffer && known.next === byteOffset && known.end === end) return known
    this.#releaseInput()
    const pointer = length === 0 ? 0 : this.#allocator.allocate(length)
    this.bytes(pointer, length).set(input)
    this.#input = { pointer, size: length, buffer, next: byteOffset, end }
    return this.#input
  }

  #room(size: number): Held {
    if (this.#output && this.#output.size >= size) return this.#output
    this.#release(this.#output)
    this.#output = { pointer: this.#allocator.allocate(size), size }
    return this.#output
  }

  #releaseInput(): void {
    this.#release(this.#input)
    this.#input = undefined
  }

  #release(held: Held | undefined): void {
    if (held && held.size > 0) this.#allocator.release(held.pointer, held.size)
  }
}
