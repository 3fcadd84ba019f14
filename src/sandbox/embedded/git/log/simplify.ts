/** History as it looks to someone who asks for some paths only: of a merge that took one side's, that side. */
import type { Repository } from '../repository.ts'
import type { Pathspec } from '../worktree/pathspec.ts'
import { diffTrees } from '../worktree/tree-files.ts'

export class PathHistory {
  readonly #repository: Repository
  readonly #pathspec: Pathspec
  readonly #firstParent: boolean
  readonly #known = new Map<string, { readonly parents: readonly string[]; readonly touches: boolean }>()

  constructor(repository: Repository, pathspec: Pathspec, firstParent: boolean) {
    this.#repository = repository
    this.#pathspec = pathspec
    this.#firstParent = firstParent
  }

  parents(oid: string): readonly string[] {
    return this.#look(oid).parents
  }

  /** The commit is not, in these paths, what one of its parents is. */
  touches(oid: string): boolean {
    return this.#look(oid).touches
  }

  /** The nearest that touch the paths, among those that `isInside`. */
  touchingParents(oid: string, isInside: (oid: string) => boolean): string[] {
    const found = new Set<string>()
    for (const parent of this.parents(oid)) {
      let at: string | undefined = parent
      while (at !== undefined && isInside(at) && !this.touches(at)) at = this.parents(at)[0]
      if (at !== undefined && isInside(at)) found.add(at)
    }
    return [...found]
  }

  #look(oid: string): { readonly parents: readonly string[]; readonly touches: boolean } {
    const known = this.#known.get(oid)
    if (known !== undefined) return known
    const { objects } = this.#repository
    const commit = objects.commit(oid)
    const parents = this.#firstParent ? commit.parents.slice(0, 1) : commit.parents
    const differs = (before: string | undefined): boolean =>
      diffTrees(objects, before, commit.tree, (path) => this.#pathspec.mayMatchBelow(path)).some((change) =>
        this.#pathspec.matches(change.path),
      )
    const same = parents.find((parent) => !differs(objects.commit(parent).tree))
    const touches = parents.length === 0 ? differs(undefined) : same === undefined
    const found = { parents: same === undefined ? parents : [same], touches }
    this.#known.set(oid, found)
    return found
  }
}
