/** The used parts of wllama (scripts/local-model/build.mjs). */
export interface ChatOptions {
  readonly stream: true
  readonly onData: (chunk: unknown) => void
  readonly abortSignal: AbortSignal
}

export class Wllama {
  constructor(
    paths: { readonly default: string },
    config: {
      readonly suppressNativeLog?: boolean
      readonly logger?: Partial<Record<'debug' | 'log' | 'warn' | 'error', (...said: unknown[]) => void>>
    },
  )
  setCompat(compat: null): void
  loadModel(
    files: readonly Blob[],
    options: {
      readonly n_ctx: number
      readonly n_threads?: number
      readonly n_gpu_layers?: number
      readonly n_parallel: number
      readonly jinja: boolean
      readonly log_level?: number
    },
  ): Promise<void>
  /** Not successful: the model was not taken, though `loadModel` has not said so; why is in the log. */
  getLoadedContextInfo(): {
    readonly success: boolean
    readonly n_ctx: number
    readonly n_ctx_train: number
    readonly n_vocab: number
    readonly n_layer: number
    readonly has_image_input: boolean
    readonly has_chat: boolean
    readonly metadata: Readonly<Record<string, string>>
  }
  createChatCompletion(options: ChatOptions & Readonly<Record<string, unknown>>): Promise<void>
  /** Ends its workers and gives all memory back. */
  exit(): Promise<void>
}
export class WllamaError extends Error {
  readonly type: string
}
export class WllamaAbortError extends Error {}
/** The worker's address; needed before a model is loaded. */
export function setWorkerScript(url: string): void
