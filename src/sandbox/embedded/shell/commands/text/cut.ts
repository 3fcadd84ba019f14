/** `cut`: parts of each line. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { encodeText } from '../../byte-string.ts'
import { decodeLoosely } from '../frame/loose-text.ts'

const SYNTAX: Syntax = {
  name: 'cut',
  usage: 'cut OPTION... [FILE]...',
  options: [
    'b,bytes=',
    'c,characters=',
    'd,delimiter=',
    'f,fields=',
    'n',
    'complement',
    's,only-delimited',
    'output-delimiter=',
    'z,zero-terminated',
  ],
}

type Range = readonly [from: number, to: number]

export const cut = streamTool(SYNTAX, async (run) => {
  const { options } = run
  const kinds = ['b', 'c', 'f'].filter((kind) => options.has(kind))
  const [kind] = kinds
  if (kind === undefined) throw run.misuse('you must specify a list of bytes, characters, or fields')
  if (kinds.length > 1 || options.values(kind).length > 1) throw run.misuse('only one list may be specified')
  const what = kind === 'f' ? 'field' : 'byte/character'
  const ranges = parseRanges(run, options.value(kind) ?? '', what)
  const separator = options.has('z') ? '\0' : '\n'
  const piece = kind === 'f' ? fields(run, ranges) : letters(run, ranges)
  await run.each(run.inputs, async (file) => {
    for await (const lines of run.lines(file, separator)) {
      let text = ''
      for (const line of lines) {
        const shown = piece(line)
        if (shown !== undefined) text += shown + separator
      }
      await run.out(text)
    }
  })
})

function parseRanges(run: StreamRun, text: string, what: string): readonly Range[] {
  const ranges: Range[] = []
  for (const part of text.split(/[, \t]/)) {
    const [, from = '', dash = '', to = ''] = /^(\d*)(-?)(\d*)$/.exec(part) ?? []
    if (from === '' && to === '') {
      if (part === '-') throw run.misuse('invalid range with no endpoint: -')
      throw run.misuse(
        part === ''
          ? `${what === 'field' ? 'fields' : 'byte/character positions'} are numbered from 1`
          : `invalid ${what} value '${part}'`,
      )
    }
    const first = from === '' ? 1 : Number(from)
    const last = dash === '' ? first : to === '' ? Infinity : Number(to)
    if (first === 0 || last === 0)
      throw run.misuse(`${what === 'field' ? 'fields' : 'byte/character positions'} are numbered from 1`)
    if (last < first) throw run.misuse('invalid decreasing range')
    ranges.push([first, last])
  }
  const sorted = ranges.toSorted(([one], [other]) => one - other)
  return run.options.has('complement') ? complementOf(sorted) : joined(sorted)
}

/** Ranges that overlap are one; those that only touch stay apart, as `--output-delimiter` shows. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = []
  for (const [from, to] of ranges) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)]
    else result.push([from, to])
  }
  return result
}

function complementOf(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = []
  let at = 1
  for (const [from, to] of ranges) {
    if (from > at) result.push([at, from - 1])
    at = Math.max(at, to + 1)
  }
  return at === Infinity ? result : [...result, [at, Infinity]]
}

function fields({ options }: StreamRun, ranges: readonly Range[]): (line: string) => string | undefined {
  const delimiter = options.value('d') ?? '\t'
  if ([...delimiter].length > 1)
    throw new CommandError(`the delimiter must be a single character\nTry 'cut --help' for more information.`)
  const mark = delimiter === '' ? '\0' : delimiter
  const between = options.value('output-delimiter') ?? mark
  const onlyDelimited = options.has('s')
  return (line) => {
    if (!line.includes(mark)) return onlyDelimited ? undefined : line
    const all = line.split(mark)
    return ranges.flatMap(([from, to]) => all.slice(from - 1, to === Infinity ? undefined : to)).join(between)
  }
}

/** GNU's `-c` counts bytes too. */
function letters({ options }: StreamRun, ranges: readonly Range[]): (line: string) => string {
  for (const option of ['d', 's'])
    if (options.has(option))
      throw new CommandError(
        option === 'd'
          ? "an input delimiter may be specified only when operating on fields\nTry 'cut --help' for more information."
          : "suppressing non-delimited lines makes sense\n\tonly when operating on fields\nTry 'cut --help' for more information.",
      )
  const between = options.value('output-delimiter') ?? ''
  return (line) => {
    const bytes = encodeText(line)
    return ranges
      .filter(([from]) => from <= bytes.length)
      .map(([from, to]) => decodeLoosely(bytes.subarray(from - 1, to === Infinity ? undefined : to)).text)
      .join(between)
  }
}
