/** Usage outside this session's log, and the next request's, as the agent reports it. */
import type { UsageOverview } from '../../agent/protocol/usage.ts'
import { unexpected, type Problem } from '../problem.ts'
import type { SessionModel } from '../session.svelte.ts'
import { usage as t } from '../language/en/usage.ts'

export class UsageModel {
  overview = $state.raw<UsageOverview>()
  problem = $state.raw<Problem>()
  readonly #session: SessionModel

  constructor(session: SessionModel) {
    this.#session = session
  }

  async load(): Promise<void> {
    try {
      this.overview = await this.#session.usageOverview()
    } catch (error) {
      this.problem = unexpected(t.readingUsage, error)
    }
  }
}
