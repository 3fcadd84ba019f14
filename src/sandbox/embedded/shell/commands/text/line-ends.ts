/** `dos2unix` and `unix2dos`: the ends of lines. */
import { encodeText } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { decodeLoosely } from '../frame/loose-text.ts'

const OPTIONS = ['q,quiet', 'k,keepdate', 'n,newfile', 'o,oldfile', 'f,force', 's,safe']

export const dos2unix = converting('dos2unix', 'Unix', (text) => text.replaceAll('\r\n', '\n'))
export const unix2dos = converting('unix2dos', 'DOS', (text) => text.replace(/(?<!\r)\n/g, '\r\n'))

function converting(name: string, format: string, change: (text: string) => string): CommandBody {
  return (args, context) =>
    runCommand({ name, usage: `${name} [-qk] [FILE]... [-n INFILE OUTFILE]`, options: OPTIONS }, args, {
      context,
      body: (run) => {
        const { operands } = run
        if (operands.length === 0) {
          run.outBytes(converted(run.stdin(), change))
          return 0
        }
        if (run.options.has('n')) {
          const [from, to, extra] = operands
          if (from === undefined || to === undefined || extra !== undefined)
            throw new CommandError('target of file in new-file mode not specified')
          convert(run, { from, to, format, change })
          return 0
        }
        run.each(operands, (file) => convert(run, { from: file, to: file, format, change }))
        return run.isFailed ? 1 : 0
      },
    })
}

interface Conversion {
  readonly from: string
  readonly to: string
  readonly format: string
  readonly change: (text: string) => string
}

function convert(run: CommandRun, { from, to, format, change }: Conversion): void {
  const bytes = run.read(from)
  if (bytes.includes(0) && !run.options.has('f')) {
    run.warn(`Binary symbol found. Skipping binary file ${from}`)
    return
  }
  const { mode, atimeMs, mtimeMs } = run.files.stat(run.path(from))
  run.write(to, converted(bytes, change), mode & 0o777)
  if (run.options.has('k')) run.files.utimes(run.path(to), atimeMs, mtimeMs)
  if (!run.options.has('q')) run.err(`${run.name}: converting file ${from} to ${format} format...\n`)
}

function converted(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return encodeText(change(decodeLoosely(bytes).text))
}
