/** Parses the arguments of `sh` and `bash`. */

export type Invocation =
  | {
      readonly type: 'command'
      readonly script: string
      readonly name: string
      readonly args: readonly string[]
      readonly setup: string
    }
  | { readonly type: 'file'; readonly path: string; readonly args: readonly string[]; readonly setup: string }
  | { readonly type: 'stdin'; readonly args: readonly string[]; readonly setup: string }
  | { readonly type: 'version' }
  | { readonly type: 'help' }
  | { readonly type: 'error'; readonly message: string }

/** Long options that change nothing here: there are no files for login shells, and no line editor. */
const IGNORED_LONG = new Set(['--login', '--noprofile', '--noediting', '--restricted', '--verbose'])
/** Letters that `set` takes and that may be given on the command line. */
const SET_LETTERS = 'abefhkmnpptuvxBCEHPT'
const IGNORED_LETTERS = 'rlD'
/** Extra commands at the start of an interactive shell. */
const INTERACTIVE = 'set -i -o emacs;HISTFILE=${HISTFILE-~/.bash_history};'
const START_FILE = 'if [ -r ~/.bashrc ];then . ~/.bashrc;fi;'

interface Options {
  command: boolean
  stdin: boolean
  readonly set: string[]
  readonly shopt: string[]
  error: string | undefined
  version: boolean
  help: boolean
  interactive: boolean
  /** Read by an interactive shell; undefined: the person's own, null: none. */
  startFile: string | null | undefined
}

/** `argv` with the shell's own name in front, e.g. `['bash', '-euo', 'pipefail', '-c', 'npm test']`. */
export function parseInvocation(argv: readonly string[]): Invocation {
  const [name = 'sh', ...rest] = argv
  const options: Options = {
    command: false,
    stdin: false,
    set: [],
    shopt: [],
    error: undefined,
    version: false,
    help: false,
    interactive: false,
    startFile: undefined,
  }
  const operands = readOptions(rest, options)
  if (options.error !== undefined) return { type: 'error', message: `${name}: ${options.error}` }
  if (options.help) return { type: 'help' }
  if (options.version) return { type: 'version' }
  const set = options.set.length === 0 ? '' : `set ${options.set.join(' ')};`
  const setup = set + options.shopt.map((one) => `shopt ${one};`).join('') + startOf(options)
  const [first, ...others] = operands
  if (options.command) return commandOf({ name, first, others, setup })
  if (options.stdin || first === undefined) return { type: 'stdin', args: operands, setup }
  return { type: 'file', path: first, args: others, setup }
}

/** Commands that an interactive shell runs before it reads any. */
function startOf({ interactive, startFile }: Options): string {
  if (!interactive) return ''
  if (startFile === null) return INTERACTIVE
  return INTERACTIVE + (startFile === undefined ? START_FILE : `. '${startFile.replaceAll("'", "'\\''")}';`)
}

function commandOf(parts: {
  name: string
  first: string | undefined
  others: readonly string[]
  setup: string
}): Invocation {
  const { name, first, others, setup } = parts
  if (first === undefined) return { type: 'error', message: `${name}: -c: option requires an argument` }
  const [scriptName = name, ...args] = others
  return { type: 'command', script: first, name: scriptName, args, setup }
}

function readOptions(args: readonly string[], options: Options): readonly string[] {
  let at = 0
  while (at < args.length && options.error === undefined) {
    const arg = args[at] ?? ''
    if (arg === '--' || arg === '-') return args.slice(at + 1)
    if (arg.length < 2 || !/^[-+]/.test(arg)) break
    at += 1
    if (arg === '--rcfile' || arg === '--init-file') options.startFile = args[at++] ?? null
    else if (arg.startsWith('--')) readLong(arg, options)
    else at += readShort(arg, args[at], options)
  }
  return args.slice(at)
}

function readLong(arg: string, options: Options): void {
  if (arg === '--version') options.version = true
  else if (arg === '--help') options.help = true
  else if (arg === '--norc') options.startFile ??= null
  else if (arg === '--posix') options.set.push('-o', 'posix')
  else if (!IGNORED_LONG.has(arg)) options.error = `${arg}: invalid option`
}

/** Returns how many of the following arguments it took. */
function readShort(arg: string, next: string | undefined, options: Options): number {
  const sign = arg.charAt(0)
  let taken = 0
  for (const letter of arg.slice(1)) {
    if (letter === 'c' && sign === '-') options.command = true
    else if (letter === 's' && sign === '-') options.stdin = true
    else if (letter === 'i' && sign === '-') options.interactive = true
    else if (letter === 'o' || letter === 'O') taken += readNamed(letter, sign, { next, options })
    else if (SET_LETTERS.includes(letter)) options.set.push(sign + letter)
    else if (!IGNORED_LETTERS.includes(letter)) options.error = `${sign}${letter}: invalid option`
  }
  return taken
}

function readNamed(
  letter: string,
  sign: string,
  from: { next: string | undefined; options: Options },
): number {
  const { next, options } = from
  if (next === undefined || !/^\w+$/.test(next)) {
    options.error = `${sign}${letter}: option requires a name`
    return 0
  }
  if (letter === 'o') options.set.push(`${sign}o`, next)
  else options.shopt.push(`${sign === '-' ? '-s' : '-u'} ${next}`)
  return 1
}
