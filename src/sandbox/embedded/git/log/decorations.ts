/** Which references point at a commit, as `git log --decorate` shows them. */
import type { Repository } from '../repository.ts'
import { peel } from '../revision/resolve.ts'

export class Decorations {
  readonly #byCommit = new Map<string, string[]>()

  constructor(repository: Repository, full = false) {
    const { branch, head } = repository
    const shown = (name: string): string =>
      full ? name : name.replace(/^refs\/(?:heads|remotes|tags)\//, '')
    const add = (oid: string, text: string): void => {
      this.#byCommit.set(oid, [...(this.#byCommit.get(oid) ?? []), text])
    }
    if (head !== undefined)
      add(head, branch === undefined ? 'HEAD' : `HEAD -> ${full ? `refs/heads/${branch}` : branch}`)
    const refs = repository.refs.list('refs/')
    const order = ['refs/tags/', 'refs/heads/', 'refs/remotes/']
    const rank = (name: string): number => {
      const at = order.findIndex((start) => name.startsWith(start))
      return at < 0 ? order.length : at
    }
    const sorted = [...refs].sort((a, b) => rank(a.name) - rank(b.name))
    for (const { name, oid } of sorted) {
      if (name === `refs/heads/${branch ?? ''}`) continue
      const commit = name.startsWith('refs/tags/') ? peel(repository, oid, 'any') : oid
      if (commit !== undefined)
        add(commit, name.startsWith('refs/tags/') ? `tag: ${shown(name)}` : shown(name))
    }
  }

  names(oid: string): readonly string[] {
    return this.#byCommit.get(oid) ?? []
  }

  /** With a blank in front and in brackets, or nothing. */
  text(oid: string): string {
    const names = this.names(oid)
    return names.length === 0 ? '' : ` (${names.join(', ')})`
  }
}
