/** `wc`: counts. */
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'

const SYNTAX: Syntax = {
  name: 'wc',
  usage: 'wc [OPTION]... [FILE]...',
  options: ['c,bytes', 'm,chars', 'l,lines', 'files0-from=', 'L,max-line-length', 'w,words', 'total='],
}
type Count = 'l' | 'w' | 'm' | 'c' | 'L'
type Counts = Record<Count, number>
const ORDER: readonly Count[] = ['l', 'w', 'm', 'c', 'L']
/** Columns when the size of an input is not known. */
const WIDTH = 7

export const wc = streamTool(SYNTAX, async (run) => {
  const { options } = run
  const given = ORDER.filter((name) => options.has(name))
  const shown: readonly Count[] = given.length === 0 ? ['l', 'w', 'c'] : given
  const when = options.value('total') ?? 'auto'
  if (!['auto', 'always', 'only', 'never'].includes(when))
    throw run.misuse(`invalid argument '${when}' for '--total'`)
  const files = await inputsOf(run)
  const width = when === 'only' ? 1 : widthFor(run, files, shown)
  const total: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 }
  const print = (counts: Counts, name: string | undefined): Promise<void> => {
    const numbers = shown.map((kind) => String(counts[kind]).padStart(width)).join(' ')
    return run.out(`${numbers}${name === undefined ? '' : ` ${name}`}\n`)
  }
  await run.each(files, async (file) => {
    const counts: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 }
    try {
      await count(run, file, { counts, shown })
    } finally {
      for (const kind of ORDER)
        total[kind] = kind === 'L' ? Math.max(total.L, counts.L) : total[kind] + counts[kind]
    }
    if (when !== 'only')
      await print(counts, run.options.operands.length === 0 && !options.has('files0-from') ? undefined : file)
  })
  const isWanted = when === 'auto' ? files.length > 1 : when !== 'never'
  if (isWanted) await print(total, when === 'only' ? undefined : 'total')
})

async function inputsOf(run: StreamRun): Promise<readonly string[]> {
  const from = run.options.value('files0-from')
  if (from === undefined) return run.inputs
  if (run.options.operands.length > 0)
    throw run.misuse(
      `extra operand '${run.options.operands[0] ?? ''}'\nfile operands cannot be combined with --files0-from`,
    )
  return (await run.text(from)).split('\0').filter((name) => name !== '')
}

/** As wide as the largest number can be, known from the sizes of the files. */
function widthFor(run: StreamRun, files: readonly string[], shown: readonly Count[]): number {
  if ((files.length === 1 && shown.length === 1) || run.options.has('files0-from')) return 1
  let sum = 0
  let least = 1
  for (const file of files) {
    try {
      const { syscalls } = run.context.host.kernel
      const { feed } = run.context
      if (file === '-' && (feed.fd === null || feed.text !== '')) least = WIDTH
      else {
        const stats =
          file === '-'
            ? syscalls.fstat(feed.fd ?? 0)
            : syscalls.stat(run.context.host.realPath(resolve(file, run.context.cwd)))
        if (stats.kind === 'file') sum += stats.size
        else least = WIDTH
      }
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      if (file === '-') least = WIDTH
    }
  }
  return Math.max(least, String(sum).length)
}

async function count(
  run: StreamRun,
  file: string,
  { counts, shown }: { counts: Counts; shown: readonly Count[] },
): Promise<void> {
  const needsText = shown.some((kind) => kind === 'm' || kind === 'L' || kind === 'w')
  if (!needsText) {
    for await (const piece of run.pieces(file)) {
      counts.c += piece.length
      if (shown.includes('l')) counts.l += newlines(piece)
    }
    return
  }
  const bytes = await run.bytes(file)
  counts.c = bytes.length
  counts.l = newlines(bytes)
  const { text } = decodeLoosely(bytes)
  const characters = text.replaceAll(/[\udc80-\udcff]/gu, '')
  counts.m = [...characters].length
  counts.w = text.match(/[^\s\p{Cc}]*[\p{L}\p{M}\p{N}\p{P}\p{S}\udc80-\udcff][^\s]*/gu)?.length ?? 0
  for (const line of text.split(/[\n\r\f]/)) counts.L = Math.max(counts.L, columnsOf(line))
}

function newlines(bytes: Uint8Array): number {
  let found = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) found += 1
  return found
}

function columnsOf(line: string): number {
  let columns = 0
  for (const char of line) {
    if (char === '\t') columns += 8 - (columns % 8)
    else if (
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        char,
      )
    )
      columns += 2
    else if (!/[\p{Cc}\p{M}\udc80-\udcff]/u.test(char)) columns += 1
  }
  return columns
}
