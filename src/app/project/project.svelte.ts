/** The project's own configuration, and whether the user has trusted it. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { ProjectState } from '../../agent/protocol/calls/permissions.ts'
import { unexpected, type Problem } from '../problem.ts'
import { project as t } from '../language/en/project.ts'

export class ProjectModel {
  /** Null: it brings nothing. */
  state = $state.raw<ProjectState | null>(null)
  problem = $state.raw<Problem>()
  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** There is something that the person has not said a word about. */
  get isNew(): boolean {
    return this.state?.status === 'unseen' || this.state?.status === 'changed'
  }

  /** Decides about exactly the shown state. True when it was taken. */
  async decide(shown: ProjectState, isTrusted: boolean): Promise<boolean> {
    try {
      const decided = await this.#agent.project.decide(shown.hash, isTrusted)
      this.problem = decided.ok ? undefined : { message: decided.error.message, hint: decided.error.hint }
      return decided.ok
    } catch (error) {
      this.problem = unexpected(t.keepingDecision, error)
      return false
    }
  }
}
