/** The tree by a part of the files' paths: all of the workspace is looked through, not only what has been opened. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { FILTER_MS, FILTER_PATHS } from '../../limits.ts'
import { ancestors, parentPath, treeRows, type Listings, type TreeRow } from '../file-tree.ts'

export class TreeFilter {
  /** Undefined while nothing is filtered. */
  rows = $state.raw<readonly TreeRow[]>()
  /** How many match in all. */
  total = $state(0)
  #text = $state('')

  readonly #agent: AgentApi
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  get text(): string {
    return this.#text
  }
  set text(text: string) {
    this.#text = text
    this.refresh()
  }

  /** Files have changed, or the text has. */
  refresh(): void {
    clearTimeout(this.#timer)
    if (this.#text.trim() === '') {
      this.#asked += 1
      this.rows = undefined
      return
    }
    this.#timer = setTimeout(() => void this.#find(), FILTER_MS)
  }

  reset(): void {
    this.text = ''
  }

  async #find(): Promise<void> {
    this.#asked += 1
    const asked = this.#asked
    const result = await this.#agent.files.filterPaths(this.#text.trim(), FILTER_PATHS).catch(() => undefined)
    if (asked !== this.#asked) return
    const paths = result?.ok ? result.value.paths : []
    this.total = result?.ok ? result.value.total : 0
    this.rows = rowsOf(paths)
  }
}

/** A tree of these files and the way to each, all of it open. */
function rowsOf(paths: readonly string[]): readonly TreeRow[] {
  const kinds = new Map<string, 'file' | 'directory'>()
  for (const path of paths) {
    kinds.set(path, 'file')
    for (const folder of ancestors(path)) kinds.set(folder, 'directory')
  }
  const listings: Map<string, { name: string; kind: 'file' | 'directory'; size: number; mode: number }[]> =
    new Map()
  for (const [path, kind] of kinds) {
    const folder = parentPath(path)
    const entries = listings.get(folder) ?? []
    entries.push({ name: path.slice(folder === '' ? 0 : folder.length + 1), kind, size: 0, mode: 0 })
    listings.set(folder, entries)
  }
  return treeRows(listings satisfies Listings, new Set(kinds.keys()))
}
