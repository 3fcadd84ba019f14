/** The helper programs that the Oils cases expect, as the suite describes them. */
import { encodeText } from '../byte-string.ts'
import type { Program } from './program.ts'

export const OILS_PROGRAMS: Readonly<Record<string, Program>> = {
  'argv.py': async (io) => {
    io.out(`[${io.argv.slice(1).map(pythonRepr).join(', ')}]\n`)
    return 0
  },
  'printenv.py': async (io) => {
    for (const name of io.argv.slice(1)) io.out(`${io.env[name] ?? 'None'}\n`)
    return 0
  },
  'stdout_stderr.py': async (io) => {
    // Python writes its stdout when it ends, its stderr at once.
    io.err(`${io.argv[2] ?? 'STDERR'}\n`)
    io.out(`${io.argv[1] ?? 'STDOUT'}\n`)
    return Number(io.argv[3] ?? 0)
  },
}

/** As Python 2 shows a string: bytes outside printable ASCII as escapes. */
function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const bytes = [...encodeText(text)]
  const inner = bytes.map((byte) => {
    const char = String.fromCharCode(byte)
    if (char === '\\' || char === quote) return `\\${char}`
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    if (char === '\r') return '\\r'
    return byte < 32 || byte > 126 ? `\\x${byte.toString(16).padStart(2, '0')}` : char
  })
  return quote + inner.join('') + quote
}
