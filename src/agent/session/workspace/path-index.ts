/**
 * All paths of the workspace, found by a few typed letters: in slices, so that neither a run nor a newer query waits
 * for an older one. A path that lacks one of the letters costs a bit operation.
 */
import { Pause } from '../../../sandbox/contract/pause.ts'
import type { FoundPaths } from '../../protocol/calls/files.ts'
import { letterMask, fuzzyBound, fuzzyScore } from '../../protocol/text/fuzzy.ts'

/** Milliseconds without letting others through. */
const SLICE_MS = 4
/** Paths between two looks at the clock. */
const LOOK_EVERY = 512

interface Found {
  readonly path: string
  readonly score: number
}

export class PathIndex {
  readonly #paths: string[] = []
  readonly #lower: string[] = []
  readonly #masks: number[] = []

  get size(): number {
    return this.#paths.length
  }

  /** Takes paths up, with the folders on the way to them; stops when `signal` aborts. A folder ends in a slash. */
  async add(paths: Iterable<string>, signal?: AbortSignal): Promise<void> {
    const folders = new Set<string>()
    const pause = new Pause(SLICE_MS)
    let count = 0
    for (const path of paths) {
      for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
        const folder = path.slice(0, slash + 1)
        if (folders.has(folder)) break
        folders.add(folder)
        this.#take(folder)
      }
      this.#take(path)
      if (++count % LOOK_EVERY === 0 && pause.due()) await pause.take()
      if (signal?.aborted) return
    }
  }

  /**
   * The best first, at most so many; in index order if nothing is typed. When `signal` aborts, it returns the
   * matches so far.
   */
  async find(query: string, limit: number, signal?: AbortSignal): Promise<readonly string[]> {
    const wanted = query.toLowerCase().replaceAll(/\s+/g, '')
    const mask = letterMask(wanted)
    if (wanted === '') return this.#paths.slice(0, limit)
    const best: Found[] = []
    const pause = new Pause(SLICE_MS)
    for (let index = 0; index < this.#paths.length; index++) {
      if (index % LOOK_EVERY === 0 && pause.due()) await pause.take()
      if (signal?.aborted) break
      if (((this.#masks[index] ?? 0) & mask) !== mask) continue
      this.#consider(best, limit, { index, wanted })
    }
    return best.map(({ path }) => path)
  }

  /**
   * Files with this text in their path, in either case, that ends in their name: `app/Main` finds `src/app/main.ts`, `app` does not.
   * As they were taken up, at most so many; `total` is how many there are.
   */
  async containing(text: string, limit: number, signal?: AbortSignal): Promise<FoundPaths> {
    const wanted = text.toLowerCase()
    const mask = letterMask(wanted)
    const paths: string[] = []
    const pause = new Pause(SLICE_MS)
    let total = 0
    for (const [index, lower] of this.#lower.entries()) {
      if (index % LOOK_EVERY === 0 && pause.due()) await pause.take()
      if (signal?.aborted) break
      if (((this.#masks[index] ?? 0) & mask) !== mask) continue
      const at = lower.lastIndexOf(wanted)
      if (at < 0 || lower.endsWith('/') || lower.includes('/', at + wanted.length)) continue
      total += 1
      if (paths.length < limit) paths.push(this.#paths[index] ?? '')
    }
    return { paths, total }
  }

  #take(path: string): void {
    const lower = path.toLowerCase()
    this.#paths.push(path)
    this.#lower.push(lower)
    this.#masks.push(letterMask(lower))
  }

  #consider(best: Found[], limit: number, { index, wanted }: { index: number; wanted: string }): void {
    const path = this.#paths[index] ?? ''
    const worst = best.length < limit ? -Infinity : (best.at(-1)?.score ?? -Infinity)
    if (fuzzyBound(wanted.length, path.length) <= worst) return
    const score = fuzzyScore(wanted, path, this.#lower[index])
    if (score === undefined || score <= worst) return
    const place = best.findIndex((found) => found.score < score)
    best.splice(place < 0 ? best.length : place, 0, { path, score })
    if (best.length > limit) best.pop()
  }
}
