/** `base64` and `base32`. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

interface Encoding {
  readonly name: string
  readonly letters: string
  /** Bits a letter. */
  readonly bits: number
  /** Letters that make whole bytes. */
  readonly block: number
}

const BASE64: Encoding = {
  name: 'base64',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  bits: 6,
  block: 4,
}
const BASE32: Encoding = { name: 'base32', letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', bits: 5, block: 8 }
const DEFAULT_COLUMNS = '76'

export const base64 = commandFor(BASE64)
export const base32 = commandFor(BASE32)

function commandFor(encoding: Encoding): CommandBody {
  const { name } = encoding
  const syntax = {
    name,
    usage: `${name} [-di] [-w COLS] [FILE]`,
    options: ['d,decode', 'i,ignore-garbage', 'w,wrap='],
  }
  return (args, context) => runCommand(syntax, args, { context, body: (run) => runEncoding(run, encoding) })
}

function runEncoding(run: CommandRun, encoding: Encoding): number {
  const { options, operands } = run
  const [file = '-', extra] = operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const columns = options.value('w') ?? DEFAULT_COLUMNS
  if (!/^\d+$/.test(columns)) throw new CommandError(`invalid wrap size: '${columns}'`)
  const bytes = run.read(file)
  if (options.has('d')) {
    const { decoded, isValid } = decode(new TextDecoder().decode(bytes), encoding, options.has('i'))
    run.outBytes(decoded)
    if (!isValid) throw new CommandError('invalid input')
    return 0
  }
  const text = encode(bytes, encoding)
  run.out(columns === '0' ? text : text.replace(new RegExp(`.{1,${columns}}`, 'g'), '$&\n'))
  return 0
}

function encode(bytes: Uint8Array, { letters, bits, block }: Encoding): string {
  const parts: string[] = []
  let value = 0
  let have = 0
  let count = 0
  const put = (index: number): void => {
    parts.push(letters.charAt(index))
    count += 1
  }
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    for (have += 8; have >= bits; have -= bits) put((value >> (have - bits)) & (letters.length - 1))
  }
  if (have > 0) put((value << (bits - have)) & (letters.length - 1))
  return parts.join('') + '='.repeat((block - (count % block)) % block)
}

/** The decoded bytes, and whether all of the input was valid. */
function decode(
  text: string,
  { letters, bits, block }: Encoding,
  ignoresGarbage: boolean,
): { decoded: Uint8Array; isValid: boolean } {
  const places = new Map(Array.from(letters, (letter, at) => [letter, at]))
  const bytes: number[] = []
  let value = 0
  let have = 0
  let count = 0
  let isPadded = false
  for (const letter of text) {
    if (letter === '\n') continue
    const place = places.get(letter)
    if (place === undefined) {
      if (letter === '=' && count % block !== 0) {
        isPadded = true
        count += 1
        if (count % block === 0) have = 0
        continue
      }
      if (ignoresGarbage) continue
      return { decoded: Uint8Array.from(bytes), isValid: false }
    }
    if (isPadded && count % block !== 0) return { decoded: Uint8Array.from(bytes), isValid: false }
    isPadded = false
    count += 1
    value = ((value << bits) | place) & 0xffff
    have += bits
    if (have < 8) continue
    have -= 8
    bytes.push((value >> have) & 0xff)
  }
  return { decoded: Uint8Array.from(bytes), isValid: count % block === 0 }
}
