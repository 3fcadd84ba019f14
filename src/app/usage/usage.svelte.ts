/** What the next request will take, as the agent foretells it. */
import type { NextRequest } from '../../agent/protocol/usage.ts'
import { unexpected, type Problem } from '../problem.ts'
import type { SessionModel } from '../session.svelte.ts'

export class UsageModel {
  next = $state.raw<NextRequest>()
  problem = $state.raw<Problem>()
  readonly #session: SessionModel

  constructor(session: SessionModel) {
    this.#session = session
  }

  async load(): Promise<void> {
    try {
      this.next = await this.#session.nextRequest()
    } catch (error) {
      this.problem = unexpected('Foretelling the next request', error)
    }
  }
}
