/** `npm`: running scripts and installing what a lock file says, which start at once here. All else is npm's own client. */
import type { ExecResult } from 'just-bash/browser'
import { resolve } from '../../../../contract/path.ts'
import { command, type CommandContext } from '../../just-bash.ts'
import { failed, Output, printed } from '../frame/output.ts'
import { findPackage } from './package-file.ts'
import { listScripts, runPackageScript } from './npm-run.ts'
import { runNpmClient } from './npm-client.ts'
import { CLEAN_INSTALL_NAMES, INSTALL_NAMES, NPM_VERSION, npmErrorLines, REMOVE_NAMES } from './npm-words.ts'
import { runNpx } from './npx.ts'

const RUN = new Set(['run', 'run-script', 'rum', 'urn'])
/** Commands that are the name of a script. */
const LIFECYCLE: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}

/** Commands that change the installed packages. */
const INSTALLS = new Set([
  ...INSTALL_NAMES,
  ...CLEAN_INSTALL_NAMES,
  ...REMOVE_NAMES,
  ...['install-test', 'it', 'update', 'up', 'upgrade', 'udpate'],
])

/** Workspaces, global packages, help. */
const FOR_CLIENT = /^(-w|--workspace|--workspaces|-ws|-g|--global|-h|--help)(=|$)/

interface NpmOptions {
  readonly silent: boolean
  readonly ifPresent: boolean
  readonly prefix: string | undefined
  /** Operands, the subcommand first, and all that follows `--`. */
  readonly words: readonly string[]
  /** Something that only npm's own client knows. */
  readonly isForClient: boolean
}

export const npmCommand = command('npm', (args, context) => {
  const first = args[0]
  if (first === 'exec' || first === 'x') return runNpx(withoutSeparator(args.slice(1)), context)
  const options = parseOptions(args)
  const [subcommand, ...words] = options.words
  if (args.includes('--version') || args.includes('-v')) return Promise.resolve(printed(`${NPM_VERSION}\n`))
  if (subcommand === undefined || options.isForClient) return runNpmClient('npm', args, context)
  return dispatch(subcommand, { ...options, words }, { args, context })
})

/** Unlike `npx`, `npm exec` takes the first `--` for itself wherever it stands. */
function withoutSeparator(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--')
  return at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 1)]
}

async function dispatch(
  subcommand: string,
  options: NpmOptions,
  { args, context }: { readonly args: readonly string[]; readonly context: CommandContext },
): Promise<ExecResult> {
  const script = LIFECYCLE[subcommand]
  if (script !== undefined) return run(script, { ...options, words: [script, ...options.words] }, context)
  if (RUN.has(subcommand)) return run('run', options, context)
  if (INSTALLS.has(subcommand)) return install(options.prefix, args, context)
  if (subcommand !== 'prefix' && subcommand !== 'root') return runNpmClient('npm', args, context)
  const directory = resolve(options.prefix ?? context.cwd, context.cwd)
  const found = findPackage(context.host.kernel.syscalls, directory)
  const root = found.ok ? found.package.root : directory
  return printed(subcommand === 'prefix' ? `${root}\n` : `${root}/node_modules\n`)
}

async function install(
  prefix: string | undefined,
  args: readonly string[],
  context: CommandContext,
): Promise<ExecResult> {
  // Most shells never install anything.
  const { runInstall } = await import('./npm-install.ts')
  return runInstall({ args, directory: resolve(prefix ?? context.cwd, context.cwd), context })
}

async function run(
  npmCommandName: string,
  options: NpmOptions,
  context: CommandContext,
): Promise<ExecResult> {
  const directory = resolve(options.prefix ?? context.cwd, context.cwd)
  const found = findPackage(context.host.kernel.syscalls, directory)
  if (!found.ok) return failed(npmErrorLines(found.message), 254)
  const [name, ...args] = options.words
  if (name === undefined) return printed(listScripts(found.package))
  const output = new Output(context)
  const exitCode = await runPackageScript({
    package: found.package,
    name,
    args,
    npmCommand: npmCommandName,
    silent: options.silent,
    ifPresent: options.ifPresent,
    context,
    output,
  })
  return output.end(exitCode)
}

function parseOptions(args: readonly string[]): NpmOptions {
  const words: string[] = []
  let silent = false
  let ifPresent = false
  let prefix: string | undefined
  let isForClient = false
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (arg === '-s' || arg === '--silent' || arg === '--loglevel=silent') silent = true
    else if (arg === '--if-present') ifPresent = true
    else if (arg === '--prefix' || arg === '-C') prefix = args[(at += 1)]
    else if (arg.startsWith('--prefix=')) prefix = arg.slice('--prefix='.length)
    else if (FOR_CLIENT.test(arg)) isForClient = true
    else if (arg.startsWith('-')) continue
    else words.push(arg)
  }
  return { silent, ifPresent, prefix, words, isForClient }
}
