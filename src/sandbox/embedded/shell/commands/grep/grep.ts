/** `grep`: lines of files or of a stream, as they come. */
import { resolve } from '../../../../contract/path.ts'
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { Errno } from '../../../syscalls.ts'
import { encodeText } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { WithheldFiles } from '../../files/withheld-files.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { PieceReader } from '../../stream/piece-reader.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Finder } from '../regex/posix-regex.ts'
import { filesToSearch, type FileToSearch } from './files-to-search.ts'
import { parseGrep, TROUBLE, type GrepOptions, type Kind } from './grep-options.ts'
import { lineFinder } from './line-finder.ts'
import { coloredName, coloredSeparator, LinePrinter } from './line-printer.ts'
import { LineSearch } from './line-search.ts'

/** Bytes of a file's start that are looked at before anything is shown of it, as GNU's buffer. */
const FIRST_BYTES = 32_768
const LOOSE_BYTE = /[\udc80-\udcff]/u

export const grep = grepAs('basic')
export const egrep = grepAs('extended')
export const fgrep = grepAs('fixed')

/** By whatever name it was called, it speaks as `grep`: so does GNU's. */
function grepAs(kind: Kind): CommandBody {
  return (args, context) =>
    runStream('grep', context, async (stream) => {
      const options = parseGrep(args, kind)
      if (typeof options !== 'string') return new Grep(options, { stream, context }).run()
      await stream.text(options)
      return 0
    })
}

class Grep {
  readonly #options: GrepOptions
  readonly #stream: CommandStream
  readonly #context: CommandContext
  #output = ''
  #hasFailed = false
  #hasFound = false
  readonly #withheld: WithheldFiles

  constructor(options: GrepOptions, io: { stream: CommandStream; context: CommandContext }) {
    this.#options = options
    this.#stream = io.stream
    this.#context = io.context
    this.#withheld = new WithheldFiles(io.context.host.kernel)
  }

