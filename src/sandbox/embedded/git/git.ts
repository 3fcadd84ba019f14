/** `git`: from its arguments to its exit code. Loaded when it is first used. */
import { Errno } from '../syscalls.ts'
import { errnoSentence } from '../shell/files/errno-text.ts'
import { COMMANDS } from './commands/commands.ts'
import { GitFailure } from './failure.ts'
import { absolute } from './repository.ts'
import { Session, type GitIo } from './session.ts'

/** The version whose behaviour this follows. */
const VERSION = '2.39.5'
/** As git's own ceiling for aliases of aliases. */
const MAX_ALIASES = 10

interface Invocation {
  readonly onlyLooks: boolean
  readonly cwd: string
  readonly command: readonly string[]
  readonly gitDir?: string
  readonly workTree?: string
  readonly words: readonly string[]
}

/** Never rejects for what a person did wrong. `args` are byte text, as everything in `io`. */
export async function runGit(args: readonly string[], io: GitIo): Promise<number> {
  try {
    return await dispatch(readInvocation(args, io), io, 0)
  } catch (error) {
    if (error instanceof GitFailure) {
      if (error.message !== '') io.err(`${error.prefix}${error.message}\n`)
      return error.exitCode
    }
    if (!(error instanceof Errno)) throw error
    io.err(`fatal: ${error.path === undefined ? '' : `${error.path}: `}${errnoSentence(error)}\n`)
    return 128
  }
}

function readInvocation(args: readonly string[], io: GitIo): Invocation {
  let { cwd } = io
  const command: string[] = []
  let gitDir: string | undefined
  let workTree: string | undefined
  let onlyLooks = io.env['GIT_OPTIONAL_LOCKS'] === '0'
  let at = 0
  const value = (option: string): string => {
    const given = args[(at += 1)]
    if (given === undefined)
      throw new GitFailure(`no value given for ${option}`, { exitCode: 129, prefix: '' })
    return given
  }
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '-C') cwd = enter(cwd, value('-C'), io)
    else if (arg === '-c') command.push(value('-c'))
    else if (arg === '--git-dir') gitDir = value(arg)
    else if (arg.startsWith('--git-dir=')) gitDir = arg.slice('--git-dir='.length)
    else if (arg === '--work-tree') workTree = value(arg)
    else if (arg.startsWith('--work-tree=')) workTree = arg.slice('--work-tree='.length)
    else if (arg === '--no-optional-locks') onlyLooks = true
    else if (IGNORED.has(arg)) continue
    else if (arg === '--version' || arg === '-v') return { cwd, command, onlyLooks, words: ['version'] }
    else if (arg === '--help' || arg === '-h') return { cwd, command, onlyLooks, words: ['help'] }
    else if (arg.startsWith('-'))
      throw new GitFailure(
        `unknown option: ${arg}\nusage: git [-C <path>] [-c <name>=<value>] <command> [<args>]`,
        {
          exitCode: 129,
          prefix: '',
        },
      )
    else break
  }
  return {
    cwd,
    command,
    onlyLooks,
    ...(gitDir && { gitDir }),
    ...(workTree && { workTree }),
    words: args.slice(at),
  }
}

/** There is no pager, and nothing else that these would change. */
const IGNORED = new Set([
  '-p',
  '-P',
  '--paginate',
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
])

function enter(cwd: string, path: string, io: GitIo): string {
  const to = absolute(path, cwd)
  const { files } = new Session(io, cwd, { command: [] })
  if (path !== '' && !files.isDirectory(to))
    throw new GitFailure(`cannot change to '${path}': No such file or directory`)
  return path === '' ? cwd : files.realPath(to)
}

async function dispatch(invocation: Invocation, io: GitIo, depth: number): Promise<number> {
  const [name, ...args] = invocation.words
  if (name === undefined || name === 'help') {
    io.out(helpText())
    return name === undefined ? 1 : 0
  }
  if (name === 'version') {
    io.out(`git version ${VERSION}\n`)
    return 0
  }
  const session = new Session(io, invocation.cwd, invocation)
  const command = COMMANDS[name]
  if (command !== undefined) return command(session, args)
  const alias = session.config.get(`alias.${name}`)
  if (alias === undefined) throw unknownCommand(name)
  if (alias.startsWith('!')) {
    const script = `${alias.slice(1)} "$@"`
    const repository = session.findRepository()
    const prefix = repository?.prefix ?? ''
    return io.run({
      argv: ['sh', '-c', script, alias.slice(1), ...args],
      // At the top of the worktree, told where the person is.
      cwd: repository?.workTree ?? invocation.cwd,
      env: { ...io.env, GIT_PREFIX: prefix === '' ? '' : `${prefix}/` },
      stdin: '',
    })
  }
  if (depth >= MAX_ALIASES)
    throw new GitFailure(`alias loop detected: expansion of '${name}' does not terminate`)
  return dispatch({ ...invocation, words: [...splitWords(alias), ...args] }, io, depth + 1)
}

/** Words with quotes, as a shell would split them. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? []
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, a, b, c) => a ?? b ?? c ?? ''),
  )
}

function unknownCommand(name: string): GitFailure {
  return new GitFailure(
    `git: '${name}' is not a git command of this sandbox. 'git help' lists those that there are.`,
    { exitCode: 1, prefix: '' },
  )
}

function helpText(): string {
  const names = Object.keys(COMMANDS).sort().join(' ')
  const lines = names.replace(/(.{1,74})(?: |$)/g, '   $1\n')
  return `usage: git [-C <path>] [-c <name>=<value>] <command> [<args>]

Commands of git in this sandbox:
${lines}
Remotes are reached over https, where their host allows web pages.
`
}
