/** `npm run`: the script with its pre and post, in the environment that npm gives it. */
import type { CommandContext } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import type { Output } from '../frame/output.ts'
import { binFolders, type PackageFile } from './package-file.ts'
import { NPM_USER_AGENT, npmErrorLines } from './npm-words.ts'

const NODE_PATH = '/usr/local/bin/node'
/** Scripts that `npm <name>` runs; the list shows them first. */
const LIFECYCLE_NAMES = new Set(
  ['install', 'prepare', 'publish', 'restart', 'start', 'stop', 'test', 'uninstall', 'version'].flatMap(
    (name) => [name, `pre${name}`, `post${name}`],
  ),
)

interface ScriptRequest {
  readonly package: PackageFile
  readonly name: string
  readonly args: readonly string[]
  /** For `npm_command`. */
  readonly npmCommand: string
  readonly silent: boolean
  readonly ifPresent: boolean
  readonly context: CommandContext
  readonly output: Output
}

/** Runs the script; the exit code is that of the first of its parts that fails. */
export async function runPackageScript(request: ScriptRequest): Promise<number> {
  const script = scriptOf(request)
  if (script === undefined) return missing(request)
  const { scripts } = request.package
  const parts: readonly (readonly [event: string, script: string | undefined, args: readonly string[]])[] = [
    [`pre${request.name}`, scripts[`pre${request.name}`], []],
    [request.name, script, request.args],
    [`post${request.name}`, scripts[`post${request.name}`], []],
  ]
  for (const [event, text, args] of parts) {
    if (text === undefined) continue
    const exitCode = await runEvent(request, event, { text, args })
    if (exitCode !== 0) return exitCode
  }
  return 0
}

export function listScripts(file: PackageFile): string {
  const entries = Object.entries(file.scripts)
  const lifecycle = entries.filter(
    ([name]) => LIFECYCLE_NAMES.has(name) || LIFECYCLE_NAMES.has(name.replace(/^(pre|post)/, '')),
  )
  const others = entries.filter((entry) => !lifecycle.includes(entry))
  const show = (list: typeof entries): string =>
    list.map(([name, text]) => `  ${name}\n    ${text}\n`).join('')
  const id = idOf(file)
  const of = id === '' ? '' : ` in ${id}`
  const first = lifecycle.length === 0 ? '' : `Lifecycle scripts included${of}:\n${show(lifecycle)}`
  if (others.length === 0) return first
  return lifecycle.length === 0
    ? `Scripts available${of} via \`npm run\`:\n${show(others)}`
    : `${first}available via \`npm run\`:\n${show(others)}`
}

function scriptOf(request: ScriptRequest): string | undefined {
  const { package: file, name, context } = request
  const script = file.scripts[name]
  if (script !== undefined || name !== 'start') return script
  try {
    context.host.kernel.syscalls.stat(`${file.root}/server.js`)
    return 'node server.js'
  } catch {
    return undefined
  }
}

function missing(request: ScriptRequest): number {
  if (request.ifPresent) return 0
  const similar = Object.keys(request.package.scripts).filter((name) => isSimilar(name, request.name))
  const hint =
    similar.length === 0
      ? ''
      : `Did you mean one of these?\n${similar.map((name) => `  npm run ${name}`).join('\n')}\n\n`
  request.output.err(
    npmErrorLines(`Missing script: "${request.name}"\n\n${hint}To see a list of scripts, run:\n  npm run`),
  )
  return 1
}

function isSimilar(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || wanted.startsWith(name) || (wanted.length > 2 && name.includes(wanted))
}

async function runEvent(
  request: ScriptRequest,
  event: string,
  script: { text: string; args: readonly string[] },
): Promise<number> {
  const { package: file, context, output } = request
  if (!request.silent) output.out(banner(file, event, [script.text, ...script.args].join(' ')))
  const command = [script.text, ...script.args.map(quote)].join(' ')
  const result = await runScript(context.exec, {
    script: command,
    name: 'sh',
    args: [],
    cwd: file.root,
    env: environment(request, event, script.text),
    stdin: context.live.stdin === null ? String(context.stdin) : '',
    live: context.live,
  })
  output.add(result)
  return result.exitCode
}

function banner(file: PackageFile, event: string, text: string): string {
  const id = idOf(file)
  return `\n> ${id === '' ? '' : `${id} `}${event}\n> ${text.trim().replace(/\n/g, '\n> ')}\n\n`
}

function idOf(file: PackageFile): string {
  return file.name !== undefined && file.version !== undefined ? `${file.name}@${file.version}` : ''
}

function environment(request: ScriptRequest, event: string, script: string): Record<string, string> {
  const { package: file, context } = request
  const env = { ...context.exportedEnv }
  const config = Object.entries(file.config).map(
    ([key, value]) => [`npm_package_config_${key}`, value] as const,
  )
  return {
    ...env,
    ...Object.fromEntries(config),
    ...(file.name === undefined ? {} : { npm_package_name: file.name }),
    ...(file.version === undefined ? {} : { npm_package_version: file.version }),
    INIT_CWD: env['INIT_CWD'] ?? context.cwd,
    NODE: NODE_PATH,
    PATH: [...binFolders(file.root), env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'].join(':'),
    npm_command: request.npmCommand,
    npm_config_local_prefix: file.root,
    npm_config_user_agent: NPM_USER_AGENT,
    npm_execpath: '/usr/bin/npm',
    npm_lifecycle_event: event,
    npm_lifecycle_script: script,
    npm_node_execpath: NODE_PATH,
    npm_package_json: `${file.root}/package.json`,
  }
}

/** An argument as one word of `sh`. */
function quote(arg: string): string {
  if (arg !== '' && !/[\t\n\r "#$&'()*;<>?\\`|~[\]{}!]/.test(arg)) return arg
  return `'${arg.replace(/'/g, `'\\''`)}'`
}
