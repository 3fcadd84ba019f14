/** `sh` and `bash` inside a script: an execution of its own in the same process. */
import type { CustomCommand } from 'just-bash/browser'
import { decodeText } from '../../byte-string.ts'
import { parseInvocation, type Invocation } from '../../invocation.ts'
import { command, FROM_ARGUMENT, type CommandContext, type ScriptSource } from '../../just-bash.ts'
import { needsOwnProcess, runInOwnProcess } from '../../program/own-process.ts'
import { LAST_STANDARD_FD } from '../../program/program-descriptors.ts'
import { runScript } from '../../program/run-script.ts'

export const SHELL_VERSION = 'GNU bash, version 5.2.15(1)-release compatible (Vivarium)\n'

export const SHELL_HELP = `${SHELL_VERSION}Usage: bash [option] ... [script-file [argument ...]]
       bash [option] ... -c command [name [argument ...]]
Options: -c, -i, -l, -s, -o option, -O shopt_option, --login, --norc, --noprofile, --posix, --rcfile file, --version,
and the letters that \`set' takes. Type \`help set' for them.
`

/** Options that every shell has from the start: see `SHELLOPTS`. */
const GIVEN_OPTIONS = new Set(['braceexpand', 'hashall', 'interactive-comments'])

type Result = Awaited<ReturnType<typeof runScript>>

export function shellCommand(name: string): CustomCommand {
  return command(name, (args, context) => run(name, args, context))
}

async function run(name: string, args: readonly string[], context: CommandContext): Promise<Result> {
  const invocation = parseInvocation([name, ...args])
  switch (invocation.type) {
    case 'error':
      return { stdout: '', stderr: `${invocation.message}\n`, exitCode: 2 }
    case 'help':
      return { stdout: SHELL_HELP, stderr: '', exitCode: 0 }
    case 'version':
      return { stdout: SHELL_VERSION, stderr: '', exitCode: 0 }
    case 'command':
      if (isOnItsOwn(invocation.script, context)) return runOnItsOwn(args, context)
      return start(context, { ...invocation, stdin: feed(context), source: FROM_ARGUMENT })
    case 'stdin':
      return start(context, { ...invocation, name, script: decodeText(String(context.stdin)), stdin: '' })
    case 'file':
      return runFromFile(name, { invocation, args }, context)
    default:
      return invocation satisfies never
  }
}

async function runFromFile(
  shell: string,
  { invocation, args }: { invocation: Invocation & { type: 'file' }; args: readonly string[] },
  context: CommandContext,
): Promise<Result> {
  const path = context.fs.resolvePath(context.cwd, invocation.path)
  let bytes
  try {
    bytes = await context.fs.readFileBuffer(path)
  } catch {
    return { stdout: '', stderr: `${shell}: ${invocation.path}: No such file or directory\n`, exitCode: 127 }
  }
  const script = new TextDecoder().decode(bytes)
  if (isOnItsOwn(script, context)) return runOnItsOwn(args, context)
  const source = { file: invocation.path }
  return start(context, { ...invocation, name: invocation.path, script, stdin: feed(context), source })
}

/** Descriptors that only the interpreter has cannot be handed to a process. */
function isOnItsOwn(script: string, { host, exportedEnv = {}, fileDescriptors }: CommandContext): boolean {
  const hasOthers = [...(fileDescriptors?.keys() ?? [])].some((fd) => fd > LAST_STANDARD_FD)
  return !hasOthers && needsOwnProcess(script, { umask: host.umask, env: exportedEnv })
}

function runOnItsOwn(args: readonly string[], context: CommandContext): Promise<Result> {
  const { host, cwd, live, exportedEnv: env = {} } = context
  return runInOwnProcess(host, { args, cwd, env, stdin: feed(context), live })
}

/** Input from a pipe or a redirection; without one the script reads the process's own stdin on demand. */
function feed(context: CommandContext): string {
  return context.live.stdin === null ? String(context.stdin) : ''
}

function start(
  context: CommandContext,
  script: {
    script: string
    name: string
    args: readonly string[]
    setup: string
    stdin: string
    source?: ScriptSource
  },
): Promise<Result> {
  const env = context.exportedEnv ?? {}
  return runScript(context.exec, {
    ...script,
    script: inheritedOptions(env['SHELLOPTS']) + script.setup + script.script,
    cwd: context.cwd,
    env,
    live: context.live,
    descriptors: context.fileDescriptors,
  })
}

/** An exported SHELLOPTS turns its options on in the shells that get it. */
function inheritedOptions(names = ''): string {
  return names
    .split(':')
    .filter((name) => /^[a-z-]+$/.test(name) && !GIVEN_OPTIONS.has(name))
    .map((name) => `set -o ${name};`)
    .join('')
}
