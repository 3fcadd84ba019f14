/** Actions of `find`. */
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { encodeText } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandContext } from '../../just-bash.ts'
import { runWords } from '../frame/run-words.ts'
import type { CommandStream } from '../../stream/command-stream.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Visit } from './expression.ts'
import type { Predicate } from './parse-find.ts'
import { listLine, printFormat } from './print-format.ts'

interface Parts {
  readonly context: CommandContext
  readonly stream: CommandStream
  readonly out: (text: string) => void
  readonly flush: () => Promise<void>
  readonly complain: (message: string) => void
}

/** Letters of one command line of `-exec … +`. */
const BATCH_CHARACTERS = 100_000

export class Actions {
  readonly #parts: Parts
  /** Pending commands of `-exec … +`. */
  readonly #batches: (() => Promise<void>)[] = []
  isPruned = false
  /** `-quit` was met. */
  isOver = false
  hasFailed = false
  onDelete: () => void = () => undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  print({ path }: Visit): boolean {
    this.#parts.out(`${path}\n`)
    return true
  }

  /** Runs what is left of the batches. */
  async end(): Promise<void> {
    for (const run of this.#batches) await run()
  }

  predicates(user: string): Record<string, Predicate> {
    const machine = { syscalls: this.#parts.context.host.kernel.syscalls, user }
    const writing = (text: (visit: Visit) => string): Predicate => ({
      isAction: true,
      make: () => (visit) => {
        this.#parts.out(text(visit))
        return true
      },
    })
    const toFile = (format: (words: { one(): string }) => (visit: Visit) => string): Predicate => ({
      isAction: true,
      make: (words) => {
        const append = this.#file(words.one())
        const text = format(words)
        return (visit) => {
          append(text(visit))
          return true
        }
      },
    })
    const line = ({ path }: Visit): string => `${path}\n`
    const withNull = ({ path }: Visit): string => `${path}\0`
    return {
      print: writing(line),
      print0: writing(withNull),
      ls: writing((visit) => listLine(visit, machine)),
      printf: {
        isAction: true,
        make: (words) => {
          const format = printFormat(words.one(), machine)
          return (visit) => {
            this.#parts.out(format(visit))
            return true
          }
        },
      },
      fprint: toFile(() => line),
      fprint0: toFile(() => withNull),
      fls: toFile(() => (visit) => listLine(visit, machine)),
      fprintf: toFile((words) => printFormat(words.one(), machine)),
      prune: {
        make: () => () => {
          this.isPruned = true
          return true
        },
      },
      quit: {
        isAction: true,
        make: () => () => {
          this.isOver = true
          return true
        },
      },
      delete: {
        isAction: true,
        make: () => {
          this.onDelete()
          return (visit) => this.#delete(visit)
        },
      },
      exec: this.#executing(false),
      execdir: this.#executing(true),
      ok: this.#asking(),
      okdir: this.#asking(),
    }
  }

  /** Empties the file, and gives what adds to it. */
  #file(name: string): (text: string) => void {
    if (name === '/dev/stdout') return this.#parts.out
    if (name === '/dev/stderr') return (text) => this.#parts.stream.error(text)
    const { host, cwd } = this.#parts.context
    const path = host.realPath(resolve(name, cwd))
    const { syscalls } = host.kernel
    try {
      syscalls.writeFile(path, new Uint8Array(0), 0o644)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`'${name}': ${errnoSentence(error)}`)
    }
    return (text) => syscalls.appendFile(path, encodeText(text), 0o644)
  }

  #delete({ file, path, stats }: Visit): boolean {
    // As GNU's: the place where one is stays.
    if (path === '.') return true
    const { syscalls } = this.#parts.context.host.kernel
    try {
      if (stats.kind === 'directory') syscalls.rmdir(file)
      else syscalls.unlink(file)
      return true
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#parts.complain(`cannot delete '${path}': ${errnoSentence(error)}`)
      return false
    }
  }

  /** Nobody can answer: stdin has ended, and that means no. */
  #asking(): Predicate {
    return {
      isAction: true,
      make: (words) => {
        const { words: command } = words.command()
        return ({ path }) => {
          this.#parts.stream.error(`< ${command[0] ?? ''} ... ${path} > ? `)
          return false
        }
      },
    }
  }

  #executing(isInFolder: boolean): Predicate {
    return {
      isAction: true,
      make: (words) => {
        const { words: command, isBatch } = words.command()
        if (isBatch) return this.#batched(command, isInFolder)
        return async (visit) => {
          const { shown, cwd } = this.#place(visit, isInFolder)
          const code = await this.#run(
            command.map((word) => word.replaceAll('{}', () => shown)),
            cwd,
          )
          return code === 0
        }
      },
    }
  }

  #place({ path, file }: Visit, isInFolder: boolean): { shown: string; cwd: string } {
    const { cwd } = this.#parts.context
    if (!isInFolder) return { shown: path, cwd }
    const cut = file.lastIndexOf('/')
    return { shown: `./${file.slice(cut + 1)}`, cwd: file.slice(0, Math.max(1, cut)) }
  }

  #batched(command: readonly string[], isInFolder: boolean): (visit: Visit) => Promise<boolean> {
    let files: string[] = []
    let length = 0
    let folder = this.#parts.context.cwd
    const run = async (): Promise<void> => {
      if (files.length === 0) return
      const given = files
      files = []
      length = 0
      if ((await this.#run([...command, ...given], folder)) !== 0) this.hasFailed = true
    }
    this.#batches.push(run)
    return async (visit) => {
      const { shown, cwd } = this.#place(visit, isInFolder)
      if (cwd !== folder || length > BATCH_CHARACTERS) await run()
      folder = cwd
      files.push(shown)
      length += shown.length + 1
      return true
    }
  }

  async #run(words: readonly string[], cwd: string): Promise<number> {
    await this.#parts.flush()
    return runWords(words, { context: this.#parts.context, stream: this.#parts.stream, cwd })
  }
}
