/**
 * The withheld files that the processes of a command have opened. Names on the command line do not tell it: a program, a
 * pattern or a link opens them as well. Told by the file, whatever it was called when it was opened.
 */
import type { OpenedFile } from '../../contract/contract.ts'
import { OPENED_COMMANDS_KEPT, OPENED_FILES_KEPT } from '../../contract/limits.ts'
import { isInGitFolder } from '../../contract/git-folder.ts'
import { WORKSPACE_ROOT } from '../../contract/path.ts'
import { isOwnWithheldFile, isWithheldFile, PLACE_NAMES } from '../../contract/withheld-file.ts'
import { ifThere } from '../if-there.ts'
import { O } from '../syscalls.ts'
import { FileNode, pathOf, type DirectoryNode, type Inode } from '../vfs/inode.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { Target } from '../vfs/open-file.ts'
import type { Vfs } from '../vfs/vfs.ts'
import { MarkedFiles } from './marked-files.ts'
import type { SyscallName } from './syscall-names.ts'

/** A process, as far as it counts here. */
export interface Opener {
  readonly execId: string
  readonly pid: number
  /** It and those above it that are no shells. */
  readonly programs: readonly number[]
}

interface Command {
  /** Path of a file to the programs that have opened it. */
  readonly files: Map<string, Set<number>>
  /** Shells are none, whatever they have started. */
  readonly servers: Set<number>
}

/** Stands for files beyond those that are kept by name: no withheld file has this one. */
const OTHERS = `${WORKSPACE_ROOT}/…`

/** Commands of which no more is known than that they opened some. */
const UNNAMED_KEPT = 100_000

/** Paths that are remembered. */
const COPIES_KEPT = 10_000

/** Names that are remembered. */
const NAMES_KEPT = 20_000

export class WithheldOpenings {
  readonly #vfs: Vfs
  /** The latest at the end. */
  readonly #commands = new Map<string, Command>()
  /** Whether files of a name are withheld wherever they lie. */
  readonly #names = new Map<string, boolean>()
  /** Commands that are scripts of the project. */
  readonly #scripts = new Set<string>()
  /** Commands of which only that is known. */
  readonly #unnamed = new Set<string>()
  /** Commands that were connected with each other. */
  readonly #met = new Map<string, Set<string>>()
  /** Files that had such a name once, are a copy, or were written by a command that had opened one: its path. */
  readonly #former = new MarkedFiles()
  /** Paths of these: git keeps their content under them. Oldest first. */
  readonly #copies: Map<string, string>

  /** `parent`: those of the files that `vfs` has just been forked from, whose copies of withheld files are copies here, too. */
  constructor(vfs: Vfs, parent?: WithheldOpenings) {
    this.#vfs = vfs
    this.#copies = new Map(parent === undefined ? [] : parent.#copies)
    if (parent) this.#takeMarks(parent)
  }

  /** Copies have no names that tell, so that they are looked up in the fork while it has the same paths. */
  #takeMarks(parent: WithheldOpenings): void {
    const { root } = parent.#vfs.volume
    for (const [node, source] of parent.#former.entries()) {
      for (const link of node.links) {
        const folder = pathOf(link.parent, root)
        const path = folder && `${folder === '/' ? '' : folder}/${link.name}`
        const own = path && ifThere(() => this.#vfs.locate(path, 'name').node)
        if (own instanceof FileNode) this.#former.set(own, source)
      }
    }
  }

