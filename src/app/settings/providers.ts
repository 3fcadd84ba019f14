/** The providers as people choose them, with what is usual for each. */
import type { Provider, Settings } from '../../agent/protocol/settings.ts'
import { settings as t } from '../language/en/settings.ts'

interface Server {
  readonly url: string
  readonly name: string
}

export interface ProviderChoice {
  /** Called on each reading: it is in the language of the page. */
  readonly name: () => string
  /** The first is the usual one; none for what has no address. */
  readonly servers: readonly Server[]
  /** The first is the usual one; none where they are the person's own. */
  readonly models: readonly string[]
  readonly urlHint: () => string
  readonly keyHint: () => string
  readonly keyPlaceholder: string
}

export const PROVIDERS: Readonly<Record<Provider, ProviderChoice>> = {
  anthropic: {
    name: () => 'Anthropic',
    servers: [{ url: 'https://api.anthropic.com', name: 'Anthropic' }],
    models: [
      'claude-sonnet-4-6',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-opus-4-8',
      'claude-haiku-4-5',
    ],
    urlHint: () => t.messagesHint,
    keyHint: () => '',
    keyPlaceholder: 'sk-ant-…',
  },
  openai: {
    name: () => t.openAiCompatible,
    servers: [
      { url: 'https://api.openai.com/v1', name: 'OpenAI' },
      { url: 'https://openrouter.ai/api/v1', name: 'OpenRouter' },
      { url: 'http://localhost:11434/v1', name: 'Ollama' },
      { url: 'http://localhost:1234/v1', name: 'LM Studio' },
      { url: 'http://localhost:8080/v1', name: 'llama.cpp' },
      { url: 'http://localhost:8000/v1', name: 'vLLM' },
    ],
    models: ['gpt-5.1', 'gpt-5-mini', 'gpt-4.1', 'qwen3-coder', 'gpt-oss:20b'],
    urlHint: () => t.chatHint,
    keyHint: () => t.noKeyHint,
    keyPlaceholder: 'sk-…',
  },
  local: {
    name: () => t.inThisBrowser,
    servers: [],
    models: [],
    urlHint: () => '',
    keyHint: () => '',
    keyPlaceholder: '',
  },
}

/** Settings that change with the provider: an old address or model means nothing to the new one. */
export function changeOfProvider(
  to: Provider,
  now: Pick<Settings, 'provider' | 'baseUrl' | 'model'>,
): Partial<Settings> {
  const { servers, models } = PROVIDERS[to]
  const [server] = servers
  const [model] = models
  // A model in this browser leaves the address as it is: it is that of whatever comes after it.
  const isOthers = Object.entries(PROVIDERS).some(
    ([name, choice]) => name !== to && choice.servers.some(({ url }) => url === now.baseUrl),
  )
  const means = now.provider === 'local' || PROVIDERS[now.provider].models.includes(now.model)
  return {
    provider: to,
    ...(server && isOthers ? { baseUrl: server.url } : {}),
    ...(model !== undefined && means ? { model } : {}),
  }
}
