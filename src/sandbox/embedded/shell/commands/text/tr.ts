/** `tr`: bytes into others, squeezed or deleted. As GNU's it knows bytes only: a letter beyond ASCII is several. */
import { encodeText, toByteString } from '../../byte-string.ts'
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { usageError, type Options, type Syntax } from '../../../../languages/option-parser.ts'
import type { CommandStream } from '../../stream/command-stream.ts'
import { streamTool } from '../../stream/stream-run.ts'

const SYNTAX: Syntax = {
  name: 'tr',
  usage: 'tr [-cdst] SET1 [SET2]',
  operandsLast: true,
  options: ['c,C,complement', 'd,delete', 's,squeeze-repeats', 't,truncate-set1'],
}
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[\x21-\x7e]/,
  lower: /[a-z]/,
  print: /[\x20-\x7e]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
}
const ESCAPES: Readonly<Record<string, string>> = { ...CHAR_ESCAPES, b: '\b', '\\': '\\' }

export const tr = streamTool(SYNTAX, (run) => translate(run.stream, translationOf(run.options)))

interface Translation {
  readonly table: Uint8Array | undefined
  readonly deleted: ReadonlySet<number>
  readonly squeezed: ReadonlySet<number>
}

function translationOf(options: Options): Translation {
  const [first, second, extra] = options.operands
  const deletes = options.has('d')
  const squeezes = options.has('s')
  if (first === undefined) throw usageError(SYNTAX, 'missing operand')
  if (extra !== undefined) throw usageError(SYNTAX, `extra operand '${extra}'`)
  if (second === undefined && deletes === squeezes) {
    const what = deletes ? 'deleting and squeezing repeats' : 'translating'
    throw usageError(SYNTAX, `missing operand after '${first}'\nTwo strings must be given when ${what}.`)
  }
  if (second !== undefined && deletes && !squeezes) {
    const why = 'Only one string may be given when deleting without squeezing repeats.'
    throw usageError(SYNTAX, `extra operand '${second}'\n${why}`)
  }
  const set = expand(first, undefined)
  if (
    second !== undefined &&
    !deletes &&
    !options.has('c') &&
    /\[:(?:upper|lower):\]/.test(second) &&
    !/\[:(?:upper|lower):\]/.test(first)
  )
    throw new CommandError('misaligned [:upper:] and/or [:lower:] construct')
  const from = options.has('c') ? complement(set) : set
  const to = second === undefined ? undefined : expand(second, from.length)
  return {
    table: to === undefined || deletes ? undefined : tableOf(from, to, options.has('t')),
    deleted: new Set(deletes ? from : []),
    squeezed: new Set(squeezes ? (to ?? from) : []),
  }
}

/** Piece by piece, as it comes. */
async function translate(stream: CommandStream, how: Translation): Promise<void> {
  let last = -1
  for (let input = await stream.read(); input.length > 0; input = await stream.read()) {
    const output = new Uint8Array(input.length)
    let length = 0
    for (const byte of input) {
      if (how.deleted.has(byte)) continue
      const now = how.table?.[byte] ?? byte
      if (now === last && how.squeezed.has(now)) continue
      output[length] = now
      length += 1
      last = now
    }
    await stream.write(output.subarray(0, length))
  }
}

function tableOf(from: readonly number[], to: readonly number[], truncates: boolean): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const last = to.at(-1)
  if (last === undefined && !truncates)
    throw new CommandError('when not truncating set1, string2 must be non-empty')
  for (const [at, byte] of from.entries()) {
    const now = to[at] ?? (truncates ? byte : last)
    if (now !== undefined) table[byte] = now
  }
  return table
}

function complement(set: readonly number[]): number[] {
  const known = new Set(set)
  return Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !known.has(byte))
}

/** `size` is how many bytes the other set has, for `[x*]`. */
function expand(text: string, size: number | undefined): number[] {
  const source = toByteString(encodeText(text))
  const bytes: number[] = []
  let fill: { readonly at: number; readonly byte: number } | undefined
  let at = 0
  while (at < source.length) {
    const rest = source.slice(at)
    const [group, kind, name] = /^\[([:=])([^]*?)\1\]/.exec(rest) ?? []
    const repeat = size === undefined ? null : /^\[(\\?[^])\*(\d*)\]/.exec(rest)
    if (group !== undefined && kind === ':') bytes.push(...classOf(name ?? ''))
    else if (group !== undefined && name?.length === 1) bytes.push(name.charCodeAt(0))
    else if (repeat !== null) {
      const byte = charAt(repeat[1] ?? '', 0).byte
      const count = repeat[2] ?? ''
      if (count === '' || Number(count) === 0) fill = { at: bytes.length, byte }
      else
        for (let left = Number.parseInt(count, count.startsWith('0') ? 8 : 10); left > 0; left -= 1)
          bytes.push(byte)
    } else {
      const { byte, length } = charAt(source, at)
      const next =
        source.charAt(at + length) === '-' && at + length + 1 < source.length
          ? charAt(source, at + length + 1)
          : undefined
      if (next === undefined) bytes.push(byte)
      else bytes.push(...range(byte, next.byte))
      at += length + (next === undefined ? 0 : 1 + next.length)
      continue
    }
    at += (group ?? repeat?.[0] ?? '').length
  }
  if (fill !== undefined) {
    const missing = Math.max(0, (size ?? 0) - bytes.length)
    bytes.splice(fill.at, 0, ...Array.from({ length: missing }, () => fill.byte))
  }
  return bytes
}

function charAt(source: string, at: number): { byte: number; length: number } {
  const [escape, octal, char] = /^\\(?:([0-3]?[0-7]{1,2})|([^]))/.exec(source.slice(at, at + 4)) ?? []
  if (escape === undefined) return { byte: source.charCodeAt(at), length: 1 }
  if (octal !== undefined) return { byte: Number.parseInt(octal, 8), length: escape.length }
  const meant = ESCAPES[char ?? ''] ?? char ?? ''
  return { byte: meant.charCodeAt(0), length: escape.length }
}

function range(first: number, last: number): number[] {
  if (last < first) {
    const [one, other] = [String.fromCharCode(first), String.fromCharCode(last)]
    throw new CommandError(`range-endpoints of '${one}-${other}' are in reverse collating sequence order`)
  }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function classOf(name: string): number[] {
  const shape = CLASSES[name]
  if (shape === undefined) throw new CommandError(`invalid character class '${name}'`)
  return Array.from({ length: 128 }, (_, byte) => byte).filter((byte) =>
    shape.test(String.fromCharCode(byte)),
  )
}
