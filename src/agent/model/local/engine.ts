/** Runs a model in this tab: llama.cpp as WebAssembly (wllama), in workers of its own. One model at a time is in memory. */
import { LOCAL_BATCH_TOKENS } from '../../limits.ts'
import { ENGINE } from './assets.ts'
import { setWorkerScript, Wllama, WllamaError } from './generated/wllama.js'
import { localSupport } from './support.ts'
import { trustedScript } from './trusted-script.ts'

export interface LoadedModel {
  /** Tokens of context that it was loaded with. */
  readonly contextTokens: number
  readonly gpu: boolean
  readonly threads: number
}

/** The client's view of the engine that runs the model. */
export interface LocalEngine {
  /**
   * Has the model in memory; another one that was there goes. Rejects with an error that says why it cannot be loaded.
   * Undefined when it was there already.
   */
  load(name: string, files: readonly File[], contextTokens: number): Promise<LoadedModel | undefined>
  /** A Chat Completions body; `onChunk` is given each chunk of the answer. Rejects when the model fails. */
  chat(body: object, onChunk: (chunk: unknown) => void, signal: AbortSignal): Promise<void>
}

export class WllamaEngine implements LocalEngine {
  #loaded: { readonly key: string; readonly wllama: Wllama } | undefined
  /** Settles when the last request has ended: memory holds one conversation at a time. */
  #busy: Promise<unknown> = Promise.resolve()

  load(name: string, files: readonly File[], contextTokens: number): Promise<LoadedModel | undefined> {
    // The file that lies there under the name may be another one by now.
    const key = JSON.stringify([
      name,
      contextTokens,
      files.map(({ size, lastModified }) => [size, lastModified]),
    ])
    return this.#afterOthers(async () => {
      if (this.#loaded?.key === key) return undefined
      await this.#unload()
      return this.#start(key, files, contextTokens)
    })
  }

  chat(body: object, onChunk: (chunk: unknown) => void, signal: AbortSignal): Promise<void> {
    return this.#afterOthers(async () => {
      if (!this.#loaded) throw new Error('No model is loaded.')
      if (signal.aborted) return
      try {
        await this.#loaded.wllama.createChatCompletion({
          ...body,
          stream: true,
          onData: onChunk,
          abortSignal: signal,
        })
      } catch (error) {
        if (signal.aborted) return
        // After a refusal the model goes on; after anything else its memory cannot be trusted any more.
        if (!(error instanceof WllamaError)) await this.#unload()
        throw error
      }
    })
  }

  /** Gives all memory back; the next request loads the model anew. */
  release(): Promise<void> {
    return this.#afterOthers(() => this.#unload())
  }

  async #start(key: string, files: readonly File[], contextTokens: number): Promise<LoadedModel> {
    setWorkerScript(trustedScript(ENGINE.worker))
    const { gpu, threads } = await localSupport()
    // A GPU whose memory the model does not fit into does not keep it from running.
    const wllama = gpu
      ? await loaded(files, contextTokens, true).catch(() => loaded(files, contextTokens, false))
      : await loaded(files, contextTokens, false)
    this.#loaded = { key, wllama }
    const { n_ctx } = wllama.getLoadedContextInfo()
    return { contextTokens: n_ctx, gpu, threads }
  }

  async #unload(): Promise<void> {
    const before = this.#loaded
    this.#loaded = undefined
    await before?.wllama.exit()
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#busy.then(work, work)
    this.#busy = done.catch(() => undefined)
    return done
  }
}

async function loaded(files: readonly File[], contextTokens: number, gpu: boolean): Promise<Wllama> {
  const complaints: string[] = []
  const wllama = new Wllama(
    { default: ENGINE.wasm },
    {
      logger: {
        debug: ignore,
        log: ignore,
        warn: ignore,
        error: (...said) => complaints.push(said.join(' ').trim()),
      },
    },
  )
  // The library would load a variant for older browsers from elsewhere.
  wllama.setCompat(null)
  try {
    await wllama.loadModel([...files], {
      n_ctx: contextTokens,
      n_parallel: 1,
      jinja: true,
      log_level: LOG_ERRORS,
      ...(gpu ? {} : { n_gpu_layers: 0, n_batch: LOCAL_BATCH_TOKENS, n_ubatch: LOCAL_BATCH_TOKENS }),
    })
    if (!wllama.getLoadedContextInfo().success) throw new Error('llama.cpp does not take it')
    return wllama
  } catch (error) {
    await wllama.exit()
    const why = complaints.filter((line) => line !== '').slice(0, COMPLAINTS_TOLD)
    throw new Error([error instanceof Error ? error.message : String(error), ...why].join('; '), {
      cause: error,
    })
  }
}

const LOG_ERRORS = 4
/** The first says what is wrong; the others say that it therefore ends. */
const COMPLAINTS_TOLD = 2

function ignore(): void {
  // llama.cpp's other messages are for its own developers.
}
