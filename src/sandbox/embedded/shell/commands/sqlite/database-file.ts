/** A database as a file of the workspace: read whole, and written whole when something has changed. */
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { CommandRun } from '../frame/command-run.ts'
import { loadEngine, type Database } from './engine.ts'

/** Offsets of the write and read version in the header; 2: with a write-ahead log. */
const VERSION_AT = [18, 19]
const HEADER_BYTES = 100
const NEW_FILE_MODE = 0o644

export class DatabaseFile {
  readonly #run: CommandRun
  readonly name: string
  readonly database: Database
  readonly #unchanged: Uint8Array
  readonly #mtimeMs: number | undefined

  /** Throws `CommandError`. */
  static async open(run: CommandRun, name: string): Promise<DatabaseFile> {
    const isFile = name !== '' && name !== ':memory:'
    const before = isFile ? readDatabase(run, name) : undefined
    const Engine = await loadEngine()
    const mtimeMs = before === undefined ? undefined : run.files.stat(run.path(name)).mtimeMs
    const database = new Engine(before)
    // An empty file becomes a page of its own as soon as it is opened: that is no change.
    const unchanged = before === undefined || before.length === 0 ? database.export() : before
    return new DatabaseFile(run, name, { database, unchanged, mtimeMs })
  }

  private constructor(
    run: CommandRun,
    name: string,
    state: { database: Database; unchanged: Uint8Array; mtimeMs: number | undefined },
  ) {
    this.#run = run
    this.name = name
    this.database = state.database
    this.#unchanged = state.unchanged
    this.#mtimeMs = state.mtimeMs
  }

  #content(): Uint8Array {
    try {
      return this.database.export()
    } catch {
      // It could not be read as a database, so nothing can have changed in it; what was wrong has been said.
      return this.#unchanged
    }
  }

  /** Writes the database back. Uncommitted changes are lost, as whenever a connection closes. */
  close(): void {
    const bytes = this.#content()
    this.database.close()
    if (this.name === '' || this.name === ':memory:') return
    const path = this.#run.path(this.name)
    if (isSame(bytes, this.#unchanged)) {
      // As SQLite does, with the first look at it.
      if (this.#mtimeMs === undefined) this.#run.write(this.name, new Uint8Array(0), NEW_FILE_MODE)
      return
    }
    const now = this.#run.exists(this.name) ? this.#run.files.stat(path).mtimeMs : undefined
    if (now !== this.#mtimeMs)
      throw new CommandError(`${this.name} was changed by another program meanwhile; nothing was written`)
    const temporary = `${path}.new-${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}`
    const mode = now === undefined ? NEW_FILE_MODE : this.#run.files.stat(path).mode & 0o777
    this.#run.attempt(`unable to open database "${this.name}"`, () => {
      this.#run.files.writeFile(temporary, bytes, mode)
      this.#run.files.rename(
        temporary,
        this.#run.files.realpath(path.slice(0, path.lastIndexOf('/')) || '/') +
          path.slice(path.lastIndexOf('/')),
      )
    })
  }
}

function readDatabase(run: CommandRun, name: string): Uint8Array | undefined {
  const path = run.path(name)
  let bytes
  try {
    bytes = run.files.readFile(path)
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    if (error.code === 'ENOENT' && run.exists(path.slice(0, path.lastIndexOf('/')) || '/')) return undefined
    throw new CommandError(`Error: unable to open database "${name}": ${errnoSentence(error)}`)
  }
  for (const suffix of ['-wal', '-journal']) {
    const log = name + suffix
    if (run.exists(log) && run.files.stat(run.path(log)).size > 0)
      throw new CommandError(
        `${log} is there: another program has the database open, or was ended; not supported here`,
      )
  }
  if (bytes.length < HEADER_BYTES) return bytes.slice()
  const copy = bytes.slice()
  for (const at of VERSION_AT) if (copy[at] === 2) copy[at] = 1
  return copy
}

function isSame(bytes: Uint8Array, other: Uint8Array): boolean {
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}
