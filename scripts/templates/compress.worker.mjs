/** Compresses the bytes that it is started with, as well as Zstandard can, and sends them back. */
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

/** The library's highest. */
const LEVEL = 22

const { ZstdInit } = createRequire(import.meta.url)('@oneidentity/zstd-js')
const { ZstdSimple } = await ZstdInit()
parentPort.postMessage(ZstdSimple.compress(workerData, LEVEL))
