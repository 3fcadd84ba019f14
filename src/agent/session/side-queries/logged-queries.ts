import type { EventBody } from '../../protocol/events.ts'
import { sideQuery } from './side-query.ts'
import type { SideAnswer, SideQuery, SideQueryParts } from './side-query.ts'

/** Makes a side query. Rejects only where the client breaks its contract. */
export type AskAside = (query: SideQuery) => Promise<SideAnswer>

export interface LoggedQueriesOptions extends SideQueryParts {
  /** Takes the events as they happen, in their order; it does not throw. */
  readonly log: (event: EventBody) => void
  /** Stops all of them. */
  readonly signal: AbortSignal
}

/** Side queries of callers that yield no events themselves: those go to the log from here. */
export class LoggedQueries {
  readonly #options: LoggedQueriesOptions
  readonly #open = new Set<Promise<unknown>>()

  constructor(options: LoggedQueriesOptions) {
    this.#options = options
  }

  readonly ask: AskAside = (query) => {
    const asked = this.#ask(query)
    this.#open.add(asked)
    const closed = () => void this.#open.delete(asked)
    asked.then(closed, closed)
    return asked
  }

  /** Resolves when none is open: the log then has both events of each. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open)
  }

  async #ask(query: SideQuery): Promise<SideAnswer> {
    const { log, signal } = this.#options
    const events = sideQuery(this.#options, { ...query, signal: AbortSignal.any([query.signal, signal]) })
    for (;;) {
      const step = await events.next()
      if (step.done) return step.value
      log(step.value)
    }
  }
}
