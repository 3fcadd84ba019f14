/** The models that run in this tab: which there are, and one that is being fetched or chosen. */
import type {
  LocalModel,
  LocalModels,
  ModelOffer,
  ModelProgress,
} from '../../agent/protocol/calls/local-models.ts'
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { Settings } from '../../agent/protocol/settings.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { LOCAL_ANSWER_TOKENS, LOCAL_CONTEXT_TOKENS } from '../limits.ts'
import { unexpected, type Problem } from '../problem.ts'
import { localModels as t } from '../language/en/local-models.ts'

export class LocalModelsModel {
  /** Undefined until the agent has told them. */
  state = $state.raw<LocalModels>()
  /** The server's offer for the address, until it is downloaded or another address is typed. */
  offer = $state.raw<ModelOffer & { readonly url: string }>()
  /** Progress of the model being stored. */
  progress = $state.raw<ModelProgress>()
  /** Something is asked for or stored. */
  busy = $state(false)
  problem = $state.raw<Problem>()

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    try {
      this.state = await this.#agent.localModels.list()
    } catch (error) {
      this.problem = unexpected(t.looking, error)
    }
  }

  /** How large it is, before anything is downloaded. */
  async look(url: string): Promise<void> {
    this.offer = undefined
    const offer = await this.#try(t.asking, () => this.#agent.localModels.offered(url))
    if (offer) this.offer = { ...offer, url }
  }

  async download(): Promise<LocalModel | undefined> {
    const { offer } = this
    if (!offer) return undefined
    const model = await this.#try(t.downloading, () => this.#agent.localModels.download(offer.url))
    if (model) this.offer = undefined
    await this.load()
    return model
  }

  async add(files: readonly File[]): Promise<LocalModel | undefined> {
    const model = await this.#try(t.storingModel, () => this.#agent.localModels.add(files))
    await this.load()
    return model
  }

  cancel(): void {
    void this.#agent.localModels.cancel()
  }

  async remove(name: string): Promise<void> {
    await this.#try(t.deleting(name), () => this.#agent.localModels.remove(name))
    await this.load()
  }

  async #try<T>(what: string, work: () => Promise<Result<T>>): Promise<T | undefined> {
    this.problem = undefined
    this.busy = true
    try {
      const result = await work()
      if (result.ok) return result.value
      // The user who cancelled needs no message.
      if (result.error.kind !== 'cancelled')
        this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(what, error)
    } finally {
      this.busy = false
      this.progress = undefined
    }
    return undefined
  }
}

/** The settings with which it answers. Facts that the person has given of it stay as they are. */
export function settingsFor(
  { name, contextLength }: LocalModel,
  { models }: Pick<Settings, 'models'>,
): Partial<Settings> {
  const known = Object.hasOwn(models, name) ? models[name] : undefined
  return {
    provider: 'local',
    model: name,
    models: {
      ...models,
      [name]: known ?? {
        contextWindow:
          contextLength > 0 ? Math.min(contextLength, LOCAL_CONTEXT_TOKENS) : LOCAL_CONTEXT_TOKENS,
        maxOutput: LOCAL_ANSWER_TOKENS,
        vision: false,
        thinking: 'none',
        tools: 'minimal',
        price: { input: 0, output: 0 },
      },
    },
  }
}
