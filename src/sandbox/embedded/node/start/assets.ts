/**
 * Addresses of the built scripts of a `node` process. They are classic scripts, made by
 * `scripts/node-library/build.mjs`, and must arrive unchanged: the worker loads the library's chunks by the
 * URLs that it finds in its own.
 */
import type { LoadedChunk } from '../library.ts'
import { PROGRAM_PARAMETER, THREAD_PARAMETER } from './scripts.ts'

const WORKER = new URL('../generated/node.worker.js', import.meta.url)
const PROGRAM = new URL('../generated/node.program.js', import.meta.url)
const CHUNKS: Readonly<Record<LoadedChunk, URL>> = {
  common: new URL('../generated/common.js', import.meta.url),
  rare: new URL('../generated/rare.js', import.meta.url),
  web: new URL('../generated/web.js', import.meta.url),
  brotli: new URL('../generated/brotli.js', import.meta.url),
  zstd: new URL('../generated/zstd.js', import.meta.url),
}

/** For `new Worker(nodeWorkerUrl())`, without a module type: the script is a classic one. */
export function nodeWorkerUrl({ isThread = false } = {}): URL {
  const url = new URL(WORKER)
  if (isThread) url.searchParams.set(THREAD_PARAMETER, '1')
  url.searchParams.set(PROGRAM_PARAMETER, PROGRAM.href)
  for (const [name, chunk] of Object.entries(CHUNKS)) url.searchParams.set(name, chunk.href)
  return url
}
