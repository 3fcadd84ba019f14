/** Side queries of a test: their events go into a list, and their ids are q1, q2, … */
import type { EventBody } from '../../protocol/events.ts'
import { LoggedQueries } from './logged-queries.ts'
import type { LoggedQueriesOptions } from './logged-queries.ts'

export function loggedQueries(
  parts: Pick<LoggedQueriesOptions, 'client' | 'costOf'> & Partial<LoggedQueriesOptions>,
  log: EventBody[],
): LoggedQueries {
  let ids = 0
  return new LoggedQueries({
    newId: () => `q${++ids}`,
    now: () => 0,
    signal: new AbortController().signal,
    log: (event) => void log.push(event),
    ...parts,
  })
}
