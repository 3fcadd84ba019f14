/** `npm`: running the scripts of a package. What else npm does is said not to be there. */
import type { ExecResult } from 'just-bash/browser'
import { resolve } from '../../../path.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { failed, Output, printed } from './output.ts'
import { findPackage } from './package-file.ts'
import { listScripts, runPackageScript } from './npm-run.ts'
import { NPM_VERSION, npmErrorLines } from './npm-words.ts'
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

interface NpmOptions {
  readonly silent: boolean
  readonly ifPresent: boolean
  readonly prefix: string | undefined
  /** Operands, the subcommand first, and all that follows `--`. */
  readonly words: readonly string[]
  readonly error: string | undefined
}

export const npmCommand = command('npm', (args, context) => {
  const first = args[0]
  if (first === 'exec' || first === 'x') return runNpx('npm exec', withoutSeparator(args.slice(1)), context)
  const options = parseOptions(args)
  if (options.error !== undefined) return Promise.resolve(failed(npmErrorLines(options.error)))
  const [subcommand, ...words] = options.words
  if (args.includes('--version') || args.includes('-v')) return Promise.resolve(printed(`${NPM_VERSION}\n`))
  if (subcommand === undefined || subcommand === 'help') return Promise.resolve(printed(usage()))
  return dispatch(subcommand, { ...options, words }, context)
})

/** Unlike `npx`, `npm exec` takes the first `--` for itself wherever it stands. */
function withoutSeparator(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--')
  return at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 1)]
}

async function dispatch(
  subcommand: string,
  options: NpmOptions,
  context: CommandContext,
): Promise<ExecResult> {
  const script = LIFECYCLE[subcommand]
  if (script !== undefined) return run(script, { ...options, words: [script, ...options.words] }, context)
  if (RUN.has(subcommand)) return run('run', options, context)
  const directory = resolve(options.prefix ?? context.cwd, context.cwd)
  const found = findPackage(context.host.kernel.syscalls, directory)
  const root = found.ok ? found.package.root : directory
  if (subcommand === 'prefix') return printed(`${root}\n`)
  if (subcommand === 'root') return printed(`${root}/node_modules\n`)
  return failed(
    npmErrorLines(
      `\`npm ${subcommand}\` is not available in this sandbox yet. Available: run, test, start, stop, restart, exec, prefix, root.`,
    ),
  )
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
  let error: string | undefined
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
    else if (/^(-w|--workspace|--workspaces|-ws)(=|$)/.test(arg))
      error = `${arg}: workspaces are not available in this sandbox yet. Go to the package's directory and run npm there.`
    else if (arg.startsWith('-')) continue
    else words.push(arg)
  }
  return { silent, ifPresent, prefix, words, error }
}

function usage(): string {
  return `npm <command>

Usage in this sandbox:

npm run            list the scripts of the package
npm run <script>   run a script; arguments for it follow --
npm test, npm start, npm stop, npm restart
npm exec <bin>     run a program of an installed package (also: npx)
npm prefix, npm root

npm@${NPM_VERSION}
`
}
