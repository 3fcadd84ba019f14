/** `md5sum`, `sha1sum` and the other programs that make and check sums. */
import { blake2b } from '@noble/hashes/blake2.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

interface Algorithm {
  /** As the BSD style writes it. */
  readonly tag: string
  readonly digits: number
  hash(bytes: Uint8Array): Uint8Array
}

const OPTIONS = [
  'c,check',
  'b,binary',
  't,text',
  'z,zero',
  'w,warn',
  'tag',
  'quiet',
  'status',
  'strict',
  'ignore-missing',
]

export const md5sum = sumCommand('md5sum', { tag: 'MD5', digits: 32, hash: md5 })
export const sha1sum = sumCommand('sha1sum', { tag: 'SHA1', digits: 40, hash: sha1 })
export const sha224sum = sumCommand('sha224sum', { tag: 'SHA224', digits: 56, hash: sha224 })
export const sha256sum = sumCommand('sha256sum', { tag: 'SHA256', digits: 64, hash: sha256 })
export const sha384sum = sumCommand('sha384sum', { tag: 'SHA384', digits: 96, hash: sha384 })
export const sha512sum = sumCommand('sha512sum', { tag: 'SHA512', digits: 128, hash: sha512 })
export const b2sum = sumCommand('b2sum', { tag: 'BLAKE2b', digits: 128, hash: (bytes) => blake2b(bytes) })

function sumCommand(name: string, algorithm: Algorithm): CommandBody {
  const syntax = { name, usage: `${name} [-bctz] [--tag] [FILE]...`, options: OPTIONS }
  return (args, context) =>
    runCommand(syntax, args, {
      context,
      body: (run) => (run.options.has('c') ? check(run, algorithm) : sum(run, algorithm)),
    })
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function sum(run: CommandRun, algorithm: Algorithm): number {
  const { options, operands } = run
  const end = options.has('z') ? '\0' : '\n'
  run.each(operands.length === 0 ? ['-'] : operands, (file) => {
    const hash = hexOf(algorithm.hash(run.read(file)))
    // A name that would break the line is escaped, and the line says so.
    const isOdd = !options.has('z') && /[\\\n\r]/.test(file)
    const name = isOdd ? file.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r') : file
    const line = options.has('tag')
      ? `${algorithm.tag} (${name}) = ${hash}`
      : `${hash} ${options.has('b') ? '*' : ' '}${name}`
    run.out(`${isOdd ? '\\' : ''}${line}${end}`)
  })
  return run.isFailed ? 1 : 0
}

interface Tally {
  mismatched: number
  unread: number
  malformed: number
  checked: number
  skipped: number
}

function check(run: CommandRun, algorithm: Algorithm): number {
  let isGood = true
  for (const file of run.operands.length === 0 ? ['-'] : run.operands) {
    const tally: Tally = { mismatched: 0, unread: 0, malformed: 0, checked: 0, skipped: 0 }
    const lines = run
      .readText(file)
      .split('\n')
      .filter((line) => line !== '')
    for (const line of lines) checkLine(run, line, { algorithm, tally })
    const shown = file === '-' ? 'standard input' : file
    if (tally.checked + tally.unread + tally.skipped === 0) {
      run.warn(`${shown}: no properly formatted checksum lines found`)
      isGood = false
      continue
    }
    if (!run.options.has('status')) tell(run, tally)
    if (run.options.has('ignore-missing') && tally.checked === 0) {
      run.warn(`${shown}: no file was verified`)
      isGood = false
    }
    const isStrict = run.options.has('strict') && tally.malformed > 0
    isGood &&= tally.mismatched === 0 && tally.unread === 0 && !isStrict
  }
  return isGood ? 0 : 1
}

function tell(run: CommandRun, tally: Tally): void {
  const say = (count: number, one: string, many: string): void => {
    if (count > 0) run.warn(`WARNING: ${count} ${count === 1 ? one : many}`)
  }
  say(tally.malformed, 'line is improperly formatted', 'lines are improperly formatted')
  say(tally.unread, 'listed file could not be read', 'listed files could not be read')
  say(tally.mismatched, 'computed checksum did NOT match', 'computed checksums did NOT match')
}

function checkLine(
  run: CommandRun,
  line: string,
  { algorithm, tally }: { algorithm: Algorithm; tally: Tally },
): void {
  const parsed = parseLine(line, algorithm)
  if (parsed === undefined) {
    tally.malformed += 1
    return
  }
  const { options } = run
  const { name, hash } = parsed
  if (options.has('ignore-missing') && name !== '-' && !run.exists(name)) {
    tally.skipped += 1
    return
  }
  let found
  try {
    found = hexOf(algorithm.hash(run.read(name)))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    run.warn(error.message)
    if (!options.has('status')) run.out(`${name}: FAILED open or read\n`)
    tally.unread += 1
    return
  }
  tally.checked += 1
  const isSame = found === hash.toLowerCase()
  if (!isSame) tally.mismatched += 1
  if (!options.has('status') && !(isSame && options.has('quiet')))
    run.out(`${name}: ${isSame ? 'OK' : 'FAILED'}\n`)
}

function parseLine(line: string, algorithm: Algorithm): { name: string; hash: string } | undefined {
  const isEscaped = line.startsWith('\\')
  const text = isEscaped ? line.slice(1) : line
  const tagged = /^(\w+) \(([^]*)\) = ([\da-fA-F]+)$/.exec(text)
  const plain = /^([\da-fA-F]+) [ *]([^]+)$/.exec(text)
  const [name, hash] = tagged !== null ? [tagged[2], tagged[3]] : [plain?.[2], plain?.[1]]
  if (tagged !== null && tagged[1] !== algorithm.tag) return undefined
  if (name === undefined || hash?.length !== algorithm.digits) return undefined
  const real = isEscaped
    ? name.replace(/\\([\\nr])/g, (_, c: string) => ({ n: '\n', r: '\r' })[c] ?? c)
    : name
  return { name: real, hash }
}
