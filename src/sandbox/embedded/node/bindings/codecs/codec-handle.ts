/** Handle of a codec for a stream of `zlib`: writes synchronously or not, and reports the result. */
import type { EventLoop } from '../../event-loop.ts'
import { bytesOf } from '../buffer.ts'
import { CodecError } from './codec.ts'
import type { Codec } from './codec.ts'

/** Arguments of `write` and `writeSync`: input with place and length, output with place and length. */
export type WriteArgs = [
  operation: number,
  input: Uint8Array | null,
  inputOffset: number,
  inputLength: number,
  output: Uint8Array,
  outputOffset: number,
  outputLength: number,
]

interface CodecParts {
  readonly open: () => Codec
  /** Room and input left, read by the library after each write. */
  readonly state: Uint32Array
  readonly callback: () => void
}

export class CodecHandle {
  onerror: ((message: string, errno: number, code: string) => void) | undefined
  readonly #loop: EventLoop
  #parts: CodecParts | undefined
  #codec: Codec | undefined

  constructor(loop: EventLoop) {
    this.#loop = loop
  }

  /** To be called by `init`. */
  protected start(parts: CodecParts): void {
    this.#parts = parts
    this.reset()
  }

  reset(): void {
    this.close()
    this.#codec = this.#parts?.open()
  }

  /** Only deflate can change its parameters on the way. */
  params(): void {}

  writeSync(...args: WriteArgs): void {
    const error = this.#run(args)
    if (error) this.#report(error)
  }

  write(...args: WriteArgs): void {
    const error = this.#run(args)
    this.#loop.complete(() => {
      if (!this.#codec) return
      if (error) this.#report(error)
      else this.#parts?.callback.call(this)
    })
  }

  close(): void {
    this.#codec?.free()
    this.#codec = undefined
  }

  getAsyncId(): number {
    return 0
  }

  #run([operation, input, inputOffset, inputLength, output, outputOffset, outputLength]: WriteArgs):
    | CodecError
    | undefined {
    if (!this.#codec || !this.#parts) return undefined
    const taken = input ? bytesOf(input).subarray(inputOffset, inputOffset + inputLength) : new Uint8Array(0)
    const room = bytesOf(output).subarray(outputOffset, outputOffset + outputLength)
    try {
      const { read, written } = this.#codec.run(operation, taken, room)
      this.#parts.state[0] = outputLength - written
      this.#parts.state[1] = inputLength - read
      return undefined
    } catch (error) {
      if (error instanceof CodecError) return error
      throw error
    }
  }

  #report({ message, errno, code }: CodecError): void {
    this.onerror?.(message, errno, code)
  }
}
