/** `npx` and `npm exec`: programs of packages that are installed start at once; npm's own client fetches others. */
import type { ExecResult } from 'just-bash/browser'
import { command, type CommandContext } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { runNpmClient } from './npm-client.ts'
import { printed } from '../frame/output.ts'
import { NPM_VERSION } from './npm-words.ts'
import { binFolders } from './package-file.ts'

const TAKES_VALUE = new Set(['-p', '--package', '-c', '--call'])

export const npxCommand = command('npx', runNpx)

export async function runNpx(args: readonly string[], context: CommandContext): Promise<ExecResult> {
  if (args[0] === '--version' || args[0] === '-v') return printed(`${NPM_VERSION}\n`)
  let at = 0
  let call: string | undefined
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) break
    if (arg === '--') {
      at += 1
      break
    }
    if (!TAKES_VALUE.has(arg)) continue
    at += 1
    if (arg === '-c' || arg === '--call') call = args[at]
  }
  const [program, ...rest] = args.slice(at)
  if (call !== undefined) return start(call, [], context)
  if (program === undefined || !isInstalled(program, context)) return runNpmClient('npx', args, context)
  return start('"$@"', [withoutVersion(program), ...rest], context)
}

function start(script: string, args: readonly string[], context: CommandContext): Promise<ExecResult> {
  return runScript(context.exec, {
    script,
    name: 'sh',
    args,
    cwd: context.cwd,
    env: { ...context.exportedEnv, PATH: searchPath(context).join(':') },
    stdin: context.live.stdin === null ? String(context.stdin) : '',
    live: context.live,
  })
}

function searchPath(context: CommandContext): readonly string[] {
  return [...binFolders(context.cwd), ...(context.exportedEnv?.['PATH'] ?? '/usr/bin:/bin').split(':')]
}

function isInstalled(program: string, context: CommandContext): boolean {
  const { syscalls } = context.host.kernel
  return searchPath(context).some((folder) => {
    try {
      return syscalls.stat(`${folder}/${withoutVersion(program)}`).kind === 'file'
    } catch {
      return false
    }
  })
}

/** `vitest@3` and `@scope/tool@1` without their versions. */
function withoutVersion(program: string): string {
  return program.replace(/(.)@[^/@]*$/, '$1')
}
