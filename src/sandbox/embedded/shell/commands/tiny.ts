/** Commands of a few lines. */
import type { CommandBody } from '../just-bash.ts'
import { runScript } from '../run-script.ts'
import { fromByteString } from '../byte-string.ts'
import { CommandError } from './command-error.ts'
import { runCommand, type CommandRun } from './command-run.ts'
import type { Syntax } from './option-parser.ts'

/** A command that takes nothing and says one line. */
function saying(name: string, line: string, code = 0): CommandBody {
  return (args, context) =>
    runCommand({ name, usage: name, options: [] }, args, {
      context,
      body: (run) => {
        run.out(`${line}\n`)
        return code
      },
    })
}

export const arch = saying('arch', 'x86_64')
export const groups = saying('groups', 'user')
export const logname = saying('logname', 'user')
/** Descriptors are never terminals here. */
export const tty = saying('tty', 'not a tty', 1)

/** Files are kept by the page: there is nothing to wait for. */
export const sync: CommandBody = (args, context) =>
  runCommand({ name: 'sync', usage: 'sync [FILE]...', options: ['d,data', 'f,file-system'] }, args, {
    context,
    body: () => 0,
  })

export const uuidgen: CommandBody = (args, context) =>
  runCommand({ name: 'uuidgen', usage: 'uuidgen [-r]', options: ['r,random'] }, args, {
    context,
    body: (run) => {
      run.out(`${randomUuid()}\n`)
      return 0
    },
  })

/** Version 4. The platform's own is for secure contexts only, which an opaque frame's workers are not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const base32: CommandBody = (args, context) =>
  runCommand(
    {
      name: 'base32',
      usage: 'base32 [-di] [-w COLS] [FILE]',
      options: ['d,decode', 'i,ignore-garbage', 'w,wrap='],
    },
    args,
    { context, body: runBase32 },
  )

function runBase32(run: CommandRun): number {
  const { options, operands } = run
  const bytes = run.read(operands[0] ?? '-')
  if (options.has('d')) {
    run.outBytes(fromBase32(new TextDecoder().decode(bytes), options.has('i')))
    return 0
  }
  const columns = Number(options.value('w') ?? 76)
  const text = toBase32(bytes)
  const lines = columns === 0 ? text : text.replace(new RegExp(`.{1,${columns}}`, 'g'), '$&\n')
  run.out(lines)
  return 0
}

function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const text = (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('')
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

function fromBase32(text: string, ignoresGarbage: boolean): Uint8Array {
  const clean = text.replace(ignoresGarbage ? /[^A-Z2-7]/g : /[\s=]/g, '')
  if (/[^A-Z2-7]/.test(clean)) throw new CommandError('invalid input')
  let bits = ''
  for (const char of clean) bits += ALPHABET.indexOf(char).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}

/** Priorities and buffers that do not exist here change nothing about what the command does. */
function starting(syntax: Syntax): CommandBody {
  return (args, context) =>
    runCommand(syntax, args, {
      context,
      body: async (run) => {
        if (run.operands.length === 0) throw run.misuse('missing operand')
        const result = await runScript(context.exec, {
          script: 'command -- "$@"',
          name: syntax.name,
          args: run.operands,
          cwd: context.cwd,
          env: context.exportedEnv ?? {},
          stdin: context.live.stdin === null ? String(context.stdin) : '',
          live: context.live,
        })
        if (result.stdoutKind === 'bytes') run.outBytes(fromByteString(result.stdout))
        else run.out(result.stdout)
        run.err(result.stderr)
        return result.exitCode
      },
    })
}

export const nice = starting({
  name: 'nice',
  usage: 'nice [-n N] COMMAND [ARG]...',
  misuse: 125,
  operandsLast: true,
  options: ['n,adjustment='],
})
export const stdbuf = starting({
  name: 'stdbuf',
  usage: 'stdbuf [-i MODE] [-o MODE] [-e MODE] COMMAND [ARG]...',
  misuse: 125,
  operandsLast: true,
  options: ['i,input=', 'o,output=', 'e,error='],
})
