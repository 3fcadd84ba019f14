/** Which model answers a run, and what becomes of a request that failed: the fallback takes over for its rest. */
import type { LoopDeps } from '../../loop/deps.ts'
import type { CacheTtl } from '../../model/anthropic/cache-ttl.ts'
import { costOf, modelFacts } from '../../model/models.ts'
import type { ModelFacts } from '../../model/models.ts'
import type { OverloadBreaker } from '../../model/overload-breaker.ts'
import { retryDecision } from '../../model/retry-policy.ts'
import type { PromptWatchOptions } from '../../observe/prompt-watch.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { QuerySource } from '../../protocol/prompt-cache.ts'
import type { Settings } from '../../protocol/settings.ts'

export interface RunModelOptions {
  readonly settings: Settings
  readonly source: QuerySource
  readonly overload: OverloadBreaker
  readonly cacheTtl?: CacheTtl
}

export class RunModel {
  readonly service: LoopDeps['service']
  readonly #settings: Settings
  readonly #source: QuerySource
  readonly #cacheTtl: CacheTtl
  #name: string
  #facts: ModelFacts

  constructor({ settings, source, overload, cacheTtl = '5m' }: RunModelOptions) {
    this.#settings = settings
    this.#source = source
    this.#cacheTtl = cacheTtl
    this.#name = settings.model
    this.#facts = modelFacts(settings.model, settings.models)
    const service = () => `${settings.baseUrl} ${this.#name}`
    this.service = {
      admit: () => overload.admit(service()),
      overloaded: () => overload.overloaded(service()),
      answered: () => overload.answered(service()),
    }
  }

  /** The model that is asked next. */
  get name(): string {
    return this.#name
  }

  /** Facts of that model: read at the time of a request, as the fallback has others. */
  get facts(): ModelFacts {
    return this.#facts
  }

  readonly retryDecision: LoopDeps['retryDecision'] = (error, attempt) =>
    retryDecision(error, attempt, {
      source: this.#source,
      persistent: this.#settings.persistentRetry,
      hasFallback: this.#name === this.#settings.model && this.#fallback !== undefined,
    })

  /** The other model, from here on; undefined when there is none. */
  readonly fallBack: LoopDeps['fallBack'] = () => {
    const model = this.#fallback
    if (model === undefined) return undefined
    this.#name = model
    this.#facts = modelFacts(model, this.#settings.models)
    return { by: model, contextWindow: this.#facts.contextWindow }
  }

  readonly costOf: LoopDeps['costOf'] = (model, usage) =>
    costOf(model, usage, this.#settings.models, this.#cacheTtl)

  get #fallback(): string | undefined {
    const { fallbackModel } = this.#settings
    return fallbackModel === '' || fallbackModel === this.#name ? undefined : fallbackModel
  }
}

/** Notice of the facts assumed of an unknown model. */
export function assumptions({ name, facts }: Pick<RunModel, 'name' | 'facts'>): EventBody {
  const tokens = (count: number) => count.toLocaleString('en')
  const text =
    `Nothing is known of the model "${name}". Assumed are a context window of ${tokens(facts.contextWindow)} tokens, ` +
    `answers of up to ${tokens(facts.maxOutput)}, and ${facts.vision ? 'that it takes images' : 'no images'}. ` +
    'What it really can do is said in Settings, "Model facts".'
  return { type: 'notice', level: 'info', text }
}

/**
 * Service and headers, which select the provider's cache together with the request. Header values may be
 * secrets: only betas are included.
 */
export function sendingOf(
  { provider, baseUrl }: Pick<Settings, 'provider' | 'baseUrl'>,
  headers: Readonly<Record<string, string>>,
): PromptWatchOptions['sending'] {
  const told = Object.entries(headers).map(([name, value]) =>
    name === 'anthropic-beta' ? `${name}: ${value}` : name,
  )
  return {
    service: `${provider} ${baseUrl}`,
    headers: told.sort().join('\n'),
    looksBack: provider === 'anthropic',
  }
}
