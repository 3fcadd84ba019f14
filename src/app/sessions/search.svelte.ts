/** Searching all sessions while the person types. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { FoundTexts } from '../../agent/protocol/calls/session-search.ts'
import { unexpected, type Problem } from '../problem.ts'
import { sessions as t } from '../language/en/sessions.ts'

/** Milliseconds without a key after which it is searched. */
const PAUSE_MS = 80

export class SearchModel {
  question = $state('')
  /** Undefined while nothing is asked, or the first answer is on its way. */
  result = $state.raw<FoundTexts>()
  problem = $state.raw<Problem>()
  searching = $state(false)

  readonly #agent: AgentApi
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  get active(): boolean {
    return this.question.trim() !== ''
  }

  ask(question: string): void {
    this.question = question
    clearTimeout(this.#timer)
    this.searching = this.active
    if (this.active) this.#timer = setTimeout(() => void this.#search(question), PAUSE_MS)
    else this.result = undefined
  }

  async #search(question: string): Promise<void> {
    try {
      const result = await this.#agent.sessions.search(question)
      // A newer question has an answer of its own coming.
      if (question !== this.question) return
      this.result = result
      this.problem = undefined
    } catch (error) {
      if (question !== this.question) return
      this.problem = unexpected(t.theSearch, error)
    }
    this.searching = false
  }
}
