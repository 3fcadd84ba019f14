/** `tar -c`: files become entries. */
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandRun } from '../frame/command-run.ts'
import type { TarEntry } from './tar-format.ts'
import type { TarRequest } from './tar-request.ts'

const EMPTY = new Uint8Array(0)

/** Every entry that the request's names stand for. Faults are said, and the others are still packed. */
export function* collect(run: CommandRun, request: TarRequest): Generator<TarEntry> {
  const walker = new Walker(run, request)
  for (const { name, folder } of request.names) {
    if (name.startsWith('/') && !request.keepsRoot) walker.sayOnce("Removing leading `/' from member names")
    const bare = name.length > 1 ? name.replace(/\/+$/, '') : name
    yield* walker.walk(`${folder}/${name}`.replace(/\/+$/, '') || '/', bare)
  }
}

class Walker {
  readonly #run: CommandRun
  readonly #request: TarRequest
  readonly #said = new Set<string>()
  /** Archive name of each file with several hard links, by inode. */
  readonly #linked = new Map<number, string>()

  constructor(run: CommandRun, request: TarRequest) {
    this.#run = run
    this.#request = request
  }

  sayOnce(message: string): void {
    if (this.#said.has(message)) return
    this.#said.add(message)
    this.#run.warn(message)
  }

  *walk(path: string, name: string): Generator<TarEntry> {
    if (this.#request.isExcluded(name)) return
    let entry
    try {
      entry = this.#entry(path, name)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      const verb = error.code === 'ENOENT' ? 'stat' : 'open'
      this.#run.complain(`${name}: Cannot ${verb}: ${errnoSentence(error)}`)
      return
    }
    if (entry === undefined) return
    yield entry
    if (entry.kind !== 'directory' || !this.#request.recurses) return
    const names = this.#run.files.readdir(path).map((child) => child.name)
    for (const child of names.sort())
      yield* this.walk(`${path}/${child}`, name === '/' ? `/${child}` : `${name}/${child}`)
  }

  #entry(path: string, name: string): TarEntry | undefined {
    const { files } = this.#run
    const { owner, group, mtimeMs, keepsRoot, transform } = this.#request
    const stats = this.#request.followsLinks ? files.stat(path) : files.lstat(path)
    if (stats.ino === this.#request.archiveInode) {
      this.#run.warn(`${name}: file is the archive; not dumped`)
      return undefined
    }
    const member = transform(keepsRoot ? name : name.replace(/^\/+/, '') || '.', 'member')
    const about = {
      mode: stats.mode,
      mtimeMs: mtimeMs ?? stats.mtimeMs,
      owner,
      group,
      target: '',
      data: EMPTY,
    }
    if (stats.kind === 'directory') return { ...about, kind: stats.kind, path: `${member}/` }
    if (stats.kind === 'symlink')
      return { ...about, kind: stats.kind, path: member, target: transform(files.readlink(path), 'symlink') }
    if (stats.kind !== 'file') {
      this.#run.complain(`${name}: Unknown file type; file ignored`)
      return undefined
    }
    const first = this.#linked.get(stats.ino)
    if (first !== undefined && first !== member)
      return { ...about, kind: 'hard link', path: member, target: first }
    if (stats.nlink > 1) this.#linked.set(stats.ino, member)
    return { ...about, kind: 'file', path: member, data: files.readFile(path) }
  }
}