  /** Another command begins under that id. `isScript`: its own files are no copies of withheld ones. */
  begin(execId: string, isScript: boolean): void {
    this.#commands.delete(execId)
    this.#unnamed.delete(execId)
    for (const other of this.#met.get(execId) ?? []) this.#met.get(other)?.delete(execId)
    this.#met.delete(execId)
    if (isScript) this.#scripts.add(execId)
    else this.#scripts.delete(execId)
  }

  /** Sorted by path. Empty for a command that is not known. */
  of(execId: string): readonly OpenedFile[] {
    const opened = new Map<string, boolean>()
    for (const id of this.#reachedFrom(execId)) {
      const command = this.#commands.get(id)
      if (this.#unnamed.has(id)) opened.set(OTHERS, false)
      // A script of the project hands over no more than it prints.
      const isOthersScript = id !== execId && this.#scripts.has(id)
      for (const [path, programs] of command?.files ?? []) {
        const byServer = isOthersScript || [...programs].every((pid) => command?.servers.has(pid) === true)
        opened.set(path, byServer && opened.get(path) !== false)
      }
    }
    return [...opened]
      .map(([path, byServer]) => ({ path, byServer }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Two commands are connected: by what one has opened, or opens yet, the other counts as having opened it. */
  meets(execId: string, other: string): void {
    if (execId === other) return
    for (const [one, another] of [
      [execId, other],
      [other, execId],
    ] as const) {
      const met = this.#met.get(one) ?? new Set()
      this.#met.set(one, met.add(another))
    }
  }

  /** It and all that it is connected with, over others, too. */
  #reachedFrom(execId: string): ReadonlySet<string> {
    const reached = new Set([execId])
    for (const id of reached) for (const other of this.#met.get(id) ?? []) reached.add(other)
    return reached
  }

  /** By whom a command's files were opened; undefined: it has opened none. */
  by(execId: string): 'server' | 'program' | undefined {
    const files = this.of(execId)
    if (files.length === 0) return undefined
    return files.every(({ byServer }) => byServer) ? 'server' : 'program'
  }

  /** A program waits for connections: so do those above it that have started it, and those that it has started. */
  listens({ execId, programs }: Opener): void {
    const { servers } = this.#command(execId)
    for (const pid of programs) servers.add(pid)
  }

  /** Told before a call is carried out; its arguments have been checked. `files` are the process's own. */
  note(
    opener: Opener,
    name: SyscallName,
    { args, files }: { readonly args: readonly unknown[]; readonly files: Pick<FileTable, 'get'> },
  ): void {
    switch (name) {
      case 'open':
        if ((Number(args[1]) & O.ACCMODE) !== O.WRONLY) this.#opened(opener, args[0])
        if ((Number(args[1]) & O.TRUNC) !== 0) this.#replaced(args[0])
        if ((Number(args[1]) & O.CREAT) !== 0) this.#madeAgain(args[0])
        return
      case 'read':
      case 'tryRead':
        // It may have been opened before it had that name, or that content.
        return this.#read(
          opener,
          ifThere(() => files.get(Number(args[0]), name).target),
        )
      case 'write':
      case 'tryWrite':
        return this.#written(
          opener,
          ifThere(() => files.get(Number(args[0]), name).target),
        )
      case 'writeFile':
      case 'appendFile': {
        const source = this.#sourceOf(opener)
        if (source !== undefined) return this.#markSoon(args[0], source)
        if (name === 'writeFile') this.#replaced(args[0])
        return this.#madeAgain(args[0])
      }
      case 'readFile':
      case 'viewFile':
      case 'readAhead':
      case 'readSeveral':
        return this.#opened(opener, args[0])
      case 'noteOpened':
        return this.#noteStored(opener, String(args[0]))
      case 'copyFile':
        return this.#copied(opener, args[0], args[1])
      case 'rename':
      case 'link':
        return this.#remember(args[0], args[1])
      default:
        return
    }
  }

  /** The withheld file that a node is, or was: its path. */
  withheldPath(node: FileNode): string | undefined {
    const { root } = this.#vfs.volume
    for (const { parent, name } of node.links) {
      if (!this.#mayBeWithheld(name, parent)) continue
      const folder = pathOf(parent, root)
      const path = `${folder === undefined || folder === '/' ? '' : folder}/${name}`
      if (isOwnWithheldFile(path)) return path
    }
    return this.#former.get(node)
  }

  /** By names, which are looked at once: programs open the same files, and files of the same names, again and again. */
  #mayBeWithheld(name: string, parent: DirectoryNode): boolean {
    if (this.#byName(name)) return true
    for (let folder: DirectoryNode | undefined = parent; folder; folder = folder.parent) {
      const own = folder.links[0]?.name
      if (own !== undefined && PLACE_NAMES.has(own.toLowerCase())) return true
    }
    return false
  }

  #byName(name: string): boolean {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (this.#names.size >= NAMES_KEPT) this.#names.clear()
    const is = isWithheldFile(name)
    this.#names.set(name, is)
    return is
  }

  #opened(opener: Opener, path: unknown): void {
    const node = this.#file(path)
    const withheld = node && this.withheldPath(node)
    if (withheld !== undefined) this.#note(opener, withheld)
  }

  #note(opener: Opener, withheld: string): void {
    const { files } = this.#command(opener.execId)
    const programs = files.get(withheld) ?? new Set()
    // Beyond that many all others stand under one name, of which no values are known: such output is asked about.
    const isRoom = files.has(withheld) || files.size < OPENED_FILES_KEPT
    if (isRoom) files.set(withheld, programs.add(opener.pid))
    else files.set(OTHERS, (files.get(OTHERS) ?? new Set()).add(opener.pid))
  }

  #copied(opener: Opener, from: unknown, to: unknown): void {
    const withheld = this.#withheldAt(from)
    if (withheld === undefined || typeof to !== 'string') return
    this.#opened(opener, from)
    this.#markSoon(to, withheld)
  }

