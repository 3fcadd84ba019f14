/** Runs a script in an execution of its own: exported variables go in, nothing but files and the exit code comes out. */
import type { ExecResult } from 'just-bash/browser'
import type { LiveStreams, NestedExec, ScriptSource } from '../just-bash.ts'

interface ScriptRun {
  readonly script: string
  /** `$0`. */
  readonly name: string
  /** `$1` and on. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** One char a byte; empty: what `live` says. */
  readonly stdin: string
  readonly live: LiveStreams
  /** See `LiveExecOptions`. */
  readonly descriptors?: ReadonlyMap<number, string> | undefined
  /** See `LiveExecOptions`. */
  readonly source?: ScriptSource | undefined
}

/** Variables that every shell sets at its start; its programs do not get them. */
const OWN_VARIABLES = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  IFS: ' \t\n',
  OPTIND: '1',
  OSTYPE: 'linux-gnu',
  MACHTYPE: 'x86_64-pc-linux-gnu',
  HOSTTYPE: 'x86_64',
  HOSTNAME: 'localhost',
}

export function runScript(exec: NestedExec, run: ScriptRun): Promise<ExecResult> {
  return exec(run.script, {
    env: { ...OWN_VARIABLES, ...run.env, PWD: run.cwd, ...positional(run.name, run.args) },
    replaceEnv: true,
    unexported: Object.keys(OWN_VARIABLES).filter((name) => !(name in run.env)),
    cwd: run.cwd,
    rawScript: true,
    live: run.live,
    descriptors: run.descriptors,
    source: run.source,
    ...(run.stdin === '' ? {} : { stdin: run.stdin, stdinKind: 'bytes' as const }),
  })
}

/** The positional parameters as the interpreter keeps them. */
export function positional(name: string, args: readonly string[]): Record<string, string> {
  const variables: Record<string, string> = {
    '0': name,
    '#': String(args.length),
    '@': args.join(' '),
    '*': args.join(' '),
  }
  for (const [index, arg] of args.entries()) variables[String(index + 1)] = arg
  return variables
}
