/** The list of sessions, as it is when the dialog is open. */
import type { AgentApi, SessionSummary } from '../../agent/protocol/rpc.ts'
import type { Result } from '../../sandbox/errors.ts'
import { unexpected, type Problem } from '../problem.ts'

export class SessionsModel {
  /** Undefined until it has been read once. */
  list = $state.raw<readonly SessionSummary[]>()
  problem = $state.raw<Problem>()

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    try {
      const list = await this.#agent.listSessions()
      this.list = list.toSorted((a, b) => b.updatedAt - a.updatedAt)
    } catch (error) {
      this.problem = unexpected('Reading the sessions', error)
    }
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#change('Renaming', () => this.#agent.renameSession(id, title))
  }

  async delete(id: string): Promise<void> {
    await this.#change('Deleting', () => this.#agent.deleteSession(id))
  }

  async #change(what: string, call: () => Promise<Result<void>>): Promise<void> {
    this.problem = undefined
    try {
      const result = await call()
      if (!result.ok) this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(what, error)
    }
    await this.load()
  }
}
