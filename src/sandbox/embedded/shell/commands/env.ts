/** `env` and `printenv`: exported variables only, unlike the library's. */
import type { ExecResult } from 'just-bash/browser'
import { command, type CommandContext } from '../just-bash.ts'
import { runScript } from '../run-script.ts'
import { failed, printed } from './output.ts'

interface Request {
  readonly env: Record<string, string>
  readonly command: readonly string[]
  readonly error?: string
}

export const envCommand = command('env', async (args, context) => {
  const request = parse(args, context.exportedEnv ?? {})
  if (request.error !== undefined) return failed(`env: ${request.error}\n`, 125)
  if (request.command.length === 0) return printed(listing(request.env))
  return start(request, context)
})

export const printenvCommand = command('printenv', async (args, context) => {
  const env = context.exportedEnv ?? {}
  const names = args.filter((arg) => !arg.startsWith('-'))
  if (names.length === 0) return printed(listing(env))
  const values = names.map((name) => env[name])
  const stdout = values.map((value) => (value === undefined ? '' : `${value}\n`)).join('')
  return { stdout, stderr: '', exitCode: values.includes(undefined) ? 1 : 0 }
})

function parse(args: readonly string[], exported: Readonly<Record<string, string>>): Request {
  let env = { ...exported }
  let at = 0
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      at += 1
      break
    }
    if (arg === '-i' || arg === '-' || arg === '--ignore-environment') env = {}
    else if (arg === '-u') delete env[args[(at += 1)] ?? '']
    else if (arg.startsWith('--unset=')) delete env[arg.slice('--unset='.length)]
    else if (arg.startsWith('-'))
      return { env, command: [], error: `invalid option -- '${arg.replace(/^-+/, '')}'` }
    else break
  }
  for (; at < args.length; at += 1) {
    const [assignment, name, value] = /^([^=]+)=([^]*)$/.exec(args[at] ?? '') ?? []
    if (assignment === undefined) break
    env[name ?? ''] = value ?? ''
  }
  return { env, command: args.slice(at) }
}

function start(request: Request, context: CommandContext): Promise<ExecResult> {
  return runScript(context.exec, {
    script: 'command -- "$@"',
    name: 'env',
    args: request.command,
    cwd: context.cwd,
    env: request.env,
    stdin: context.live.stdin === null ? String(context.stdin) : '',
    live: context.live,
  })
}

function listing(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
