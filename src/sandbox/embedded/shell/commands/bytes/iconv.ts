/** `iconv`: from what the platform can decode, to UTF-8, UTF-16, Latin 1 and ASCII. */
import { joinBytes } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

const SYNTAX = {
  name: 'iconv',
  usage: 'iconv [-cs] [-f ENCODING] [-t ENCODING[//IGNORE]] [-o FILE] [FILE]...',
  options: ['f,from-code=', 't,to-code=', 'c', 's,silent', 'o,output=', 'l,list', 'verbose'],
}
const TARGETS = ['UTF-8', 'UTF-16', 'UTF-16LE', 'UTF-16BE', 'ISO-8859-1', 'US-ASCII']
const SAME: Readonly<Record<string, string>> = {
  UTF8: 'UTF-8',
  UTF16: 'UTF-16',
  LATIN1: 'ISO-8859-1',
  L1: 'ISO-8859-1',
  'ISO8859-1': 'ISO-8859-1',
  ISO88591: 'ISO-8859-1',
  ASCII: 'US-ASCII',
}

export const iconv: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runIconv })

function runIconv(run: CommandRun): number {
  const { options, operands } = run
  if (options.has('l')) {
    run.out(TARGETS.map((name) => `${name}//\n`).join(''))
    return 0
  }
  const [to = 'UTF-8', ...flags] = (options.value('t') ?? 'UTF-8').split('//')
  const from = (options.value('f') ?? 'UTF-8').split('//')[0] ?? ''
  const drops = options.has('c') || flags.includes('IGNORE')
  if (flags.includes('TRANSLIT')) throw new CommandError('//TRANSLIT is not supported here')
  const bytes = joinBytes((operands.length === 0 ? ['-'] : operands).map((file) => run.read(file)))
  const result = encode(decode(bytes, nameOf(from), drops), nameOf(to), drops)
  const output = options.value('o')
  if (output === undefined) run.outBytes(result)
  else run.write(output, result)
  return 0
}

function nameOf(text: string): string {
  const name = text.toUpperCase()
  return SAME[name] ?? name
}

function decode(bytes: Uint8Array, name: string, drops: boolean): string {
  // The platform takes Latin 1 for Windows 1252.
  if (name === 'ISO-8859-1' || name === 'US-ASCII') {
    const at = name === 'US-ASCII' ? bytes.findIndex((byte) => byte > 127) : -1
    if (at >= 0 && !drops) throw new CommandError(`illegal input sequence at position ${at}`)
    return Array.from(at < 0 ? bytes : bytes.filter((byte) => byte < 128), (byte) =>
      String.fromCharCode(byte),
    ).join('')
  }
  let decoder
  try {
    const isLittle = name === 'UTF-16' && !(bytes[0] === 0xfe && bytes[1] === 0xff)
    const label = name === 'UTF-16' ? (isLittle ? 'utf-16le' : 'utf-16be') : name
    decoder = new TextDecoder(label, { fatal: !drops, ignoreBOM: name !== 'UTF-16' })
  } catch {
    throw new CommandError(`conversion from '${name}' is not supported`)
  }
  try {
    const text = decoder.decode(bytes)
    return drops ? text.replaceAll('\ufffd', '') : text
  } catch {
    throw new CommandError('illegal input sequence in the input')
  }
}

function encode(text: string, name: string, drops: boolean): Uint8Array {
  if (name === 'UTF-8') return new TextEncoder().encode(text)
  if (name === 'UTF-16' || name === 'UTF-16LE' || name === 'UTF-16BE') {
    const marked = name === 'UTF-16' ? `\ufeff${text}` : text
    const view = new DataView(new ArrayBuffer(marked.length * 2))
    for (let at = 0; at < marked.length; at += 1)
      view.setUint16(at * 2, marked.charCodeAt(at), name !== 'UTF-16BE')
    return new Uint8Array(view.buffer)
  }
  const limit = name === 'ISO-8859-1' ? 255 : name === 'US-ASCII' ? 127 : -1
  if (limit < 0) throw new CommandError(`conversion to '${name}' is not supported`)
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code <= limit) bytes.push(code)
    else if (!drops) throw new CommandError(`cannot convert '${letter}' to ${name}`)
  }
  return Uint8Array.from(bytes)
}
