/** `fsck`: is every object what its name says, and is all there that branches, tags, logs and the index lead to? */
import type { GitCommand } from '../../command.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import {
  EMPTY_TREE,
  MODE,
  NULL_OID,
  parseCommit,
  parseTag,
  parseTree,
  typeOfMode,
  type GitObject,
  type ObjectType,
} from '../../store/objects.ts'
import { objectId } from '../../store/sha1.ts'

/** Bits of the exit code, as in git. */
const DAMAGED = 1
const INCOMPLETE = 2

interface Link {
  readonly oid: string
  readonly type: ObjectType
}

/** An object as far as it could be read. */
interface Checked {
  readonly type: ObjectType
  readonly links: readonly Link[]
}

export const fsckCommand: GitCommand = async (session, args) => {
  const options = parseOptions(args, [
    'root',
    'tags',
    'cache',
    'unreachable',
    'dangling',
    'reflogs',
    'full',
    'strict',
    'connectivity-only',
    'progress',
    'v,verbose',
  ])
  if (options.words.length > 0)
    throw new GitFailure('fsck: single objects are not checked in this sandbox: run it without them')
  return new Check(session, options).run()
}

class Check {
  readonly #session: Session
  readonly #repository: Repository
  readonly #options: Options
  readonly #known = new Map<string, Checked>()
  readonly #reached = new Set<string>()
  /** Reached and not there, with what it should be. */
  readonly #missing = new Map<string, ObjectType>()
  #code = 0

  constructor(session: Session, options: Options) {
    this.#session = session
    this.#repository = session.repository
    this.#options = options
  }

  run(): number {
    for (const oid of [...new Set(this.#repository.objects.all())].sort()) this.#look(oid)
    const roots = this.#roots()
    const waiting = [...roots].filter((oid) => this.#known.has(oid))
    for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop())
      for (const link of this.#known.get(oid)?.links ?? [])
        if (this.#follow(oid, link)) waiting.push(link.oid)
    this.#tell()
    return this.#code
  }

  #look(oid: string): void {
    const { objects } = this.#repository
    let object
    try {
      object = objects.find(oid)
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      this.#error(`${oid}: object corrupt or missing: ${error.message}`)
      return
    }
    if (object === undefined) return
    const name = objectId(object.type, object.data)
    if (name !== oid) return this.#error(`${name}: hash-path mismatch, found at: ${oid}`)
    const links = linksOf(object)
    if (links === undefined) return this.#error(`${oid}: the ${object.type} cannot be parsed`)
    const isEnd = object.type === 'commit' && objects.shallow.has(oid)
    this.#known.set(oid, {
      type: object.type,
      links: isEnd ? links.filter(({ type }) => type !== 'commit') : links,
    })
    if (this.#options.has('root') && object.type === 'commit' && !links.some(({ type }) => type === 'commit'))
      this.#session.out(`root ${oid}\n`)
    if (this.#options.has('tags') && object.type === 'tag') this.#tellTag(oid, object.data)
  }

  #tellTag(oid: string, data: Uint8Array): void {
    const tag = parseTag(data)
    if (tag) this.#session.out(`tagged ${tag.type} ${tag.object} (${tag.name}) in ${oid}\n`)
  }

  #error(message: string): void {
    this.#session.err(`error: ${message}\n`)
    this.#code |= DAMAGED
  }

  /** Starting points of reachability (references, HEAD, logs, index), marked as reached. */
  #roots(): ReadonlySet<string> {
    const { refs, index } = this.#repository
    const roots = new Set<string>()
    const add = (name: string, oid: string, what: string): void => {
      if (oid === NULL_OID) return
      if (this.#isThere(oid)) roots.add(oid)
      else {
        this.#session.err(`error: ${name}: invalid ${what} ${oid}\n`)
        this.#code |= INCOMPLETE
      }
    }
    const names = refs.names('refs/')
    for (const name of names) add(name, this.#resolve(name), 'sha1 pointer')
    const head = this.#resolve('HEAD')
    if (head !== NULL_OID) add('HEAD', head, 'sha1 pointer')
    else this.#session.err(`notice: HEAD points to an unborn branch (${this.#repository.branch ?? 'HEAD'})\n`)
    if (names.length === 0 && head === NULL_OID) this.#session.err('notice: No default references\n')
    if (!this.#options.isUnset('reflogs'))
      for (const name of ['HEAD', ...names])
        for (const { from, to } of refs.readLog(name))
          for (const oid of [from, to]) add(name, oid, 'reflog entry')
    for (const { oid, mode } of index.entries) if (mode !== MODE.gitlink) this.#reach(roots, oid)
    for (const oid of roots) this.#reached.add(oid)
    return roots
  }

  #reach(roots: Set<string>, oid: string): void {
    roots.add(oid)
    if (!this.#isThere(oid)) this.#miss({ oid, type: 'blob' })
  }

  /** And whole. The empty tree is, stored or not. */
  #isThere(oid: string): boolean {
    return this.#known.has(oid) || oid === EMPTY_TREE
  }

  /** The null name where there is none; one that cannot be read is told. */
  #resolve(name: string): string {
    try {
      return this.#repository.refs.resolve(name) ?? NULL_OID
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      this.#session.err(`error: ${name}: invalid sha1 pointer ${NULL_OID}\n`)
      this.#code |= INCOMPLETE
      return NULL_OID
    }
  }

  /** True when it was not reached before, and is there. */
  #follow(from: string, link: Link): boolean {
    if (this.#reached.has(link.oid)) return false
    this.#reached.add(link.oid)
    if (this.#isThere(link.oid)) return true
    if (!this.#repository.objects.has(link.oid)) {
      const type = this.#known.get(from)?.type ?? 'commit'
      const words = (one: string, oid: string) => `${one.padStart(7)} ${oid}`
      this.#session.out(
        `broken link from ${words(type, from)}\n              to ${words(link.type, link.oid)}\n`,
      )
    }
    this.#miss(link)
    return false
  }

  #miss({ oid, type }: Link): void {
    this.#missing.set(oid, type)
    this.#code |= INCOMPLETE
  }

  #tell(): void {
    const out = (line: string): void => this.#session.out(`${line}\n`)
    for (const [oid, type] of this.#missing) out(`missing ${type} ${oid}`)
    const unreached = [...this.#known].filter(([oid]) => !this.#reached.has(oid))
    if (this.#options.has('unreachable')) {
      for (const [oid, { type }] of unreached) out(`unreachable ${type} ${oid}`)
      return
    }
    if (this.#options.isUnset('dangling')) return
    const used = new Set(unreached.flatMap(([, { links }]) => links.map(({ oid }) => oid)))
    for (const [oid, { type }] of unreached) if (!used.has(oid)) out(`dangling ${type} ${oid}`)
  }
}

/** Objects that this one links to; undefined when it is malformed. */
function linksOf({ type, data }: GitObject): readonly Link[] | undefined {
  if (type === 'blob') return []
  if (type === 'tree') {
    const tree = parseTree(data)
    return tree
      ?.filter(({ mode }) => mode !== MODE.gitlink)
      .map(({ oid, mode }) => ({ oid, type: typeOfMode(mode) }))
  }
  if (type === 'tag') {
    const tag = parseTag(data)
    return tag && [{ oid: tag.object, type: tag.type }]
  }
  const commit = parseCommit(data)
  return (
    commit && [
      { oid: commit.tree, type: 'tree' },
      ...commit.parents.map((oid) => ({ oid, type: 'commit' as const })),
    ]
  )
}
