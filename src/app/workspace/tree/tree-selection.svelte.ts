/** Which rows are chosen: the one that the keyboard is on, and what Shift and Ctrl have added to it. */
import type { TreeRow } from '../file-tree.ts'

export class TreeSelection {
  /** Chosen besides the active row; empty most of the time. */
  extra = $state.raw<ReadonlySet<string>>(new Set())
  #anchor: string | undefined

  /** A plain choice: nothing else is chosen. */
  only(path: string): void {
    this.extra = new Set()
    this.#anchor = path
  }

  /** Ctrl: in or out. `active` is the row that was chosen until now. */
  toggle(path: string, active: string | undefined): void {
    const next = new Set(this.extra)
    if (active !== undefined && next.size === 0) next.add(active)
    if (!next.delete(path)) next.add(path)
    this.extra = next
    this.#anchor = path
  }

  /** Shift: all from the last plain choice to here. */
  extendTo(path: string, rows: readonly TreeRow[], active: string | undefined): void {
    this.#anchor ??= active ?? path
    const ends = [
      rows.findIndex((row) => row.path === this.#anchor),
      rows.findIndex((row) => row.path === path),
    ]
    const [from, to] = [Math.max(0, Math.min(...ends)), Math.max(...ends)]
    this.extra = new Set(rows.slice(from, to + 1).map((row) => row.path))
  }

  /** All that an action is for, when it was asked for at `active`. */
  paths(active: string | undefined): readonly string[] {
    if (active === undefined) return [...this.extra]
    return this.extra.size > 1 && this.extra.has(active) ? [...this.extra] : [active]
  }

  has(path: string): boolean {
    return this.extra.has(path)
  }
}
