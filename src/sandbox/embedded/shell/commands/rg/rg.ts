/** `rg`: ripgrep 13 on the sandbox's files. */
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { knownTypes } from '../../../../search/file-types.ts'
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { encodeText } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { namesStandardInput } from '../../files/standard-input.ts'
import { WithheldFiles } from '../../files/withheld-files.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { byteLength, decodeLoosely } from '../frame/loose-text.ts'
import { readAhead } from '../frame/read-ahead.ts'
import { decodeAs, isSurelyBinary } from './rg-encoding.ts'
import { makeMatcher, type Matcher } from './rg-matcher.ts'
import { parseRg, TROUBLE, type RgOptions } from './rg-options.ts'
import { elapsed, jsonOf } from './rg-json.ts'
import { RgPrinter } from './rg-printer.ts'
import { findMatches, type RgMatch } from './rg-search.ts'
import { RgWalk, type RgFile } from './rg-walk.ts'

const HELP = `ripgrep 13.0.0 (of this sandbox)

USAGE:
    rg [OPTIONS] PATTERN [PATH ...]
    rg [OPTIONS] -e PATTERN ... [PATH ...]
    rg [OPTIONS] --files [PATH ...]
`

async function runRg(
  args: readonly string[],
  stream: CommandStream,
  context: CommandContext,
): Promise<number> {
  if (context.env.get('RIPGREP_CONFIG_PATH') && !args.includes('--no-config'))
    throw new CommandError(
      'RIPGREP_CONFIG_PATH is not read in this sandbox: unset it, or use --no-config',
      TROUBLE,
    )
  const options = parseRg(args)
  if (options.raw.has('V')) {
    await stream.text('ripgrep 13.0.0\n')
    return 0
  }
  if (options.raw.has('h')) {
    await stream.text(HELP)
    return 0
  }
  return new Rg(options, stream, context).run()
}

interface Totals {
  matches: number
  lines: number
  filesWith: number
  files: number
  bytes: number
  printed: number
}

class Rg {
  readonly #options: RgOptions
  readonly #stream: CommandStream
  readonly #context: CommandContext
  readonly #totals: Totals = { matches: 0, lines: 0, filesWith: 0, files: 0, bytes: 0, printed: 0 }
  readonly #started = performance.now()
  #output = ''
  #hasFailed = false
  #hasFound = false
  readonly #withheld: WithheldFiles

  constructor(options: RgOptions, stream: CommandStream, context: CommandContext) {
    this.#options = options
    this.#stream = stream
    this.#context = context
    this.#withheld = new WithheldFiles(context.host.kernel)
  }

