/** Sharing through a store: what is under way, and what was shared before. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { SharedRecording } from '../../agent/protocol/calls/sharing.ts'
import type { RecordingChoice } from '../../agent/protocol/calls/history.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../problem.ts'
import { share as t } from '../language/en/share.ts'

export class StoreShareModel {
  /** Host of the store that is set up; '' if there is none. */
  host = $state('')
  /** The transfer under way, in the user's words. */
  transfer = $state<string>()
  made = $state.raw<SharedRecording>()
  shared = $state.raw<readonly SharedRecording[]>([])
  /** Ids of those that their store would not delete. */
  kept = $state.raw<ReadonlySet<string>>(new Set())
  problem = $state.raw<Problem>()

  readonly #agent: AgentApi
  readonly #choice: () => RecordingChoice

  constructor(agent: AgentApi, choice: () => RecordingChoice) {
    this.#agent = agent
    this.#choice = choice
  }

  /** Opens that recording in this Vivarium. */
  addressOf({ fragment }: SharedRecording): string {
    return `${location.origin}/${fragment}`
  }

  async load(): Promise<void> {
    try {
      const [{ host }, shared] = await Promise.all([this.#agent.sharing.store(), this.#agent.sharing.list()])
      this.host = host
      this.shared = shared
    } catch (error) {
      this.problem = unexpected(t.readingShared, error)
    }
  }

  async upload(): Promise<void> {
    this.made = undefined
    this.made = await this.#move(t.uploading(this.host), () => this.#agent.sharing.share(this.#choice()))
    await this.load()
  }

  async unshare(id: string, onlyHere = false): Promise<void> {
    const done = await this.#move(t.deleting, async () => {
      const gone = await this.#agent.sharing.unshare(id, { onlyHere })
      return gone.ok ? { ok: true, value: true } : gone
    })
    if (done === undefined) this.kept = new Set(this.kept).add(id)
    else if (this.made?.id === id) this.made = undefined
    await this.load()
  }

  cancel(): void {
    void this.#agent.sharing.cancel()
  }

  async #move<T>(what: string, call: () => Promise<Result<T>>): Promise<T | undefined> {
    this.transfer = what
    this.problem = undefined
    try {
      const moved = await call()
      if (moved.ok) return moved.value
      this.problem = { message: moved.error.message, hint: moved.error.hint }
    } catch (error) {
      this.problem = unexpected(what, error)
    } finally {
      this.transfer = undefined
    }
    return undefined
  }
}
