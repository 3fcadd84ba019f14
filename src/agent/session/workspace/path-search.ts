/** Finds files and folders of the workspace by a few typed letters, over an index that follows what changes. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'
import { INDEXED_PATHS } from '../../limits.ts'
import type { FoundPaths } from '../../protocol/calls/files.ts'
import { PathIndex } from './path-index.ts'

/** Kinds of search: a newer one of a kind ends an older one, which returns its results so far. */
type Kind = 'find' | 'filter'

export class PathSearch {
  readonly #newId: () => string
  #index: Promise<Result<PathIndex>> | undefined
  readonly #asked = new Map<Kind, AbortController>()

  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** The files are others now: the next question reads them anew. */
  forget(): void {
    this.#index = undefined
  }

  /** Relative paths that fit these letters, the best first; a folder ends in a slash. */
  find(sandbox: Sandbox, query: string, limit: number): Promise<Result<readonly string[]>> {
    return this.#ask('find', sandbox, (index, signal) => index.find(query, limit, signal))
  }

  /** Relative paths of files that have this text in them. */
  filter(sandbox: Sandbox, text: string, limit: number): Promise<Result<FoundPaths>> {
    return this.#ask('filter', sandbox, (index, signal) => index.containing(text, limit, signal))
  }

  async #ask<T>(
    kind: Kind,
    sandbox: Sandbox,
    question: (index: PathIndex, signal: AbortSignal) => Promise<T>,
  ): Promise<Result<T>> {
    this.#asked.get(kind)?.abort()
    const asked = new AbortController()
    this.#asked.set(kind, asked)
    this.#index ??= this.#read(sandbox)
    const index = await this.#index
    return index.ok ? ok(await question(index.value, asked.signal)) : index
  }

  async #read(sandbox: Sandbox): Promise<Result<PathIndex>> {
    const found = await sandbox.glob({ id: this.#newId(), pattern: '**/*', limit: INDEXED_PATHS })
    if (!found.ok) {
      this.#index = undefined
      return found
    }
    const index = new PathIndex()
    await index.add(found.value.paths.map((path) => relativeTo(path)))
    return ok(index)
  }
}
