/** Finds files and folders of the workspace by a few typed letters, over an index that follows what changes. */
import type { Sandbox } from '../../sandbox/contract.ts'
import type { Result } from '../../sandbox/errors.ts'
import { ok } from '../../sandbox/errors.ts'
import { relativeTo } from '../../sandbox/path.ts'
import { INDEXED_PATHS } from '../limits.ts'
import { PathIndex } from './path-index.ts'

export class PathSearch {
  readonly #newId: () => string
  #index: Promise<Result<PathIndex>> | undefined
  #query = new AbortController()

  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** The files are others now: the next query reads them anew. */
  forget(): void {
    this.#index = undefined
  }

  /** Relative paths, the best first; a folder ends in a slash. A newer query ends an older one, which has what it has. */
  async find(sandbox: Sandbox, query: string, limit: number): Promise<Result<readonly string[]>> {
    this.#query.abort()
    this.#query = new AbortController()
    const { signal } = this.#query
    this.#index ??= this.#read(sandbox)
    const index = await this.#index
    return index.ok ? ok(await index.value.find(query, limit, signal)) : index
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
