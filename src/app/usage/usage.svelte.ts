/** What was used over all sessions, as the agent has counted it. */
import type { UsageReport } from '../../agent/protocol/usage.ts'
import { unexpected, type Problem } from '../problem.ts'
import type { SessionModel } from '../session.svelte.ts'

export class UsageModel {
  report = $state.raw<UsageReport>()
  problem = $state.raw<Problem>()
  readonly #session: SessionModel

  constructor(session: SessionModel) {
    this.#session = session
  }

  async load(): Promise<void> {
    try {
      this.report = await this.#session.usage()
    } catch (error) {
      this.problem = unexpected('Reading the usage', error)
    }
  }
}
