/** Which references point at a commit, as `git log --decorate` shows them. */
import { decoratePalette, diffPalette, RESET, type DecoratePart } from '../colors.ts'
import type { Repository } from '../repository.ts'
import { peel } from '../revision/resolve.ts'

interface Decoration {
  readonly kind: DecoratePart
  readonly name: string
  /** The branch that HEAD is on. */
  readonly branch?: string
}

/** Other references are not shown. */
const KINDS: readonly (readonly [prefix: string, kind: DecoratePart])[] = [
  ['refs/heads/', 'branch'],
  ['refs/remotes/', 'remoteBranch'],
  ['refs/tags/', 'tag'],
  ['refs/stash', 'stash'],
]

export class Decorations {
  readonly #repository: Repository
  readonly #byCommit = new Map<string, Decoration[]>()

  constructor(repository: Repository, full = false) {
    this.#repository = repository
    const { branch, head, objects } = repository
    const shown = (name: string): string =>
      full ? name : name.replace(/^refs\/(?:heads|remotes|tags)\//, '')
    const add = (oid: string, decoration: Decoration): void => {
      this.#byCommit.set(oid, [...(this.#byCommit.get(oid) ?? []), decoration])
    }
    if (head !== undefined)
      add(head, {
        kind: 'HEAD',
        name: 'HEAD',
        ...(branch !== undefined && { branch: shown(`refs/heads/${branch}`) }),
      })
    for (const { name, oid } of [...repository.refs.list('refs/')].reverse()) {
      const kind = KINDS.find(([prefix]) => name.startsWith(prefix))?.[1]
      if (kind === undefined || name === `refs/heads/${branch ?? ''}`) continue
      const commit = kind === 'tag' ? peel(repository, oid, 'any') : oid
      if (commit !== undefined) add(commit, { kind, name: shown(name) })
    }
    for (const oid of objects.shallow) add(oid, { kind: 'grafted', name: 'grafted' })
  }

  /** With commas between them. */
  names(oid: string, inColor: boolean): string {
    return this.#text(oid, inColor, ['', ''])
  }

  /** With a blank in front and in brackets, or nothing. */
  text(oid: string, inColor: boolean): string {
    return this.#text(oid, inColor, [' (', ')'])
  }

  #text(oid: string, inColor: boolean, [start, end]: readonly [string, string]): string {
    const found = this.#byCommit.get(oid)
    if (found === undefined) return ''
    const { config } = this.#repository
    const [kinds, marks] = inColor ? [decoratePalette(config), diffPalette(config)] : []
    const paint = (kind: DecoratePart, text: string): string => kinds?.wrap(kind, text) ?? text
    const mark = (text: string): string => (text === '' ? '' : (marks?.wrap('commit', text) ?? text))
    const names = found.map(({ kind, name, branch }) => {
      const own = `${kind === 'tag' ? 'tag: ' : ''}${name}`
      return branch === undefined ? paint(kind, own) : paint(kind, `${own} -> `) + paint('branch', branch)
    })
    const bare = inColor && start === '' ? `${marks?.code('commit') ?? ''}${RESET}` : ''
    return (mark(start) || bare) + names.join(mark(', ')) + (mark(end) || bare)
  }
}
