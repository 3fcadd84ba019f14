/** `env` and `printenv`: exported variables only, unlike the library's. */
import { Errno } from '../../../syscalls.ts'
import { fromByteString } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { command } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const MISUSED = 125
const ENV: Syntax = {
  name: 'env',
  usage: 'env [-i] [-0] [-u NAME] [-C DIR] [-S STRING] [NAME=VALUE]... [COMMAND [ARG]...]',
  misuse: MISUSED,
  operandsLast: true,
  options: ['i,ignore-environment', '0,null', 'u,unset=', 'C,chdir=', 'S,split-string=', 'v,debug'],
}
const PRINTENV: Syntax = {
  name: 'printenv',
  usage: 'printenv [-0] [NAME]...',
  misuse: 2,
  options: ['0,null'],
}

type Variables = Readonly<Record<string, string>>

export const envCommand = command('env', (args, context) =>
  runCommand(ENV, splitString(args), { context, body: runEnv }),
)

export const printenvCommand = command('printenv', (args, context) =>
  runCommand(PRINTENV, args, {
    context,
    body: (run) => {
      const env = context.exportedEnv ?? {}
      const end = run.options.has('0') ? '\0' : '\n'
      if (run.operands.length === 0) run.out(listing(env, end))
      const values = run.operands.map((name) => env[name])
      for (const value of values) if (value !== undefined) run.out(value + end)
      return values.includes(undefined) ? 1 : 0
    },
  }),
)

/** `-S "A=1 program -x"` stands for these words; `-` alone for `-i`. */
function splitString(args: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = args
  if (first === '-') return ['-i', ...args.slice(1)]
  const [, attached] = /^(?:-S|--split-string=)(.*)$/s.exec(first) ?? []
  if (attached === undefined) return args
  const text = attached === '' ? second : attached
  const others = attached === '' ? rest : args.slice(1)
  const words = text.trim().match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return [...words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2')), ...others]
}

async function runEnv(run: CommandRun): Promise<number> {
  const { options, operands, context } = run
  if (options.has('S')) throw new CommandError('-S is only supported as the first option', MISUSED)
  const env = options.has('i') ? {} : { ...context.exportedEnv }
  for (const name of options.values('u')) delete env[name]
  const at = operands.findIndex((operand) => !/^[^=]+=/.test(operand))
  const argv = at < 0 ? [] : operands.slice(at)
  for (const operand of at < 0 ? operands : operands.slice(0, at)) {
    const cut = operand.indexOf('=')
    env[operand.slice(0, cut)] = operand.slice(cut + 1)
  }
  if (argv.length === 0) {
    if (options.has('C')) throw run.misuse('must specify command with --chdir (-C)')
    run.out(listing(env, options.has('0') ? '\0' : '\n'))
    return 0
  }
  if (options.has('0')) throw run.misuse('cannot specify --null (-0) with command')
  return start(run, { argv, env, cwd: folderOf(run) })
}

function folderOf(run: CommandRun): string {
  const folder = run.options.value('C')
  if (folder === undefined) return run.context.cwd
  try {
    const path = run.path(folder)
    if (run.files.stat(path).kind !== 'directory') throw new Errno('ENOTDIR', 'chdir', path)
    return path
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    throw new CommandError(`cannot change directory to '${folder}': ${errnoSentence(error)}`, MISUSED)
  }
}

async function start(
  run: CommandRun,
  { argv, env, cwd }: { argv: readonly string[]; env: Variables; cwd: string },
): Promise<number> {
  const { context } = run
  const result = await runScript(context.exec, {
    // A shell exports its directory, which is no variable of the program's own.
    script: Object.hasOwn(env, 'PWD') ? 'command -- "$@"' : 'export -n PWD; command -- "$@"',
    name: 'env',
    args: argv,
    cwd,
    env,
    stdin: context.live.stdin === null ? String(context.stdin) : '',
    live: context.live,
  })
  if (result.stdoutKind === 'bytes') run.outBytes(fromByteString(result.stdout))
  else run.out(result.stdout)
  run.err(result.stderr)
  return result.exitCode
}

function listing(env: Variables, end: string): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}${end}`)
    .join('')
}
