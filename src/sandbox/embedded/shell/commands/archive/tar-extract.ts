/** `tar -x`: entries become files, and none lands outside of the directory that it is unpacked in. */
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { isWithheldFile } from '../../../../contract/withheld-file.ts'
import { isInGitFolder } from '../../../../contract/git-folder.ts'
import { dirname, isWithin } from '../../../../contract/path.ts'
import type { CommandRun } from '../frame/command-run.ts'
import type { TarEntry } from './tar-format.ts'
import { stripParts } from './tar-names.ts'
import type { TarRequest } from './tar-request.ts'

/** Bits removed from new files' modes unless the archive's modes are kept. */
const UMASK = 0o022

export class Extractor {
  readonly #run: CommandRun
  readonly #request: TarRequest
  readonly #said = new Set<string>()
  /** Links that could lead elsewhere are made last, so that nothing is written through them. */
  readonly #links = new Map<string, TarEntry>()
  readonly #directories: { readonly path: string; readonly entry: TarEntry }[] = []

  constructor(run: CommandRun, request: TarRequest) {
    this.#run = run
    this.#request = request
  }

  /** Says why when it cannot. */
  extract(entry: TarEntry): void {
    const { transform, strip } = this.#request
    const name = this.#safeName(transform(entry.path, 'member'), 'member names')
    if (name === undefined) return
    const stripped = stripParts(name, strip)
    if (stripped === undefined) return
    if (!this.#request.toStdout && isInGitFolder(stripped)) {
      this.#run.complain(
        `${entry.path.replace(/\/+$/, '')}: Not extracted: only git changes files under .git`,
      )
      return
    }
    try {
      if (this.#request.toStdout) {
        if (entry.kind !== 'file') return
        this.#run.showsMember(entry.path)
        this.#run.outBytes(entry.data)
        return
      }
      if (!isWithheldFile(stripped)) this.#run.showsMember(entry.path)
      const { kind, target } = entry
      const isLink = kind === 'symlink' || kind === 'hard link'
      this.#place(isLink ? { ...entry, target: transform(target, kind) } : entry, stripped)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#run.complain(`${entry.path.replace(/\/+$/, '')}: Cannot open: ${errnoSentence(error)}`)
    }
  }

  finish(): void {
    for (const [path, entry] of this.#links) {
      try {
        this.#makeLink(path, entry)
      } catch (error) {
        if (!(error instanceof Errno)) throw error
        this.#run.complain(
          `${entry.path}: Cannot create symlink to '${entry.target}': ${errnoSentence(error)}`,
        )
      }
    }
    for (const { path, entry } of this.#directories.reverse()) this.#setAttributes(path, entry)
  }

  /** Relative, without a part that leads upwards; undefined when it is refused, which has been said. */
  #safeName(path: string, what: string): string | undefined {
    if (path.split('/').includes('..')) {
      this.#run.complain(`${path}: Member name contains '..'`)
      return undefined
    }
    if (!path.startsWith('/')) return path
    const message = `Removing leading \`/' from ${what}`
    if (!this.#said.has(message)) this.#run.warn(message)
    this.#said.add(message)
    return path.replace(/^\/+/, '') || '.'
  }

  #place(entry: TarEntry, name: string): void {
    const { files } = this.#run
    const path = this.#run.path(`${this.#request.folder}/${name}`)
    for (let parent = dirname(path); parent !== '/'; parent = dirname(parent))
      if (this.#links.has(parent)) throw new Errno('ENOTDIR', 'open', path)
    if (entry.kind === 'special') {
      this.#run.complain(`${entry.path}: Cannot mknod: Operation not permitted`)
      return
    }
    if (entry.kind === 'directory') return this.#makeDirectory(path, entry)
    files.mkdir(dirname(path), 0o755, true)
    if (this.#isThere(path)) {
      if (this.#request.keepsOld === 'skip') return
      if (this.#request.keepsOld === 'fail') throw new Errno('EEXIST', 'open', path)
      if (files.lstat(path).kind !== 'directory') files.unlink(path)
    }
    this.#links.delete(path)
    if (entry.kind === 'file') {
      files.writeFile(path, entry.data, 0o600)
      this.#setAttributes(path, entry)
    } else if (entry.kind === 'hard link') this.#makeHardLink(path, entry)
    else if (staysWithin(entry.target)) this.#makeLink(path, entry)
    else this.#links.set(path, entry)
  }

  #makeDirectory(path: string, entry: TarEntry): void {
    const isNew = !this.#isThere(path)
    this.#run.files.mkdir(path, 0o755, true)
    if (isNew || !this.#request.keepsDirectoryModes) this.#directories.push({ path, entry })
  }

  #makeHardLink(path: string, entry: TarEntry): void {
    const target = this.#safeName(entry.target, 'hard link targets')
    if (target === undefined) return
    const stripped = stripParts(target, this.#request.strip)
    const existing = this.#run.path(`${this.#request.folder}/${stripped ?? target}`)
    const root = this.#run.files.realpath(this.#run.path(this.#request.folder))
    if (!isWithin(this.#run.files.realpath(existing), root)) throw new Errno('EPERM', 'link', path)
    this.#run.files.link(existing, path)
  }

  #makeLink(path: string, entry: TarEntry): void {
    this.#run.files.symlink(entry.target, path)
    if (!this.#request.touches) this.#run.files.utimes(path, entry.mtimeMs, entry.mtimeMs, true)
  }

  #setAttributes(path: string, entry: TarEntry): void {
    const { files } = this.#run
    files.chmod(path, this.#request.keepsModes ? entry.mode : entry.mode & ~UMASK)
    if (!this.#request.touches) files.utimes(path, entry.mtimeMs, entry.mtimeMs)
  }

  #isThere(path: string): boolean {
    try {
      this.#run.files.lstat(path)
      return true
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }
}

/** Whether a link can only lead below the directory that it lies in. */
function staysWithin(target: string): boolean {
  return !target.startsWith('/') && !target.split('/').includes('..')
}
