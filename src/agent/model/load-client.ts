/** The client of a provider, loaded when it is first asked for something: each brings an SDK along (BP-14). */
import type { Credentials, ModelClient } from './contract.ts'
import type { WireOptions } from './wire-client.ts'
import type { Provider } from '../protocol/settings.ts'

const LOADERS: Readonly<Record<Provider, () => Promise<(options: WireOptions) => ModelClient>>> = {
  anthropic: async () => (await import('./anthropic.ts')).createAnthropicClient,
  openai: async () => (await import('./openai.ts')).createOpenAiClient,
}

/** Loads what this provider needs before it is needed; a failure shows with the first request. */
export function prepareModelClient(provider: Provider): void {
  LOADERS[provider]().catch(() => undefined)
}

type ClientOptions = Omit<WireOptions, keyof Credentials> & {
  /** Asked for at each request. */
  readonly credentials: () => Promise<Credentials>
}

export function createModelClient(
  provider: Provider,
  { credentials, ...options }: ClientOptions,
): ModelClient {
  return {
    async *stream(request, signal) {
      let client: ModelClient
      try {
        const create = await LOADERS[provider]()
        client = create({ ...options, ...(await credentials()) })
      } catch (error) {
        yield {
          type: 'failed',
          error: {
            kind: 'unreachable',
            message: `The part of the program that talks to this provider could not be loaded: ${String(error)}`,
            hint: 'Check the network, then reload the page; the conversation is kept.',
          },
        }
        return
      }
      if (!signal.aborted) yield* client.stream(request, signal)
    },
  }
}
