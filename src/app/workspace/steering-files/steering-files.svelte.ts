/** Files that steer tools and that nobody has accepted as they are: shown before they leave with an export, and when the user asks. */
import type { SteeringChange } from '../../../agent/protocol/calls/steering-files.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { fileContent, type FileVersions } from '../file-content.ts'
import { files as t } from '../../language/en/files.ts'

interface SteeringReview {
  readonly changes: readonly SteeringChange[]
  readonly purpose: 'export' | 'accept'
}

export class SteeringFilesModel {
  /** The dialog's list; undefined while it is closed. */
  review = $state.raw<SteeringReview>()
  ticked = $state.raw<ReadonlySet<string>>(new Set())
  problem = $state.raw<Problem>()
  /** Held instruction files, as the session has them, that the notice was closed for. */
  dismissed = $state.raw<readonly string[]>()
  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** True where there is something to look at, which is then shown. Files that cannot be looked at are held back by the export. */
  async ask(purpose: SteeringReview['purpose']): Promise<boolean> {
    this.problem = undefined
    const changes = await this.#attempt(t.lookingForSteering, () => this.#agent.steeringFiles.pending())
    if (changes === undefined || changes.length === 0) return false
    this.ticked = new Set()
    this.review = { changes, purpose }
    return true
  }

  tick(path: string, isTicked: boolean): void {
    const next = new Set(this.ticked)
    if (isTicked) next.add(path)
    else next.delete(path)
    this.ticked = next
  }

  /** Rejects with a sentence for the user. */
  async versions(change: SteeringChange): Promise<FileVersions> {
    const read = await this.#agent.steeringFiles.versions(change)
    if (!read.ok) throw new Error(read.error.message)
    const content = (data: Uint8Array | undefined) => data && fileContent(change.path, data)
    return { before: content(read.value.inForce), after: content(read.value.now) }
  }

  /** The ticked ones, as they were shown. False when one is another by now: the dialog then shows the new list. */
  async accept(): Promise<boolean> {
    const ticked = this.review?.changes.filter(({ path }) => this.ticked.has(path)) ?? []
    if (ticked.length === 0) return true
    const accepted = await this.#attempt(t.acceptingSteering, async () => {
      const done = await this.#agent.steeringFiles.accept(ticked)
      return done.ok ? { ok: true, value: true } : done
    })
    if (accepted) return true
    const { problem, review } = this
    if (await this.ask(review?.purpose ?? 'accept')) this.problem = problem
    return false
  }

  close(): void {
    this.review = undefined
  }

  async #attempt<T>(what: string, call: () => Promise<Result<T>>): Promise<T | undefined> {
    try {
      const result = await call()
      if (result.ok) return result.value
      this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(what, error)
    }
    return undefined
  }
}
