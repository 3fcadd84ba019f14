/** How long the service keeps what a request marks. An hour costs more to write, and only who comes back gets it back. */
import type { QuerySource } from '../../protocol/prompt-cache.ts'

export type CacheTtl = '5m' | '1h'

/** These go on from what the one before has left; all others ask once. */
const COMES_BACK: ReadonlySet<QuerySource> = new Set(['main', 'subagent', 'compaction'])

/** One a session: the choice of its first request holds, because the other marks are another cache. */
export class TtlLatch {
  #latched: CacheTtl | undefined

  of(source: QuerySource, wantsHour: boolean): CacheTtl {
    if (!COMES_BACK.has(source)) return '5m'
    this.#latched ??= wantsHour ? '1h' : '5m'
    return this.#latched
  }

  forget(): void {
    this.#latched = undefined
  }
}
