/** `cksum` and `sum`: the short checksums. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

export const cksum: CommandBody = (args, context) =>
  runCommand(
    {
      name: 'cksum',
      usage: 'cksum [FILE]...',
      options: ['a,algorithm=', 'c,check', 'tag', 'untagged', 'l,length=', 'z,zero'],
    },
    args,
    {
      context,
      body: (run) => {
        const { options } = run
        const algorithm = options.value('a') ?? 'crc'
        if (algorithm === 'bsd' || algorithm === 'sysv') return sums(run, algorithm)
        const other = ['c', 'tag', 'untagged', 'l', 'z'].find((name) => options.has(name))
        if (algorithm !== 'crc' || other !== undefined)
          throw new CommandError('only CRC is supported here; use md5sum, sha256sum or b2sum')
        return eachFile(run, (bytes, name) => `${crc(bytes)} ${bytes.length}${name}`)
      },
    },
  )

export const sum: CommandBody = (args, context) =>
  runCommand({ name: 'sum', usage: 'sum [-rs] [FILE]...', options: ['r', 's,sysv'] }, args, {
    context,
    body: (run) => sums(run, run.options.lastOf(['r', 's']) === 's' ? 'sysv' : 'bsd'),
  })

function sums(run: CommandRun, kind: 'bsd' | 'sysv'): number {
  return eachFile(run, (bytes, name) => {
    if (kind === 'sysv') return `${sysv(bytes)} ${Math.ceil(bytes.length / 512)}${name}`
    const blocks = String(Math.ceil(bytes.length / 1024)).padStart(5)
    return `${String(bsd(bytes)).padStart(5, '0')} ${blocks}${name}`
  })
}

function eachFile(run: CommandRun, line: (bytes: Uint8Array, name: string) => string): number {
  const { operands } = run
  if (operands.length === 0) run.out(`${line(run.read('-'), '')}\n`)
  run.each(operands, (file) => run.out(`${line(run.read(file), ` ${file}`)}\n`))
  return run.isFailed ? 1 : 0
}

const POLYNOMIAL = 0x04c11db7

/** POSIX's: the length is part of it. */
function crc(bytes: Uint8Array): number {
  let value = 0
  const add = (byte: number): void => {
    value ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1
  }
  for (const byte of bytes) add(byte)
  for (let rest = bytes.length; rest > 0; rest = Math.floor(rest / 256)) add(rest % 256)
  return ~value >>> 0
}

function bsd(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = (((value >> 1) | ((value & 1) << 15)) + byte) & 0xffff
  return value
}

function sysv(bytes: Uint8Array): number {
  let total = 0
  for (const byte of bytes) total = (total + byte) % 0x1_0000_0000
  const folded = (total % 0x10000) + Math.floor(total / 0x10000)
  return (folded & 0xffff) + (folded >>> 16)
}
