/** Commands of a few lines. */
import type { CommandBody } from '../just-bash.ts'
import { runScript } from '../program/run-script.ts'
import { fromByteString } from '../byte-string.ts'
import { CommandError } from '../../../contract/command-error.ts'
import { runCommand } from './frame/command-run.ts'
import type { Syntax } from '../../../languages/option-parser.ts'

/** A command that takes nothing and says one line. */
function saying(name: string, line: string, { code = 0, misuse = 1 } = {}): CommandBody {
  return (args, context) =>
    runCommand({ name, usage: name, misuse, options: [] }, args, {
      context,
      body: (run) => {
        const [extra] = run.operands
        if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
        run.out(`${line}\n`)
        return code
      },
    })
}

export const arch = saying('arch', 'x86_64')
export const whoami = saying('whoami', 'user')
export const logname = saying('logname', 'user')
/** Descriptors are never terminals here. */
export const tty = saying('tty', 'not a tty', { code: 1, misuse: 2 })

export const hostname: CommandBody = (args, context) =>
  runCommand(
    {
      name: 'hostname',
      usage: 'hostname [-dfIis]',
      options: ['d,domain', 'f,fqdn,long', 'i,ip-address', 'I,all-ip-addresses', 's,short'],
    },
    args,
    {
      context,
      body: (run) => {
        if (run.operands.length > 0) throw new CommandError('you must be root to change the host name')
        if (run.options.has('d')) run.out('\n')
        else run.out(run.options.has('i') || run.options.has('I') ? '127.0.0.1\n' : 'localhost\n')
        return 0
      },
    },
  )

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
