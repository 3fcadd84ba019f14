/** References: loose files, `packed-refs`, symbolic ones, and their logs. */
import { GIT_MAX_SYMBOLIC_REFS } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'
import type { GitFiles } from '../files.ts'
import { fromText, readable } from '../text.ts'
import { compareText, formatPerson, NULL_OID, type Person } from './objects.ts'

export interface Ref {
  readonly name: string
  readonly oid: string
}

export interface LogEntry {
  readonly from: string
  readonly to: string
  /** `Name <mail> time zone`. */
  readonly person: string
  readonly message: string
}

const OID = /^[0-9a-f]{40}$/
/** References that belong to one worktree; all others are common to all. */
const OF_WORKTREE = /^(?:[A-Z_]+|refs\/(?:worktree|bisect|rewritten)\/.*)$/

export class Refs {
  readonly #files: GitFiles
  readonly #gitDir: string
  readonly #commonDir: string
  #packed: Map<string, { oid: string; peeled: string | undefined }> | undefined

  constructor(files: GitFiles, gitDir: string, commonDir: string) {
    this.#files = files
    this.#gitDir = gitDir
    this.#commonDir = commonDir
  }

  #path(name: string): string {
    return `${OF_WORKTREE.test(name) ? this.#gitDir : this.#commonDir}/${name}`
  }

  #logPath(name: string): string {
    return `${OF_WORKTREE.test(name) ? this.#gitDir : this.#commonDir}/logs/${name}`
  }

  /** Another program may have packed them. */
  reread(): void {
    this.#packed = undefined
  }

  /** The name that a symbolic reference gives, else undefined. */
  symbolic(name: string): string | undefined {
    const text = this.#loose(name)
    return text?.startsWith('ref:') ? text.slice('ref:'.length).trim() : undefined
  }

  /** The object's name, symbolic references followed; undefined when there is none (also of a branch not yet born). */
  resolve(name: string): string | undefined {
    let at = name
    for (let hops = 0; hops < GIT_MAX_SYMBOLIC_REFS; hops += 1) {
      const text = this.#loose(at)
      if (text === undefined) return this.#packedRefs().get(at)?.oid
      if (!text.startsWith('ref:')) {
        const oid = text.trim().slice(0, 40)
        if (OID.test(oid)) return oid
        throw new GitFailure(`bad content of reference ${readable(at)}`)
      }
      at = text.slice('ref:'.length).trim()
    }
    throw new GitFailure(`the symbolic reference ${readable(name)} leads nowhere`)
  }

  /** The branch that `name` leads to at last, born or not. */
  target(name: string): string {
    let at = name
    for (let hops = 0; hops < GIT_MAX_SYMBOLIC_REFS; hops += 1) {
      const next = this.symbolic(at)
      if (next === undefined) return at
      at = next
    }
    return at
  }

  exists(name: string): boolean {
    return this.resolve(name) !== undefined
  }

  /** All whose names begin with `prefix`, e.g. `refs/heads/`, in order of their names. */
  list(prefix: string): Ref[] {
    return this.names(prefix).flatMap((name) => {
      const oid = this.resolve(name)
      return oid === undefined ? [] : [{ name, oid }]
    })
  }

  /** The same, whatever they hold. */
  names(prefix: string): string[] {
    const names = new Set([...this.#packedRefs().keys()].filter((name) => name.startsWith(prefix)))
    this.#walk(prefix.slice(0, prefix.lastIndexOf('/')), (name) => {
      if (name.startsWith(prefix)) names.add(name)
    })
    return [...names].sort(compareText)
  }

  #walk(folder: string, visit: (name: string) => void): void {
    for (const { name, kind } of this.#files.entries(this.#path(`${folder}/`).slice(0, -1))) {
      const path = `${folder}/${name}`
      if (kind === 'directory') this.#walk(path, visit)
      else if (!name.endsWith('.lock')) visit(path)
    }
  }

  /** Object behind an annotated tag, if `packed-refs` records it. */
  peeled(name: string): string | undefined {
    return this.#loose(name) === undefined ? this.#packedRefs().get(name)?.peeled : undefined
  }

  write(name: string, oid: string): void {
    const path = this.#path(name)
    if (this.#files.isDirectory(path) && !this.#removeEmpty(path))
      throw new GitFailure(`cannot lock ref '${name}': there are references below it`)
    this.#refuseParents(name)
    this.#files.replace(path, fromText(`${oid}\n`))
  }

  writeSymbolic(name: string, target: string): void {
    this.#files.replace(this.#path(name), fromText(`ref: ${target}\n`))
  }

  delete(name: string): void {
    const packed = this.#packedRefs()
    if (packed.delete(name)) this.#writePacked(packed)
    this.#files.remove(this.#path(name))
    this.#files.remove(this.#logPath(name))
    this.#removeEmptyParents(this.#path(name))
    this.#removeEmptyParents(this.#logPath(name))
  }

  /** `log` is written where git would: for HEAD, branches, remote branches and notes, and where there is one already. */
  log(name: string, entry: { from: string | undefined; to: string; who: Person; message: string }): void {
    const path = this.#logPath(name)
    const isLogged = name === 'HEAD' || /^refs\/(heads|remotes|notes)\//.test(name)
    if (!isLogged && this.#files.lstat(path) === undefined) return
    const message = entry.message.replace(/\s+/g, ' ').trim()
    const line = `${entry.from ?? NULL_OID} ${entry.to} ${formatPerson(entry.who)}\t${message}\n`
    this.#files.append(path, fromText(line))
  }

  /** Oldest first. */
  readLog(name: string): LogEntry[] {
    const text = this.#files.readText(this.#logPath(name)) ?? ''
    return text.split('\n').flatMap((line) => {
      const [, from, to, person, message] =
        /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\t]*)(?:\t(.*))?$/.exec(line) ?? []
      if (from === undefined || to === undefined) return []
      return [{ from, to, person: person ?? '', message: message ?? '' }]
    })
  }

  writeLog(name: string, entries: readonly LogEntry[]): void {
    const path = this.#logPath(name)
    const text = entries
      .map(({ from, to, person, message }) => `${from} ${to} ${person}\t${message}\n`)
      .join('')
    this.#files.replace(path, fromText(text))
  }

  renameLog(from: string, to: string): void {
    if (this.#files.lstat(this.#logPath(from)) === undefined) return
    this.#files.makeParents(this.#logPath(to))
    this.#files.rename(this.#logPath(from), this.#logPath(to))
  }

  #loose(name: string): string | undefined {
    return this.#files.readText(this.#path(name))
  }

  #packedRefs(): Map<string, { oid: string; peeled: string | undefined }> {
    if (this.#packed !== undefined) return this.#packed
    const packed = new Map<string, { oid: string; peeled: string | undefined }>()
    let last: string | undefined
    for (const line of (this.#files.readText(`${this.#commonDir}/packed-refs`) ?? '').split('\n')) {
      const [, oid, name] = /^([0-9a-f]{40}) (.+)$/.exec(line) ?? []
      if (oid !== undefined && name !== undefined) {
        packed.set(name, { oid, peeled: undefined })
        last = name
      } else if (line.startsWith('^') && last !== undefined) {
        packed.set(last, { oid: packed.get(last)?.oid ?? NULL_OID, peeled: line.slice(1) })
      }
    }
    this.#packed = packed
    return packed
  }

  #writePacked(packed: ReadonlyMap<string, { oid: string; peeled: string | undefined }>): void {
    const lines = [...packed]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, { oid, peeled }]) => `${oid} ${name}\n${peeled === undefined ? '' : `^${peeled}\n`}`)
    const head = '# pack-refs with: peeled fully-peeled sorted \n'
    this.#files.replace(`${this.#commonDir}/packed-refs`, fromText(head + lines.join('')))
  }

  /** Puts single files of references into one: all, or tags and those that are there already. */
  pack(all: boolean, peeled: (oid: string) => string | undefined): void {
    const packed = new Map(this.#packedRefs())
    const found = this.list('refs/').filter(
      ({ name }) =>
        this.symbolic(name) === undefined &&
        !/^refs\/(?:bisect|worktree|rewritten)\//.test(name) &&
        (all || name.startsWith('refs/tags/') || packed.has(name)),
    )
    for (const { name, oid } of found) packed.set(name, { oid, peeled: peeled(oid) })
    this.#writePacked(packed)
    this.#packed = packed
    for (const { name } of found) {
      this.#files.remove(this.#path(name))
      this.#removeEmptyParents(this.#path(name))
    }
  }

  /** `a` and `a/b` cannot both be references. */
  #refuseParents(name: string): void {
    for (let at = name.lastIndexOf('/'); at > 'refs/heads'.length; at = name.lastIndexOf('/', at - 1)) {
      const parent = name.slice(0, at)
      if (this.resolve(parent) !== undefined)
        throw new GitFailure(`cannot lock ref '${name}': '${parent}' exists; cannot create '${name}'`)
    }
    if ([...this.#packedRefs().keys()].some((other) => other.startsWith(`${name}/`)))
      throw new GitFailure(`cannot lock ref '${name}': there are references below it`)
  }

  #removeEmpty(path: string): boolean {
    for (const { name, kind } of this.#files.entries(path))
      if (kind !== 'directory' || !this.#removeEmpty(`${path}/${name}`)) return false
    return this.#files.removeEmptyDirectory(path)
  }

  #removeEmptyParents(path: string): void {
    const keep = /\/refs\/[^/]*$/
    let at = path.slice(0, path.lastIndexOf('/'))
    while (!keep.test(at) && /\/refs\//.test(at) && this.#files.removeEmptyDirectory(at))
      at = at.slice(0, at.lastIndexOf('/'))
  }
}

/** True for what git allows as a reference's name (without `refs/…/` in front). */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name.endsWith('/') || name.endsWith('.') || name.startsWith('/'))
    return false
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\//.test(name)) return false
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}