  /** The withheld file whose content the command may be writing elsewhere. */
  #sourceOf({ execId }: Opener): string | undefined {
    const command = this.#commands.get(execId)
    if ((command === undefined || command.files.size === 0) && !this.#met.has(execId)) return undefined
    if (this.#scripts.has(execId) || this.by(execId) !== 'program') return undefined
    return command?.files.keys().next().value ?? this.of(execId)[0]?.path
  }

  #read(opener: Opener, target: Target | undefined): void {
    if (target?.type !== 'node' || !(target.node instanceof FileNode)) return
    const withheld = this.withheldPath(target.node)
    if (withheld !== undefined) this.#note(opener, withheld)
  }

  #written(opener: Opener, target: Target | undefined): void {
    if (target?.type !== 'node' || !(target.node instanceof FileNode)) return
    const source = this.#sourceOf(opener)
    if (source !== undefined) this.#mark(target.node, source)
  }

  /** The file is there after the call that is noted. */
  #markSoon(path: unknown, source: string): void {
    queueMicrotask(() => {
      const node = this.#file(path)
      if (node) this.#mark(node, source)
    })
  }

  /** Git's own files, and packages, are read all the time: a mark there would ask for everything. */
  #mark(node: FileNode, source: string): void {
    const path = pathOf(node, this.#vfs.volume.root)
    if (path !== undefined && (isInGitFolder(path) || /\/node_modules\//.test(path))) return
    this.#former.set(node, source)
    if (path !== undefined) this.#copyAt(path, source)
  }

  #copyAt(path: string, source: string): void {
    this.#copies.delete(path)
    this.#copies.set(path, source)
    const [oldest] = this.#copies.keys()
    if (this.#copies.size > COPIES_KEPT && oldest !== undefined) this.#copies.delete(oldest)
  }

  /** Content that is kept elsewhere, under a path: of a secret file, or of what was one of its copies. */
  #noteStored(opener: Opener, path: string): void {
    const withheld = isOwnWithheldFile(path) ? path : this.#copies.get(path)
    if (withheld !== undefined) this.#note(opener, withheld)
  }

  /** Git may bring back a removed copy. */
  #madeAgain(path: unknown): void {
    if (this.#copies.size === 0 || typeof path !== 'string' || this.#file(path) !== undefined) return
    const source = this.#copies.get(path)
    if (source !== undefined) this.#markSoon(path, source)
  }

  /** Written anew, by a command that has opened no such file. */
  #replaced(path: unknown): void {
    const node = this.#file(path)
    if (node) this.#former.delete(node)
  }

  /** A file at a path, or below it, keeps being withheld under its new name. */
  #remember(path: unknown, to: unknown): void {
    const { root } = this.#vfs.volume
    const visit = (node: Inode): void => {
      if (node.kind === 'directory') for (const child of node.entries.values()) visit(child)
      if (node.kind !== 'file') return
      const withheld = this.withheldPath(node)
      if (withheld === undefined) return
      this.#former.set(node, withheld)
      if (node === moved && typeof to === 'string' && !isOwnWithheldFile(to)) this.#copyAt(to, withheld)
    }
    const moved = typeof path === 'string' ? ifThere(() => this.#vfs.locate(path, 'name').node) : undefined
    if (moved === undefined || moved === root) return
    // Elsewhere it is a file's own name that tells, and that stays.
    if (moved.kind === 'file' || isPlace(pathOf(moved, root) ?? '')) visit(moved)
  }

  #withheldAt(path: unknown): string | undefined {
    const node = this.#file(path)
    return node && this.withheldPath(node)
  }

  #file(path: unknown): FileNode | undefined {
    if (typeof path !== 'string') return undefined
    const node = ifThere(() => this.#vfs.locate(path, 'target').node)
    return node instanceof FileNode ? node : undefined
  }

  #command(execId: string): Command {
    const known = this.#commands.get(execId)
    if (known) return known
    const made: Command = { files: new Map(), servers: new Set() }
    this.#commands.set(execId, made)
    const [oldest] = this.#commands.keys()
    if (this.#commands.size > OPENED_COMMANDS_KEPT && oldest !== undefined) {
      const hadOpened = (this.#commands.get(oldest)?.files.size ?? 0) > 0
      this.#commands.delete(oldest)
      this.#scripts.delete(oldest)
      if (hadOpened) this.#forgetNames(oldest)
    }
    return made
  }

  /** It may still run: that it has opened some stays known. */
  #forgetNames(execId: string): void {
    this.#unnamed.add(execId)
    const [oldest] = this.#unnamed
    if (this.#unnamed.size > UNNAMED_KEPT && oldest !== undefined) this.#unnamed.delete(oldest)
  }
}

/** A folder whose files are withheld for where they lie, or one around it. */
function isPlace(path: string): boolean {
  return isOwnWithheldFile(`${path}/file`) || /\/\.(?:config|docker)$/i.test(path)
}
