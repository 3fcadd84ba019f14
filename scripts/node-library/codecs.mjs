/**
 * Brotli and Zstandard, as WebAssembly from the npm registry: `zlib` of the sandbox has them in chunks of their own. The
 * package with Brotli exports compression without a flush and decompression that copies all of its input each time, so
 * two functions of its module that are not exported are exported besides. Where they are was read from this very
 * module, hence its checksum.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withExports } from './wasm-exports.mjs'

const { resolve } = createRequire(import.meta.url)

const BROTLI_SHA256 = '9ef0a025046bf7d87b7cdb8eac3f73a5c8fea2f1adb848cc9768345573fcd8a9'
/** The Rust crate's `BrotliEncoderCompressStream` and `BrotliDecompressStream`. */
const BROTLI_FUNCTIONS = { encoder_compress: 164, decoder_decompress: 21 }

/** In base64. */
export function brotliModule() {
  const bytes = readFileSync(join(resolve('brotli-wasm'), '../pkg.web/brotli_wasm_bg.wasm'))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== BROTLI_SHA256) {
    throw new Error(
      `The module of brotli-wasm is not the one whose functions are known: SHA-256 ${found}, known ${BROTLI_SHA256}.`,
    )
  }
  return Buffer.from(withExports(bytes, BROTLI_FUNCTIONS)).toString('base64')
}

/** In base64, as the package's script has it; its exports have their names in C. */
export function zstdModule() {
  const script = readFileSync(resolve('@oneidentity/zstd-js/wasm/index.js'), 'utf8')
  const module = /data:application\/octet-stream;base64,([A-Za-z\d+/=]+)/.exec(script)?.[1]
  if (module === undefined) throw new Error('The script of @oneidentity/zstd-js has no WebAssembly in it.')
  return module
}
