/** `xargs`: runs a command with what stdin lists. */
import { fromByteString } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'xargs',
  usage:
    'xargs [-0rtx] [-I REPLACE] [-n MAX] [-L LINES] [-d DELIMITER] [-P PROCS] [-s CHARS] [-a FILE] [COMMAND [ARG]...]',
  operandsLast: true,
  options: [
    '0,null',
    'I,replace=',
    'i=?',
    'n,max-args=',
    'L,max-lines=',
    'l=?',
    'd,delimiter=',
    'P,max-procs=',
    's,max-chars=',
    'a,arg-file=',
    'E,eof=',
    'r,no-run-if-empty',
    't,verbose',
    'x,exit',
  ],
}
/** Bytes of one command line, as GNU's default. */
const MAX_CHARS = 131_072
const STOPPED = 124
const FAILED = 123
const NOT_FOUND = 127
const NOT_RUNNABLE = 126
/** A command's exit code that stops xargs. */
const STOP = 255

export const xargs: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Xargs(run).run() })
}

interface Item {
  readonly text: string
  /** Which line of the input it stood in; one that ends in a blank goes on. */
  readonly line: number
}

class Xargs {
  readonly #run: CommandRun
  readonly #command: readonly string[]
  #code = 0

  constructor(run: CommandRun) {
    this.#run = run
    this.#command = run.operands.length === 0 ? ['echo'] : run.operands
  }

  async run(): Promise<number> {
    const { options } = this.#run
    const replace = options.has('I')
      ? options.value('I')
      : options.has('i')
        ? (options.value('i') ?? '{}')
        : undefined
    for (const option of ['n', 'L', 's']) this.#number(option)
    const items = this.#items(replace !== undefined)
    const batches = replace === undefined ? this.#batches(items) : items.map(({ text }) => [text])
    for (const batch of batches) {
      const words =
        replace === undefined
          ? [...this.#command, ...batch]
          : this.#command.map((word) => word.replaceAll(replace, () => batch[0] ?? ''))
      if (options.has('t')) this.#run.err(`${words.join(' ')}\n`)
      const code = await this.#start(words)
      if (code === STOP) {
        this.#run.warn(`${words[0] ?? ''}: exited with status 255; aborting`)
        return STOPPED
      }
      if (code === NOT_FOUND || code === NOT_RUNNABLE) return code
      if (code !== 0) this.#code = FAILED
    }
    return this.#code
  }

  #items(isByLine: boolean): readonly Item[] {
    const { options } = this.#run
    const file = options.value('a') ?? '-'
    const { text } = decodeLoosely(this.#run.read(file))
    const delimiter = options.has('0') ? '\0' : delimiterOf(options.value('d'))
    if (delimiter !== undefined) {
      const parts = text.split(delimiter)
      if (parts.at(-1) === '') parts.pop()
      return parts.map((part, line) => ({ text: part, line }))
    }
    const end = options.value('E')
    const all = isByLine ? wholeLines(text) : quotedWords(text)
    const last = end === undefined || end === '' ? -1 : all.findIndex((item) => item.text === end)
    return last < 0 ? all : all.slice(0, last)
  }

  #batches(items: readonly Item[]): string[][] {
    const { options } = this.#run
    if (items.length === 0) return options.has('r') ? [] : [[]]
    const most = this.#number('n') ?? Infinity
    const lines = this.#number('L') ?? (options.has('l') ? Number(options.value('l') ?? 1) : Infinity)
    const room = (this.#number('s') ?? MAX_CHARS) - sizeOf(this.#command)
    const batches: string[][] = []
    let batch: string[] = []
    let seen = new Set<number>()
    let size = 0
    for (const { text, line } of items) {
      const isFull =
        batch.length >= most || size + text.length + 1 > room || (!seen.has(line) && seen.size >= lines)
      if (isFull && batch.length > 0) {
        batches.push(batch)
        batch = []
        seen = new Set()
        size = 0
      }
      if (text.length + 1 > room) throw new CommandError('argument line too long')
      batch.push(text)
      seen.add(line)
      size += text.length + 1
    }
    return [...batches, batch]
  }

  #number(option: string): number | undefined {
    const text = this.#run.options.value(option)
    if (text === undefined) return undefined
    if (!/^\d+$/.test(text)) throw new CommandError(`invalid number "${text}" for -${option} option`)
    if (Number(text) < 1) throw this.#run.misuse(`value ${text} for -${option} option should be >= 1`)
    return Number(text)
  }

  async #start(words: readonly string[]): Promise<number> {
    const { context } = this.#run
    const result = await runScript(context.exec, {
      script: 'command -- "$@"',
      name: 'xargs',
      args: words,
      cwd: context.cwd,
      env: context.exportedEnv ?? {},
      stdin: '',
      live: { ...context.live, stdin: null },
    })
    if (result.stdoutKind === 'bytes') this.#run.outBytes(fromByteString(result.stdout))
    else this.#run.out(result.stdout)
    this.#run.err(result.stderr)
    return result.exitCode
  }
}

function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length + 1, 0)
}

const ESCAPES: Readonly<Record<string, string>> = { ...CHAR_ESCAPES, '0': '\0', '\\': '\\' }

function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const escaped = /^\\(.)$/.exec(text)?.[1]
  const char = escaped === undefined ? text : ESCAPES[escaped]
  if (char?.length === 1) return char
  throw new CommandError(
    `Invalid input delimiter specification ${text}: the delimiter must be either a single character or an escape sequence starting with \\.`,
  )
}

/** For -I: a line is an item; blanks in front are left out, quotes are taken off. */
function wholeLines(text: string): readonly Item[] {
  const lines = text.split('\n')
  return lines
    .map((line, at) => ({ text: unquoted(line.trimStart()), line: at }))
    .filter((item) => item.text !== '')
}

function unquoted(line: string): string {
  return line.replace(/"([^"]*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) => {
    return String(double ?? single ?? escaped ?? '')
  })
}

/** Words between blanks; quotes and backslashes keep blanks inside. */
function quotedWords(text: string): readonly Item[] {
  const items: Item[] = []
  let line = 0
  const piece = /(\n)|[ \t\r\v\f]+|((?:"[^"\n]*"|'[^'\n]*'|\\[^]|[^\s"'\\])+)|(["'])/g
  for (const [, newline, word, quote] of text.matchAll(piece)) {
    if (quote !== undefined)
      throw new CommandError(
        `unmatched ${quote === '"' ? 'double' : 'single'} quote; by default quotes are special to xargs unless you use the -0 option`,
      )
    if (newline !== undefined) line += 1
    else if (word !== undefined) items.push({ text: unquoted(word), line })
  }
  return items
}
