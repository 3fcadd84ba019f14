/**
 * The tools that the model is told of, sticky: tools in a session's first requests stay there, since each
 * change of the list makes the provider read the whole prompt anew instead of from the cache. A tool that a
 * rule denies in the middle of a session stays listed, and its calls are denied; the next session does not
 * list it.
 */
import type { ToolSpec } from '../model/contract.ts'

/** One per session. */
export class ToolLatch {
  readonly #told = new Set<string>()

  /** Tools of `all`, in their order, that are `allowed` now or were listed before. */
  list(all: readonly ToolSpec[], allowed: readonly ToolSpec[]): readonly ToolSpec[] {
    for (const { name } of allowed) this.#told.add(name)
    return all.filter(({ name }) => this.#told.has(name))
  }
}
