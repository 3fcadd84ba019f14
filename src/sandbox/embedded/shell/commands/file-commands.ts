/** Small commands about files that the library lacks. */
import type { ExecResult } from 'just-bash/browser'
import { dirname, resolve } from '../../../path.ts'
import { Errno, O } from '../../syscalls.ts'
import { fromByteString } from '../byte-string.ts'
import { errnoSentence } from '../errno-text.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { failed, printed } from './output.ts'

export const realpathCommand = command('realpath', async (args, context) => {
  const mustExist = args.includes('-e')
  const noLinks = args.includes('-s') || args.includes('--no-symlinks')
  return eachOperand('realpath', args, (path) => {
    const absolute = resolve(path, context.cwd)
    if (noLinks) return absolute
    return mayMiss(context, absolute, mustExist, args.includes('-m'))
  })
})

function mayMiss(context: CommandContext, path: string, mustExist: boolean, anyMayMiss: boolean): string {
  const { syscalls } = context.host.kernel
  try {
    return syscalls.realpath(path)
  } catch (error) {
    if (!(error instanceof Errno) || error.code !== 'ENOENT' || mustExist || path === '/') throw error
    const parent = anyMayMiss
      ? mayMiss(context, dirname(path), false, true)
      : syscalls.realpath(dirname(path))
    return resolve(path.slice(path.lastIndexOf('/') + 1), parent)
  }
}

export const mktempCommand = command('mktemp', async (args, context) => {
  const folder = valueOf(args, '-p') ?? (args.includes('-t') ? '/tmp' : undefined)
  const operands = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-p')
  const template = operands[0] ?? 'tmp.XXXXXXXXXX'
  if (!/X{3,}$/.test(template)) return failed(`mktemp: too few X's in template '${template}'\n`)
  const base = folder ?? (operands.length === 0 ? '/tmp' : context.cwd)
  const path = resolve(
    template.replace(/X+$/, (run) => randomName(run.length)),
    resolve(base, context.cwd),
  )
  const { syscalls } = context.host.kernel
  try {
    if (args.includes('-d') || args.includes('--directory')) syscalls.mkdir(path, 0o700, false)
    else syscalls.close(syscalls.open(path, O.CREAT | O.EXCL | O.WRONLY, 0o600))
  } catch (error) {
    return failed(`mktemp: failed to create '${path}': ${errnoSentence(error)}\n`)
  }
  return printed(`${path}\n`)
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function randomName(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('')
}

export const cmpCommand = command('cmp', async (args, context) => {
  const silent = args.some((arg) => ['-s', '--quiet', '--silent'].includes(arg))
  const [first, second] = args.filter((arg) => arg === '-' || !arg.startsWith('-'))
  if (first === undefined || second === undefined) return failed('cmp: missing operand\n', 2)
  let left
  let right
  try {
    left = await bytesOf(first, context)
    right = await bytesOf(second, context)
  } catch (error) {
    return failed(silent ? '' : `cmp: ${error instanceof Error ? error.message : String(error)}\n`, 2)
  }
  return compare([first, left], [second, right], silent)
})

type Named = readonly [name: string, bytes: Uint8Array]

function compare([name, left]: Named, [otherName, right]: Named, silent: boolean): ExecResult {
  const shorter = Math.min(left.length, right.length)
  let at = 0
  while (at < shorter && left[at] === right[at]) at += 1
  if (at === shorter && left.length === right.length) return printed('')
  if (silent) return failed('')
  const line = left.subarray(0, at).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 1)
  if (at < shorter)
    return { stdout: `${name} ${otherName} differ: byte ${at + 1}, line ${line}\n`, stderr: '', exitCode: 1 }
  const short = left.length < right.length ? name : otherName
  return failed(`cmp: EOF on ${short} after byte ${at}, in line ${line}\n`)
}

async function bytesOf(operand: string, context: CommandContext): Promise<Uint8Array> {
  if (operand !== '-') return context.fs.readFileBuffer(resolve(operand, context.cwd))
  return fromByteString(String(context.stdin))
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
}

export const truncateCommand = command('truncate', async (args, context) => {
  const text = valueOf(args, '-s') ?? args.find((arg) => arg.startsWith('--size='))?.slice('--size='.length)
  const [, sign, digits, unit] = /^([-+]?)(\d+)([KMG]?B?)$/.exec(text ?? '') ?? []
  const factor = UNITS[unit ?? '']
  if (digits === undefined || factor === undefined) return failed(`truncate: invalid size: '${text ?? ''}'\n`)
  const amount = Number(digits) * factor
  const { syscalls } = context.host.kernel
  const operands = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-s')
  return eachOperand('truncate', operands, (operand) => {
    const path = resolve(operand, context.cwd)
    const create = args.includes('-c') ? 0 : O.CREAT
    const fd = syscalls.open(path, O.RDWR | create, 0o666)
    try {
      const { size } = syscalls.fstat(fd)
      const wanted = sign === '+' ? size + amount : sign === '-' ? Math.max(0, size - amount) : amount
      syscalls.ftruncate(fd, wanted)
    } finally {
      syscalls.close(fd)
    }
    return undefined
  })
})

function valueOf(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option)
  return at < 0 ? undefined : args[at + 1]
}

/** Runs `body` for each operand; a failure is said and the others are still done. */
function eachOperand(
  name: string,
  args: readonly string[],
  body: (operand: string) => string | undefined,
): ExecResult {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  if (operands.length === 0) return failed(`${name}: missing operand\n`)
  let stdout = ''
  let stderr = ''
  for (const operand of operands) {
    try {
      const line = body(operand)
      if (line !== undefined) stdout += `${line}\n`
    } catch (error) {
      stderr += `${name}: ${operand}: ${errnoSentence(error)}\n`
    }
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 }
}
