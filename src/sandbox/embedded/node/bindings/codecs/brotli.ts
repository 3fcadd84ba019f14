/** Brotli: the Rust crate as WebAssembly, which `scripts/node-library/codecs.mjs` makes callable. */
import { CodecError } from './codec.ts'
import type { Codec, Progress } from './codec.ts'
import { WasmStage } from './wasm-stage.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  __wbindgen_malloc(size: number): number
  __wbindgen_free(pointer: number, size: number): void
  compressstream_new(hasQuality: number, quality: number): number
  __wbg_compressstream_free(pointer: number): void
  decompressstream_new(): number
  __wbg_decompressstream_free(pointer: number): void
  encoder_compress(
    state: number,
    operation: number,
    ...places: [left: number, input: number, length: number, read: number, ...output: OutputPlaces]
  ): number
  decoder_decompress(
    left: number,
    read: number,
    input: number,
    length: number,
    ...places: [room: number, written: number, output: number, length: number, total: number, state: number]
  ): number
}
type OutputPlaces = [room: number, output: number, length: number, written: number, total: number]

/** Behind the borrow count that a package of this kind keeps for each object. */
const STATE_OFFSET = 8
/** Offsets in the compressor's state. */
const WINDOW_OFFSET = 5116
const SIZE_HINT_OFFSET = 5124
const DEFAULT_WINDOW = 22
/** Offsets in the decompressor's state. */
const ERROR_OFFSET = 2156
const TOTAL_OFFSET = 2456

const FINISH = 2
const RESULT = { error: 0, success: 1, needsInput: 2 } as const
const PARAMETER = { quality: 1, window: 2, sizeHint: 5 } as const
const UNSET = 0xffff_ffff
const DEFAULT_QUALITY = 11
const UNEXPECTED_END = -5

/** Cells passed to a call and back: input left, read, room left, written, written in all. */
const CELLS = 5
const CELLS_SIZE = CELLS * 4

export class Brotli {
  readonly #wasm: Exports

  constructor(module: Uint8Array<ArrayBuffer>) {
    const compiled = new WebAssembly.Module(module)
    const fail = (): never => {
      throw new Error('Brotli has failed within.')
    }
    const imports: Record<string, Record<string, () => never>> = {}
    for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
      imports[from] = { ...imports[from], [name]: fail }
    }
    // The build has checked which module it is.
    this.#wasm = new WebAssembly.Instance(compiled, imports).exports as unknown as Exports
  }

  /**
   * `parameters` are by Brotli's numbers, as the library has them. Those that change neither the format nor the ratio much
   * (mode, size of blocks, parts of distances) are not heeded.
   */
  createEncoder(parameters: Uint32Array): Codec {
    const wasm = this.#wasm
    const given = (name: number, otherwise: number) => {
      const value = parameters[name] ?? UNSET
      return value === UNSET ? otherwise : value
    }
    const object = wasm.compressstream_new(1, given(PARAMETER.quality, DEFAULT_QUALITY))
    const state = object + STATE_OFFSET
    const { stage, cells } = this.#stage()
    const window = stage.words(state + WINDOW_OFFSET, 1)
    if (window[0] !== DEFAULT_WINDOW) throw new Error('The state of Brotli is not laid out as it is known.')
    window[0] = given(PARAMETER.window, DEFAULT_WINDOW)
    stage.words(state + SIZE_HINT_OFFSET, 1)[0] = given(PARAMETER.sizeHint, 0)
    return {
      run: (operation, input, output) =>
        stage.run(input, output, (from, to) => {
          stage.words(cells, CELLS).set([input.length, 0, output.length, 0, 0])
          const [left, read, room, written, total] = placesOf(cells)
          const rest = [left, from, input.length, read, room, to, output.length, written, total] as const
          if (wasm.encoder_compress(state, operation, ...rest) === 0)
            throw new CodecError('Compression failed', -1, 'ERR_BROTLI_COMPRESSION_FAILED')
          return progressIn(stage, cells)
        }),
      free: () => {
        stage.free()
        wasm.__wbindgen_free(cells, CELLS_SIZE)
        wasm.__wbg_compressstream_free(object)
      },
    }
  }

  /** `errorNames` are Node's codes by Brotli's numbers. */
  createDecoder(errorNames: ReadonlyMap<number, string>): Codec {
    const wasm = this.#wasm
    const object = wasm.decompressstream_new()
    const state = object + STATE_OFFSET
    const { stage, cells } = this.#stage()
    let isEnded = false
    return {
      run: (operation, input, output) => {
        if (isEnded) return { read: 0, written: 0 }
        return stage.run(input, output, (from, to) => {
          stage.words(cells, CELLS).set([input.length, 0, output.length, 0, 0])
          const [left, read, room, written] = placesOf(cells)
          const rest = [room, written, to, output.length, state + TOTAL_OFFSET, state] as const
          const result = wasm.decoder_decompress(left, read, from, input.length, ...rest)
          if (result === RESULT.error) {
            const errno = (stage.words(state + ERROR_OFFSET, 1)[0] ?? 0) | 0
            throw new CodecError(
              'Decompression failed',
              errno,
              errorNames.get(errno) ?? 'ERR__ERROR_UNREACHABLE',
            )
          }
          if (result === RESULT.needsInput && operation === FINISH)
            throw new CodecError('unexpected end of file', UNEXPECTED_END, 'Z_BUF_ERROR')
          isEnded = result === RESULT.success
          return progressIn(stage, cells)
        })
      },
      free: () => {
        stage.free()
        wasm.__wbindgen_free(cells, CELLS_SIZE)
        wasm.__wbg_decompressstream_free(object)
      },
    }
  }

  #stage(): { readonly stage: WasmStage; readonly cells: number } {
    const wasm = this.#wasm
    const stage = new WasmStage({
      memory: wasm.memory,
      allocate: (size) => wasm.__wbindgen_malloc(size),
      release: (pointer, size) => wasm.__wbindgen_free(pointer, size),
    })
    return { stage, cells: wasm.__wbindgen_malloc(CELLS_SIZE) }
  }
}

function placesOf(cells: number): readonly [number, number, number, number, number] {
  return [cells, cells + 4, cells + 8, cells + 12, cells + 16]
}

function progressIn(stage: WasmStage, cells: number): Progress {
  const [, read = 0, , written = 0] = stage.words(cells, CELLS)
  return { read, written }
}
