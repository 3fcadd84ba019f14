/**
 * Filters that treat each line for itself: they get their input in pieces of whole lines, so that what comes out
 * of a pipe is seen as it comes. With options that look across lines they are the library's, at the end of input.
 */
import type { CustomCommand, ExecResult } from 'just-bash/browser'
import { encodeOutput, joinBytes, toByteString } from '../byte-string.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'
import { original } from './original.ts'

interface Filter {
  readonly name: string
  /** Whether it treats each line for itself, and reads stdin. */
  readonly isLineByLine: (args: readonly string[]) => boolean
  /** The exit code after a piece; `isOver`: the rest need not be read. */
  readonly after?: (before: number | undefined, result: ExecResult, args: readonly string[]) => Verdict
}

interface Verdict {
  readonly exitCode: number
  readonly isOver: boolean
}

const FILTERS: readonly Filter[] = [
  { name: 'rev', isLineByLine: (args) => operandsOf(args, '').length === 0 },
]

export const lineFilterCommands: readonly CustomCommand[] = FILTERS.map((filter) =>
  command(filter.name, (args, context) => {
    const usable = args.filter((arg) => arg !== '--line-buffered')
    if (context.feed.fd === null || !filter.isLineByLine(usable)) return original(context, usable)
    return runStream(filter.name, context, (stream) => run(filter, usable, { stream, context }))
  }),
)

async function run(
  filter: Filter,
  args: readonly string[],
  io: { readonly stream: CommandStream; readonly context: CommandContext },
): Promise<number> {
  const lines = new WholeLines()
  let exitCode: number | undefined
  for (let isEnd = false; !isEnd;) {
    const part = await io.stream.read()
    isEnd = part.length === 0
    const piece = isEnd ? lines.rest() : lines.add(part)
    if (piece.length === 0 && !(isEnd && exitCode === undefined)) continue
    const result = await original(io.context, args, toByteString(piece))
    await io.stream.write(encodeOutput(result.stdout, isBytes(result)))
    if (result.stderr !== '') io.stream.error(result.stderr)
    const verdict = (filter.after ?? afterAny)(exitCode, result, args)
    if (verdict.isOver) return verdict.exitCode
    exitCode = verdict.exitCode
  }
  return exitCode ?? 0
}

function isBytes(result: ExecResult): boolean {
  return result.stdoutKind ? result.stdoutKind === 'bytes' : result.stdoutEncoding === 'binary'
}

/** Keeps the start of a line back until its end comes. */
class WholeLines {
  #parts: Uint8Array[] = []

  add(part: Uint8Array): Uint8Array {
    const end = part.lastIndexOf(NEWLINE) + 1
    if (end === 0) {
      this.#parts.push(part)
      return new Uint8Array(0)
    }
    const whole = joinBytes([...this.#parts, part.subarray(0, end)])
    this.#parts = end < part.length ? [part.subarray(end)] : []
    return whole
  }

  rest(): Uint8Array {
    const rest = joinBytes(this.#parts)
    this.#parts = []
    return rest
  }
}

const NEWLINE = 10

function afterAny(_: number | undefined, { exitCode }: ExecResult): Verdict {
  return { exitCode, isOver: exitCode !== 0 }
}

/** What is neither an option nor the value of one of the letters `valued`. */
function operandsOf(args: readonly string[], valued: string): readonly string[] {
  const end = args.indexOf('--')
  return args.filter((arg, at) => {
    if (end >= 0 && at >= end) return at > end
    return !(arg.startsWith('-') && arg !== '-') && !takesNext(args[at - 1], valued)
  })
}

function takesNext(previous: string | undefined, valued: string): boolean {
  return valued !== '' && new RegExp(`^-[a-zA-Z]*[${valued}]$`).test(previous ?? '')
}