  async run(): Promise<number> {
    const options = await this.#completed()
    const find = lineFinder(
      options.patterns.flatMap((text) => text.split('\n')),
      options,
      (warning) => this.#stream.error(`grep: warning: ${warning}\n`),
    )
    const isRecursive = options.directories === 'recurse'
    const hasNames = options.hasNames ?? (options.files.length > 1 || (isRecursive && !this.#isOneFile()))
    const files =
      options.files.length === 0 && !isRecursive ? [{ name: '-', path: '-' }] : this.#files(options)
    for (const file of files) {
      const wait = this.#context.host.tick()
      if (wait !== undefined) await wait
      await this.#searchFile(file, { find, hasNames })
      if (this.#hasFound && options.report === 'nothing') return 0
      if (this.#output.length > SHELL_OUTPUT_BUFFER_BYTES) await this.#flush()
    }
    await this.#flush()
    const withheld = this.#withheld.report()
    if (withheld !== undefined) this.#stream.error(`grep: ${withheld}\n`)
    if (this.#hasFailed && !(options.report === 'nothing' && this.#hasFound)) return TROUBLE
    return this.#hasFound ? 0 : 1
  }

  /** With the patterns and globs that stand in files. */
  async #completed(): Promise<GrepOptions> {
    const { patternFiles, excludeFrom } = this.#options
    const patterns = [...this.#options.patterns]
    for (const file of patternFiles) patterns.push(...(await this.#linesOf(file)))
    const exclude = [...this.#options.exclude]
    for (const file of excludeFrom) exclude.push(...(await this.#linesOf(file)))
    return { ...this.#options, patterns, exclude }
  }

  async #linesOf(file: string): Promise<string[]> {
    const bytes =
      file === '-' ? await this.#stream.readAll() : this.#read({ name: file, path: this.#path(file) })
    if (bytes === undefined) throw new CommandError(`${file}: No such file or directory`, TROUBLE)
    const { text } = decodeLoosely(bytes)
    return text === '' ? [] : text.replace(/\n$/, '').split('\n')
  }

  #path(operand: string): string {
    return this.#context.host.realPath(resolve(operand, this.#context.cwd))
  }

  #isOneFile(): boolean {
    const [file] = this.#options.files
    if (file === undefined) return false
    if (file === '-') return true
    try {
      return this.#context.host.kernel.syscalls.stat(this.#path(file)).kind !== 'directory'
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  #files(options: GrepOptions): Iterable<FileToSearch> {
    const { kernel } = this.#context.host
    return filesToSearch(
      {
        options,
        syscalls: kernel.syscalls,
        pathOf: (operand) => this.#path(operand),
        complain: (message) => this.#complain(message),
        withheld: this.#withheld,
      },
      kernel.willRead,
    )
  }

  #complain(message: string): void {
    this.#hasFailed = true
    if (!this.#options.isSilent) this.#stream.error(`grep: ${message}\n`)
  }

  #read({ name, path }: FileToSearch): Uint8Array | undefined {
    try {
      return this.#context.host.kernel.syscalls.viewFile(path)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`${name}: ${errnoSentence(error)}`)
      return undefined
    }
  }

  async #searchFile(file: FileToSearch, how: { find: Finder; hasNames: boolean }): Promise<void> {
    const options = this.#options
    const name = file.path === '-' ? options.label : file.name
    let isBinary = false
    let hidden = false
    const printer = new LinePrinter({
      options,
      find: how.find,
      name: how.hasNames ? name : undefined,
      out: (text) => {
        this.#output += text
      },
    })
    const search = new LineSearch({
      options,
      find: how.find,
      printer,
      hidesLine: (line) => {
        hidden = options.binary !== 'text' && (isBinary || LOOSE_BYTE.test(line))
        return hidden
      },
    })
    let isFirst = true
    for await (const piece of this.#pieces(file)) {
      const decoded = decodeLoosely(piece)
      isBinary ||= this.#isBinary(piece, decoded.text, isFirst && !decoded.isValid)
      isFirst = false
      if (isBinary && options.binary === 'without-match') break
      search.search(decoded.text)
      if (search.isOver) break
      if (file.path === '-') await this.#flush()
    }
    if (hidden) {
      await this.#flush()
      if (options.binary === 'binary') this.#stream.error(`grep: ${name}: binary file matches\n`)
    }
    this.#report(name, search.count, how.hasNames)
  }

  /** Files whole, stdin in pieces of whole lines. */
  async *#pieces(file: FileToSearch): AsyncGenerator<Uint8Array> {
    if (file.path !== '-') {
      const bytes = this.#read(file)
      if (bytes !== undefined && bytes.length > 0) yield bytes
      return
    }
    if (this.#options.before > 0) {
      const all = await this.#stream.readAll()
      if (all.length > 0) yield all
      return
    }
    yield* new PieceReader(this.#stream, this.#options.separator.charCodeAt(0)).pieces()
  }

  #isBinary(bytes: Uint8Array, text: string, mayStartBroken: boolean): boolean {
    if (this.#options.binary === 'text') return false
    // In a text this is ten times as fast as in bytes.
    if (this.#options.separator === '\n' && text.includes('\0')) return true
    return mayStartBroken && !startsAsText(bytes)
  }

  #report(name: string, count: number, hasNames: boolean): void {
    const { report, endsNamesWithNull } = this.#options
    if (count > 0) this.#hasFound = true
    const isListed = (report === 'names with' && count > 0) || (report === 'names without' && count === 0)
    const shown = this.#options.hasColor ? coloredName(name) : name
    if (isListed) this.#output += shown + (endsNamesWithNull ? '\0' : '\n')
    const separator = this.#options.hasColor ? coloredSeparator(':') : ':'
    if (report === 'count')
      this.#output += `${hasNames ? shown + (endsNamesWithNull ? '\0' : separator) : ''}${count}\n`
  }

  async #flush(): Promise<void> {
    if (this.#output === '') return
    const text = this.#output
    this.#output = ''
    await this.#stream.write(encodeText(text))
  }
}

function startsAsText(bytes: Uint8Array): boolean {
  // A letter that the cut goes through is no mistake.
  const { text } = decodeLoosely(bytes.subarray(0, FIRST_BYTES))
  return !LOOSE_BYTE.test(bytes.length > FIRST_BYTES ? text.slice(0, -3) : text)
}