  async run(): Promise<number> {
    const { raw } = this.#options
    if (raw.has('type-list')) {
      await this.#stream.text(`${knownTypes().split(', ').join('\n')}\n`)
      return 0
    }
    if (raw.has('files')) return this.#listFiles()
    const patterns = [...this.#options.patterns]
    for (const file of this.#options.patternFiles) patterns.push(...(await this.#linesOf(file)))
    const matcher = makeMatcher(patterns, this.#options)
    const piped = this.#options.paths.length === 0 ? await this.#piped() : undefined
    const printer = new RgPrinter(this.#options, this.#hasNames(piped !== undefined))
    if (piped !== undefined)
      await this.#search({ name: '<stdin>', explicit: true, bytes: piped }, { matcher, printer })
    else await this.#searchFiles({ matcher, printer })
    if (raw.has('stats') || this.#options.report === 'json') this.#tellTotals()
    await this.#flush()
    const withheld = this.#withheld.report()
    if (withheld !== undefined) this.#stream.error(`rg: ${withheld}\n`)
    if (this.#hasFailed && !(this.#options.report === 'nothing' && this.#hasFound)) return TROUBLE
    return this.#hasFound ? 0 : 1
  }

  async #searchFiles(tools: { matcher: Matcher; printer: RgPrinter }): Promise<void> {
    for (const file of readAhead(this.#files(), this.#context.host.kernel.willRead)) {
      const wait = this.#context.host.tick()
      if (wait !== undefined) await wait
      if (namesStandardInput(file.path) || file.shown === '-') {
        await this.#search({ name: '<stdin>', explicit: true, bytes: await this.#stream.readAll() }, tools)
        continue
      }
      const bytes = this.#read(file.path, file.shown)
      if (bytes !== undefined) await this.#search({ name: file.shown, explicit: file.explicit, bytes }, tools)
      if (this.#hasFound && this.#options.report === 'nothing' && !this.#options.raw.has('stats')) return
    }
    if (this.#totals.files > 0 || this.#options.paths.length > 0 || this.#withheld.report() !== undefined)
      return
    this.#hasFailed = true
    this.#stream.error(
      "No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.\n",
    )
  }

  async #search(
    input: { name: string; explicit: boolean; bytes: Uint8Array },
    { matcher, printer }: { matcher: Matcher; printer: RgPrinter },
  ): Promise<void> {
    const { raw, report, unrestricted } = this.#options
    this.#totals.files += 1
    this.#totals.bytes += input.bytes.length
    const skipsBinary = !raw.has('a') && !input.explicit && !raw.has('binary') && unrestricted < 3
    const encoding = raw.value('E')
    if (skipsBinary && isSurelyBinary(input.bytes, encoding)) return
    const { text, nul } = decodeAs(input.bytes, encoding)
    const isBinary = nul >= 0 && !raw.has('a')
    if (isBinary && skipsBinary) return
    const exact =
      report === 'json' ||
      report === 'count-matches' ||
      raw.has('stats') ||
      (report === 'lines' &&
        (this.#options.onlyMatching ||
          this.#options.replacement !== undefined ||
          this.#options.column ||
          this.#options.color))
    const max =
      report === 'nothing' || report === 'files' || report === 'files-without' ? 1 : this.#options.maxCount
    const { multiline, invert, crlf } = this.#options
    const matches = findMatches(text, matcher, { multiline, invert, crlf, exact, max })
    if (matches.length > 0) {
      this.#totals.filesWith += 1
      this.#totals.lines += matches.length
      this.#totals.matches += matches.reduce((sum, match) => sum + match.spans.length, 0)
    }
    this.#report({ ...input, text, nul: isBinary ? nul : -1 }, { matches, printer })
    if (this.#output.length > SHELL_OUTPUT_BUFFER_BYTES) await this.#flush()
  }

  #report(
    file: { name: string; text: string; bytes: Uint8Array; nul: number },
    { matches, printer }: { matches: readonly RgMatch[]; printer: RgPrinter },
  ): void {
    const { report, raw, before } = this.#options
    const end = raw.has('0') ? '\0' : '\n'
    const hasNames = this.#hasNames(file.name === '<stdin>')
    const isFound = report === 'files-without' ? matches.length === 0 : matches.length > 0
    if (isFound) this.#hasFound = true
    switch (report) {
      case 'nothing':
        return
      case 'files':
      case 'files-without':
        if (isFound) this.#output += file.name + end
        return
      case 'count':
      case 'count-matches': {
        const count =
          report === 'count' ? matches.length : matches.reduce((sum, match) => sum + match.spans.length, 0)
        if (count > 0 || raw.has('include-zero'))
          this.#output += `${hasNames ? file.name + (raw.has('0') ? '\0' : ':') : ''}${count}\n`
        return
      }
      case 'json':
        if (matches.length > 0) this.#print(jsonOf(file, matches, this.#options))
        return
      case 'lines': {
        if (file.nul >= 0) {
          if (matches.length > 0)
            this.#output += `${hasNames ? `${file.name}: ` : ''}binary file matches (found "\\0" byte around offset ${file.nul})\n`
          return
        }
        if (matches.length === 0 && before !== Infinity) return
        this.#print(printer.print(file.name, file.text, matches))
        return
      }
      default:
        report satisfies never
    }
  }

  #print(shown: string): void {
    this.#totals.printed += byteLength(shown)
    this.#output += shown
  }

  #tellTotals(): void {
    const { matches, lines, filesWith, files, bytes, printed } = this.#totals
    const ms = performance.now() - this.#started
    if (this.#options.report === 'json') {
      const stats = {
        bytes_printed: printed,
        bytes_searched: bytes,
        elapsed: elapsed(ms),
        matched_lines: lines,
        matches,
        searches: files,
        searches_with_match: filesWith,
      }
      this.#output += `${JSON.stringify({ data: { elapsed_total: elapsed(ms), stats }, type: 'summary' })}\n`
      return
    }
    const seconds = (ms / 1000).toFixed(6)
    this.#output += `
${matches} matches
${lines} matched lines
${filesWith} files contained matches
${files} files searched
${printed} bytes printed
${bytes} bytes searched
${seconds} seconds spent searching
${seconds} seconds
`
  }

  async #listFiles(): Promise<number> {
    const end = this.#options.raw.has('0') ? '\0' : '\n'
    // With --files there is no pattern: every operand is a path.
    for (const file of this.#files()) {
      this.#hasFound = true
      if (this.#options.report !== 'nothing') this.#output += file.shown + end
      if (this.#output.length > SHELL_OUTPUT_BUFFER_BYTES) await this.#flush()
    }
    await this.#flush()
    return this.#hasFailed ? TROUBLE : this.#hasFound ? 0 : 1
  }

  /** In the order that is asked for; by path where none is. */
  #files(): Iterable<RgFile> {
    const { raw } = this.#options
    const walk = new RgWalk(this.#options, {
      // The list of names shows no content.
      withheld: this.#options.raw.has('files') ? new WithheldFiles({}) : this.#withheld,
      files: this.#context.host.kernel.syscalls,
      cwd: this.#context.host.kernel.syscalls.realpath(this.#context.cwd),
      complain: (message) => this.#complain(message),
    })
    const order = raw.lastOf(['sort', 'sortr'])
    const key = order === undefined ? 'none' : (raw.value(order) ?? 'none')
    if (!['none', 'path', 'modified', 'accessed', 'created'].includes(key))
      throw new CommandError(`'${key}' isn't a valid value for '--${order ?? 'sort'} <SORTBY>'`, TROUBLE)
    if (order === undefined || key === 'none' || (key === 'path' && order === 'sort')) return walk.files()
    const files = [...walk.files()]
    if (key !== 'path') {
      const time = ({ stats }: RgFile): number =>
        key === 'modified' ? stats.mtimeMs : key === 'accessed' ? stats.atimeMs : stats.birthtimeMs
      files.sort((a, b) => time(a) - time(b))
    }
    return order === 'sortr' ? files.reverse() : files
  }

  /** A name for each line where there may be several files. */
  #hasNames(isStdin: boolean): boolean {
    const { raw, paths } = this.#options
    const said = raw.lastOf(['H', 'I'])
    if (said !== undefined) return said === 'H'
    if (isStdin) return false
    if (raw.has('vimgrep') || paths.length !== 1) return true
    const [only = '.'] = paths
    try {
      return this.#context.host.kernel.syscalls.stat(resolve(only, this.#context.cwd)).kind === 'directory'
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  /** Input from a pipe or a redirection; undefined if there is none or it is empty: `rg` searches files. */
  async #piped(): Promise<Uint8Array | undefined> {
    const { feed, host } = this.#context
    if (feed.text === '') {
      if (feed.fd === null) return undefined
      if (host.kernel.syscalls.fstat(feed.fd).kind === 'character') return undefined
    }
    const bytes = await this.#stream.readAll()
    return bytes.length === 0 ? undefined : bytes
  }

  async #linesOf(file: string): Promise<string[]> {
    const isStdin = file === '-' || namesStandardInput(file)
    const bytes = isStdin ? await this.#stream.readAll() : this.#read(resolve(file, this.#context.cwd), file)
    if (bytes === undefined)
      throw new CommandError(`${file}: No such file or directory (os error 2)`, TROUBLE)
    const { text } = decodeLoosely(bytes)
    return text === '' ? [] : text.replace(/\n$/, '').split('\n')
  }

  #read(path: string, shown: string): Uint8Array | undefined {
    try {
      return this.#context.host.kernel.syscalls.viewFile(path)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#complain(`${shown}: ${errnoSentence(error)} (os error 2)`)
      return undefined
    }
  }

  #complain(message: string): void {
    this.#hasFailed = true
    if (!this.#options.raw.has('no-messages')) this.#stream.error(`${message}\n`)
  }

  async #flush(): Promise<void> {
    if (this.#output === '') return
    const text = this.#output
    this.#output = ''
    await this.#stream.write(encodeText(text))
  }
}

export const rg: CommandBody = (args, context) =>
  runStream('rg', context, (stream) => runRg(args, stream, context))
