/** Zstandard: its C library as WebAssembly. Dictionaries it was built without. */
import { UnavailableError } from '../binding.ts'
import { CodecError } from './codec.ts'
import type { Codec, Progress } from './codec.ts'
import { WasmStage } from './wasm-stage.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  __wasm_call_ctors(): void
  malloc(size: number): number
  free(pointer: number): void
  ZSTD_createCStream(): number
  ZSTD_freeCStream(stream: number): number
  ZSTD_CCtx_setParameter(stream: number, parameter: number, value: number): number
  ZSTD_compressStream2_simpleArgs(...places: [...SimpleArguments, operation: number]): number
  ZSTD_createDStream(): number
  ZSTD_freeDStream(stream: number): number
  ZSTD_decompressStream_simpleArgs(...places: SimpleArguments): number
  ZSTD_getErrorName(result: number): number
}
type SimpleArguments = [
  stream: number,
  ...output: [pointer: number, size: number, written: number],
  ...input: [pointer: number, size: number, read: number],
]

const END = 2
const UNSET = 0xffff_ffff
const PAGE_BYTES = 65_536
/** Results from the largest number down are errors, so many at most. */
const ERRORS = 120
const SOURCE_SIZE_WRONG = 72
/** Written, and read. */
const CELLS = 2

export class Zstd {
  readonly #wasm: Exports
  readonly #errorNames: ReadonlyMap<number, string>

  /** `errorNames` are Node's codes by the library's numbers. */
  constructor(module: Uint8Array<ArrayBuffer>, errorNames: ReadonlyMap<number, string>) {
    const env = {
      emscripten_resize_heap: (size: number) => {
        this.#wasm.memory.grow(Math.ceil((size - this.#wasm.memory.buffer.byteLength) / PAGE_BYTES))
        return 1
      },
      emscripten_memcpy_big: (to: number, from: number, length: number) => {
        new Uint8Array(this.#wasm.memory.buffer).copyWithin(to, from, from + length)
      },
      setTempRet0: () => undefined,
    }
    // Its exports have their names in C.
    this.#wasm = new WebAssembly.Instance(new WebAssembly.Module(module), { env })
      .exports as unknown as Exports
    this.#wasm.__wasm_call_ctors()
    this.#errorNames = errorNames
  }

  /** `parameters` are by the library's numbers; with `pledgedSize` anything but so much input is an error. */
  createEncoder(parameters: Uint32Array, pledgedSize: number | undefined): Codec {
    const wasm = this.#wasm
    const stream = wasm.ZSTD_createCStream()
    for (const [parameter, value] of parameters.entries()) {
      if (value === UNSET || errorIn(wasm.ZSTD_CCtx_setParameter(stream, parameter, value | 0)) === 0)
        continue
      wasm.ZSTD_freeCStream(stream)
      const error = new Error('Setting parameter failed')
      throw Object.assign(error, { code: 'ERR_ZLIB_INITIALIZATION_FAILED' })
    }
    let taken = 0
    let isFirst = true
    return this.#codec({
      stream,
      call: (operation, size, places) => {
        const total = taken + size
        const isWrong =
          pledgedSize !== undefined && (total > pledgedSize || (operation === END && total < pledgedSize))
        // All in one call is the size that counts.
        const isWhole = isFirst && operation === END
        isFirst = false
        if (isWrong && !isWhole) throw this.#error(SOURCE_SIZE_WRONG)
        return wasm.ZSTD_compressStream2_simpleArgs(...places, operation)
      },
      onRead: (read) => {
        taken += read
      },
      free: () => wasm.ZSTD_freeCStream(stream),
    })
  }

  createDecoder(parameters: Uint32Array): Codec {
    if (parameters.some((value) => value !== UNSET))
      throw new UnavailableError('A parameter for the decompression of Zstandard')
    const wasm = this.#wasm
    const stream = wasm.ZSTD_createDStream()
    return this.#codec({
      stream,
      call: (_operation, _size, places) => wasm.ZSTD_decompressStream_simpleArgs(...places),
      free: () => wasm.ZSTD_freeDStream(stream),
    })
  }

  #codec({ stream, call, onRead, free }: CodecCalls): Codec {
    const wasm = this.#wasm
    const stage = new WasmStage({
      memory: wasm.memory,
      allocate: (size) => wasm.malloc(size),
      release: (pointer) => wasm.free(pointer),
    })
    const cells = wasm.malloc(CELLS * 4)
    return {
      run: (operation, input, output) =>
        stage.run(input, output, (from, to): Progress => {
          stage.words(cells, CELLS).fill(0)
          const places = [stream, to, output.length, cells, from, input.length, cells + 4] as const
          const number = errorIn(call(operation, input.length, [...places]))
          if (number !== 0) throw this.#error(number)
          const [written = 0, read = 0] = stage.words(cells, CELLS)
          onRead?.(read)
          return { read, written }
        }),
      free: () => {
        stage.free()
        wasm.free(cells)
        free()
      },
    }
  }

  #error(number: number): CodecError {
    const start = this.#wasm.ZSTD_getErrorName(-number)
    const memory = new Uint8Array(this.#wasm.memory.buffer)
    const message = new TextDecoder().decode(memory.slice(start, memory.indexOf(0, start)))
    return new CodecError(message, number, this.#errorNames.get(number) ?? 'ZSTD_error_GENERIC')
  }
}

interface CodecCalls {
  readonly stream: number
  readonly call: (operation: number, inputSize: number, places: SimpleArguments) => number
  readonly onRead?: (read: number) => void
  readonly free: () => void
}

function errorIn(result: number): number {
  const error = -(result | 0)
  return error > 0 && error <= ERRORS ? error : 0
}
