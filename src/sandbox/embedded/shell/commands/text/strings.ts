/** `strings`: what can be read in files of any kind. */
import { streamTool } from '../../stream/stream-run.ts'
import { CommandError, retell } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'strings',
  usage: 'strings [-afow] [-n LENGTH] [-t {o,d,x}] [-s SEPARATOR] [FILE]...',
  options: [
    'a,all',
    'd,data',
    'e,encoding=',
    'f,print-file-name',
    'n,bytes=',
    'o',
    's,output-separator=',
    't,radix=',
    'w,include-all-whitespace',
  ],
}
const RADIX: Readonly<Record<string, number>> = { o: 8, d: 10, x: 16 }
const OFFSET_WIDTH = 7
const DEFAULT_LENGTH = '4'

export const strings = streamTool(
  SYNTAX,
  async (run) => {
    const { options } = run
    const text = options.value('n') ?? DEFAULT_LENGTH
    if (!/^[1-9]\d*$/.test(text)) throw new CommandError(`invalid minimum string length ${text}`)
    const encoding = options.value('e') ?? 's'
    if (encoding !== 's' && encoding !== 'S') throw new CommandError(`-e ${encoding} is not supported here`)
    const letter = options.has('o') ? 'o' : options.value('t')
    const radix = letter === undefined ? undefined : RADIX[letter]
    if (letter !== undefined && radix === undefined) throw run.misuse(`invalid radix: ${letter}`)
    const blanks = options.has('w') ? '\\s' : '\\t'
    const high = encoding === 'S' ? '\\x80-\\xff' : ''
    const readable = new RegExp(`[ -~${blanks}${high}]{${text},}`, 'g')
    const end = options.value('s') ?? '\n'
    await run.each(run.inputs, async (file) => {
      const bytes = await contentOf(run.bytes(file))
      for (const { 0: found, index } of latin.decode(bytes).matchAll(readable)) {
        const name = options.has('f') ? `${file === '-' ? '{standard input}' : file}: ` : ''
        const offset = radix === undefined ? '' : `${index.toString(radix).padStart(OFFSET_WIDTH)} `
        await run.out(name + offset + found + end)
      }
    })
  },
  (args) => args.map((arg) => arg.replace(/^-(\d+)$/, '-n$1')),
)

const latin = new TextDecoder('latin1')

async function contentOf(bytes: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await bytes
  } catch (error) {
    retell(error, ({ operand, reason, message }) =>
      reason.startsWith('No such file') ? `'${operand}': No such file` : message,
    )
  }
}
