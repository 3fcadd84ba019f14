/** A preview of the data that a link or a file would carry, before anything leaves. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type {
  RecordingChoice,
  SharePreview,
  Step,
  TranscriptFormat,
} from '../../agent/protocol/calls/history.ts'
import { unexpected, type Problem } from '../problem.ts'
import { StoreShareModel } from './store-share.svelte.ts'
import { share as t } from '../language/en/share.ts'

export class ShareModel {
  preview = $state.raw<SharePreview>()
  steps = $state.raw<readonly Step[]>([])
  /** The last step that is shared; undefined: all. */
  toSeq = $state<number>()
  /** Paths that stay here. */
  without = $state.raw<ReadonlySet<string>>(new Set())
  problem = $state.raw<Problem>()
  working = $state(false)

  readonly store: StoreShareModel

  readonly #agent: AgentApi
  /** Number of the last request: answers to others come too late. */
  #asked = 0

  constructor(agent: AgentApi) {
    this.#agent = agent
    this.store = new StoreShareModel(agent, () => this.#choice)
  }

  async load(): Promise<void> {
    const asked = ++this.#asked
    this.working = true
    this.problem = undefined
    try {
      this.steps = await this.#agent.history.steps()
      const preview = await this.#agent.recordings.preview(this.#choice)
      if (asked !== this.#asked) return
      this.preview = preview.ok ? preview.value : undefined
      if (!preview.ok) this.problem = { message: preview.error.message, hint: preview.error.hint }
    } catch (error) {
      if (asked === this.#asked) this.problem = unexpected(t.preparing, error)
    }
    if (asked === this.#asked) this.working = false
  }

  toggle(path: string): void {
    const without = new Set(this.without)
    if (!without.delete(path)) without.add(path)
    this.without = without
    void this.load()
  }

  /** The recording, or what was said and done as text. */
  async file(
    format: TranscriptFormat | 'vivarium' = 'vivarium',
  ): Promise<{ readonly name: string; readonly data: Uint8Array } | undefined> {
    try {
      const made = await (format === 'vivarium'
        ? this.#agent.recordings.file(this.#choice)
        : this.#agent.recordings.transcript(this.#choice, format))
      if (made.ok) return made.value
      this.problem = { message: made.error.message, hint: made.error.hint }
    } catch (error) {
      this.problem = unexpected(t.makingFile, error)
    }
    return undefined
  }

  get #choice(): RecordingChoice {
    return {
      ...(this.toSeq === undefined ? {} : { toSeq: this.toSeq }),
      without: [...this.without],
    }
  }
}
