/** Changes as they are told: one by one, and what `.gitignore` leaves out by the folders that it is in. */
import type { FilesChanged } from '../contract/contract.ts'
import { IgnoreRules } from '../contract/ignore-rules.ts'
import { CHANGE_EVENT_MAX_PATHS } from '../contract/limits.ts'
import { WORKSPACE_ROOT } from '../contract/path.ts'
import type { FileView } from './file-view.ts'

/** Folders that count as left out whether or not a `.gitignore` names them. */
const ALWAYS_LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Gathers changes until they are told. Rules are read anew each time: they may be what has changed. */
export class ChangedFiles {
  readonly #view: Pick<FileView, 'find'>
  readonly #paths = new Set<string>()
  readonly #ignored = new Set<string>()
  #overflow = false

  constructor(view: Pick<FileView, 'find'>) {
    this.#view = view
  }

  /** Absolute paths; what is not in the workspace does not count. */
  add(paths: readonly string[]): void {
    // On overflow the listener looks at everything.
    if (this.#overflow) return
    const rules = new RulesNow(this.#view)
    for (const path of paths) {
      if (path !== WORKSPACE_ROOT && !path.startsWith(`${WORKSPACE_ROOT}/`)) continue
      const leftOut = rules.outermostLeftOut(path)
      if (leftOut === undefined) this.#paths.add(path)
      else this.#ignored.add(leftOut)
    }
    this.#overflow = this.#paths.size > CHANGE_EVENT_MAX_PATHS
    this.#gatherIgnored()
  }

  /** More changed than anybody knows. */
  overflowed(): void {
    this.#overflow = true
  }

  /** Returns the changes gathered since the last call; undefined if there are none. */
  take(): ({ readonly type: 'files_changed' } & FilesChanged) | undefined {
    const [paths, ignored, overflow] = [[...this.#paths].sort(), [...this.#ignored].sort(), this.#overflow]
    this.#paths.clear()
    this.#ignored.clear()
    this.#overflow = false
    if (paths.length + ignored.length === 0 && !overflow) return undefined
    return { type: 'files_changed', paths: paths.slice(0, CHANGE_EVENT_MAX_PATHS), ignored, overflow }
  }

  /** Too many single files are told by the folders they are in, and if need be by those above. */
  #gatherIgnored(): void {
    while (this.#ignored.size > CHANGE_EVENT_MAX_PATHS) {
      const deepest = Math.max(...Array.from(this.#ignored, depthOf))
      for (const path of this.#ignored) {
        if (depthOf(path) < deepest) continue
        this.#ignored.delete(path)
        this.#ignored.add(path.slice(0, path.lastIndexOf('/')))
      }
    }
  }
}

function depthOf(path: string): number {
  return path.split('/').length
}

/** The `.gitignore` files as they are at one moment. */
class RulesNow {
  readonly #view: Pick<FileView, 'find'>
  readonly #rules = new IgnoreRules()
  /** For each directory that was looked at the outermost one around it, or itself, that is left out. */
  readonly #directories = new Map<string, string | undefined>()

  constructor(view: Pick<FileView, 'find'>) {
    this.#view = view
    this.#directories.set(WORKSPACE_ROOT, undefined)
    this.#learn(WORKSPACE_ROOT)
  }

  outermostLeftOut(path: string): string | undefined {
    if (path === WORKSPACE_ROOT) return undefined
    const around = this.#around(parentOf(path))
    if (around !== undefined) return around + cacheIn(around, path)
    const kind = this.#view.find(path)?.kind
    // A path that is gone may have been a file or a directory.
    const isLeftOut =
      (kind !== 'directory' && this.#isLeftOut(path, false)) ||
      ((kind === 'directory' || kind === undefined) && this.#isLeftOut(path, true))
    return isLeftOut ? path : undefined
  }

  #around(directory: string): string | undefined {
    if (this.#directories.has(directory)) return this.#directories.get(directory)
    const above = this.#around(parentOf(directory))
    const found = above ?? (this.#isLeftOut(directory, true) ? directory : undefined)
    if (found === undefined) this.#learn(directory)
    this.#directories.set(directory, found)
    return found
  }

  #isLeftOut(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return ALWAYS_LEFT_OUT.has(name) || this.#rules.isIgnoredItself(inner(path), isFolder)
  }

  #learn(directory: string): void {
    const file = this.#view.find(`${directory}/.gitignore`)
    if (file?.kind === 'file') this.#rules.add(inner(directory), new TextDecoder().decode(file.content()))
  }
}

/** Tools keep what they will in dotted folders of `node_modules`: no package has changed then. */
function cacheIn(folder: string, path: string): string {
  if (!folder.endsWith('/node_modules')) return ''
  return /^\/\.[^/]+/.exec(path.slice(folder.length))?.[0] ?? ''
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Relative to the workspace, '' for itself. */
function inner(path: string): string {
  return path.slice(WORKSPACE_ROOT.length + 1)
}
