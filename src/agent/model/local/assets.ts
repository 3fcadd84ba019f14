/** The engine's files: loaded when a model is first used, and kept by the service worker from then on. */
import wasmUrl from './generated/llama.wasm?url'
import workerUrl from './generated/llama-worker.js?url'

const absolute = (url: string): string => new URL(url, self.location.href).href

export const ENGINE = { wasm: absolute(wasmUrl), worker: absolute(workerUrl) }

/** Has the service worker keep them, so that the model runs without a network from then on. */
export async function keepEngine(): Promise<void> {
  await Promise.all(Object.values(ENGINE).map(async (url) => (await fetch(url)).arrayBuffer()))
}
