/** Brotli and Zstandard for `zlib`: their modules are loaded when a program first asks for one. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import type { Binding } from '../binding.ts'
import { skeletonOf } from '../skeleton.ts'
import { encode } from '../text-codec.ts'
import { Brotli } from './brotli.ts'
import { CodecHandle } from './codec-handle.ts'
import { Zstd } from './zstd.ts'

export function codecs(context: NodeContext, binding: Binding): void {
  let brotli: Brotli | undefined
  let zstd: Zstd | undefined
  const theBrotli = () => (brotli ??= new Brotli(readModule(context, 'internal/vivarium/brotli')))
  const theZstd = () => (zstd ??= new Zstd(readModule(context, 'internal/vivarium/zstd'), ZSTD_ERRORS()))

  class Handle extends CodecHandle {
    constructor() {
      super(context.loop)
    }
  }
  class BrotliEncoder extends Handle {
    init(parameters: Uint32Array, state: Uint32Array, callback: () => void): void {
      // The library uses one array for all.
      const own = parameters.slice()
      this.start({ open: () => theBrotli().createEncoder(own), state, callback })
    }
  }
  class BrotliDecoder extends Handle {
    init(_parameters: Uint32Array, state: Uint32Array, callback: () => void): void {
      const names = BROTLI_ERRORS()
      this.start({ open: () => theBrotli().createDecoder(names), state, callback })
    }
  }
  class ZstdCompress extends Handle {
    init(parameters: Uint32Array, pledgedSize: number | undefined, ...rest: ZstdRest): void {
      const [state, callback, dictionary] = rest
      if (dictionary) throw new UnavailableError(DICTIONARY)
      const own = parameters.slice()
      this.start({ open: () => theZstd().createEncoder(own, pledgedSize), state, callback })
    }
  }
  class ZstdDecompress extends Handle {
    init(parameters: Uint32Array, _pledgedSize: number | undefined, ...rest: ZstdRest): void {
      const [state, callback, dictionary] = rest
      if (dictionary) throw new UnavailableError(DICTIONARY)
      const own = parameters.slice()
      this.start({ open: () => theZstd().createDecoder(own), state, callback })
    }
  }
  Object.assign(binding, { BrotliEncoder, BrotliDecoder, ZstdCompress, ZstdDecompress })
}

type ZstdRest = [state: Uint32Array, callback: () => void, dictionary?: Uint8Array]
const DICTIONARY = 'A dictionary for Zstandard'

/** `ERR__ERROR_FORMAT_PADDING_1`: what Brotli calls the error, as Node gives it. */
const BROTLI_ERRORS = () =>
  zlibConstants('BROTLI_DECODER_ERROR_', (name) => name.replace('BROTLI_DECODER', 'ERR_'))
const ZSTD_ERRORS = () => zlibConstants('ZSTD_error_', (name) => name)

function zlibConstants(prefix: string, rename: (name: string) => string): ReadonlyMap<number, string> {
  const { zlib } = skeletonOf('constants')
  const names = new Map<number, string>()
  for (const [name, number] of Object.entries(zlib ?? {}))
    if (typeof number === 'number' && name.startsWith(prefix)) names.set(number, rename(name))
  return names
}

function readModule({ library }: NodeContext, id: string): Uint8Array<ArrayBuffer> {
  const module = { exports: '' }
  library.find(id)?.call(undefined, undefined, undefined, module)
  return Uint8Array.from(encode(module.exports, 'base64'))
}
