/** The project's own configuration, and whether the user has trusted it. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { ProjectAnswer, ProjectQuestion } from '../../agent/protocol/calls/project-identity.ts'
import type { ProjectState } from '../../agent/protocol/calls/permissions.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../problem.ts'
import { screen as t } from '../language/en/screen.ts'

export class ProjectModel {
  /** Null: it brings nothing. */
  state = $state.raw<ProjectState | null>(null)
  /** Whether this is a project that is known; null when nothing is asked. */
  question = $state.raw<ProjectQuestion | null>(null)
  /** The person wanted to be asked, and need not answer. */
  isAskedAgain = $state(false)
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
  decide(shown: ProjectState, isTrusted: boolean): Promise<boolean> {
    return this.#keep(() => this.#agent.project.decide(shown.hash, isTrusted))
  }

  /** Asks again which project this is. False where no earlier import is like it. */
  async askAgain(): Promise<boolean> {
    this.question = await this.#agent.project.askAgain()
    this.isAskedAgain = this.question !== null
    return this.isAskedAgain
  }

  /** The agent asks, or asks nothing any more. */
  asked(question: ProjectQuestion | null): void {
    this.question = question
    this.isAskedAgain = false
  }

  /** Says which project this is. True when it was taken. */
  settle(answer: ProjectAnswer): Promise<boolean> {
    return this.#keep(() => this.#agent.project.settle(answer))
  }

  async #keep(decide: () => Promise<Result<void>>): Promise<boolean> {
    try {
      const decided = await decide()
      this.problem = decided.ok ? undefined : { message: decided.error.message, hint: decided.error.hint }
      return decided.ok
    } catch (error) {
      this.problem = unexpected(t.keepingDecision, error)
      return false
    }
  }
}
