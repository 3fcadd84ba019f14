/** The client of a provider, loaded when it is first asked for something: each brings an SDK along. */
import { CredentialsError } from './contract.ts'
import type { Credentials, ModelClient, ModelError } from './contract.ts'
import type { LocalClientOptions } from './local/client.ts'
import type { WllamaEngine } from './local/engine.ts'
import type { WireOptions } from './wire-client.ts'
import type { Provider } from '../protocol/settings.ts'

interface LoadedOptions extends WireOptions {
  /** Models that this browser keeps; none without. */
  readonly kept?: Pick<LocalClientOptions, 'open' | 'names'>
}

const LOADERS: Readonly<Record<Provider, () => Promise<(options: LoadedOptions) => ModelClient>>> = {
  anthropic: async () => (await import('./anthropic/anthropic.ts')).createAnthropicClient,
  openai: async () => (await import('./openai/openai.ts')).createOpenAiClient,
  local: async () => {
    const [{ createLocalClient }, { WllamaEngine }] = await Promise.all([
      import('./local/client.ts'),
      import('./local/engine.ts'),
    ])
    engine ??= new WllamaEngine()
    const own = engine
    return ({ facts, kept = NONE_KEPT }) => createLocalClient({ engine: own, facts, ...kept })
  },
}

const NONE_KEPT: Pick<LocalClientOptions, 'open' | 'names'> = {
  open: () => Promise.resolve(undefined),
  names: () => Promise.resolve([]),
}

/** One per tab: it holds as much memory as the model is large. */
let engine: WllamaEngine | undefined

/** Loads what this provider needs before it is needed; a failure shows with the first request. */
export function prepareModelClient(provider: Provider): void {
  LOADERS[provider]().catch(() => undefined)
}

type ClientOptions = Omit<LoadedOptions, keyof Credentials> & {
  /** Asked for at each request. */
  readonly credentials: () => Promise<Credentials>
}

export function createModelClient(
  provider: Provider,
  { credentials, ...options }: ClientOptions,
): ModelClient {
  let kept: { readonly told: Credentials; readonly client: ModelClient } | undefined
  const open = async (): Promise<ModelClient | ModelError> => {
    try {
      // A model in the tab gives its memory back when another provider is asked.
      if (provider !== 'local') await engine?.release()
      const create = await LOADERS[provider]()
      const told = await credentials()
      // Reuses the client, and its knowledge of the server, until the credentials change.
      if (!kept || !sameCredentials(kept.told, told)) kept = { told, client: create({ ...options, ...told }) }
      return kept.client
    } catch (error) {
      if (error instanceof CredentialsError)
        return { kind: 'authentication', message: error.message, hint: error.hint }
      return {
        kind: 'unreachable',
        message: `The part of the program that talks to this provider could not be loaded: ${String(error)}`,
        hint: 'Check the network, then reload the page; the conversation is kept.',
      }
    }
  }
  return {
    async *stream(request, signal) {
      const client = await open()
      if ('kind' in client) yield { type: 'failed', error: client }
      else if (!signal.aborted) yield* client.stream(request, signal)
    },
    async models(signal) {
      const client = await open()
      if ('kind' in client) return { ok: false, error: client }
      return (await client.models?.(signal)) ?? { ok: true, models: [] }
    },
  }
}

function sameCredentials(one: Credentials, other: Credentials): boolean {
  return (
    one.apiKey === other.apiKey && JSON.stringify(one.extraHeaders) === JSON.stringify(other.extraHeaders)
  )
}
