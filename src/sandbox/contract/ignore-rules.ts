import { ignoreFileRules } from './patterns/ignore-file.ts'
import type { IgnoreFileRules } from './patterns/ignore-file.ts'

/** The `.gitignore` files of a tree, each for what is below it. */
export class IgnoreRules {
  readonly #rules = new Map<string, IgnoreFileRules>()

  /** `directory` is relative, '' for the root. */
  add(directory: string, text: string): void {
    this.#rules.set(directory, ignoreFileRules(text))
  }

  /** Whether one of its own or of its folders' names is left out. */
  isIgnored(path: string, isFolder: boolean): boolean {
    const parts = path.split('/')
    return parts.some((_, index) => {
      const isLast = index === parts.length - 1
      return this.isIgnoredItself(parts.slice(0, index + 1).join('/'), !isLast || isFolder)
    })
  }

  /** Tests the path without its folders. The innermost file with a matching rule decides. */
  isIgnoredItself(path: string, isFolder: boolean): boolean {
    if (this.#rules.size === 0) return false
    const parts = path.split('/')
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const rules = this.#rules.get(parts.slice(0, depth).join('/'))
      if (rules === undefined) continue
      const { ignored, unignored } = rules.test(parts.slice(depth).join('/') + (isFolder ? '/' : ''))
      if (ignored || unignored) return ignored
    }
    return false
  }
}
