/** `&`: what stands before it runs in a process of its own, or is a process of its own if it is a program. */
import { liveRoutes } from '../streams/routes.js'
import { liveFork } from './pipeline.js'

/** Starts one statement. `print` gives the source of a syntax tree. */
export async function liveBackground(interpreter, statement, { print, ...parts }) {
  const { ctx } = interpreter
  const script = { type: 'Script', statements: [{ ...statement, background: false }] }
  const text = print(script)
    .trim()
    .replace(/([<>]&) (?=[\d-])/g, '$1')
  const fork = liveFork(interpreter, parts)
  fork.ctx.state.groupStdin = undefined
  ctx.state.lastExitCode = 0
  ctx.state.env.set('?', '0')
  const begin = async (job) => {
    const pid = await ctx.host.startJob({ text, cwd: fork.ctx.state.cwd, env: {}, ...job })
    ctx.host.jobs.add(pid, text)
    ctx.state.lastBackgroundPid = pid
  }
  const [node] = statement.pipelines[0].commands
  try {
    if (!isSimple(statement, node)) {
      if (ctx.state.live.stdout === null)
        return await ctx.executeStatement({ ...statement, background: false })
      await begin({ live: ctx.state.live, image: { state: imageOf(fork.ctx.state), script } })
      return done('')
    }
    // Its words and redirections are worked out here; what it then would run is started instead.
    fork.ctx.state.onCommand = { node, begin: (command) => beginCommand(fork, command, { begin, ...parts }) }
    const { stdout, stderr } = await fork.executeCommand(node, '')
    return { stdout, stderr, exitCode: 0 }
  } catch (error) {
    return liveForkFailed(error)
  }
}

/** Message and exit code of a command for which the shell cannot start another process. */
export function liveForkFailed(error) {
  if (typeof error?.code !== 'string') throw error
  return done(
    `bash: fork: ${error.code === 'EAGAIN' ? 'Resource temporarily unavailable' : error.code}\n`,
    254,
  )
}

function done(stderr, exitCode = 0) {
  return { stdout: '', stderr, exitCode }
}

function isSimple({ pipelines }, node) {
  const [{ commands, negated, timed }] = pipelines
  if (pipelines.length > 1 || commands.length > 1 || negated || timed || node.type !== 'SimpleCommand')
    return false
  // The files of process substitutions belong to the shell that makes them, and go with it.
  return !node.args.some(({ parts }) => parts.some(({ type }) => type === 'ProcessSubstitution'))
}

/** For the simple command of a job: what was begun, else undefined. */
export function liveJob({ state }, command) {
  const { onCommand } = state
  if (!onCommand || onCommand.node !== command.node) return undefined
  state.onCommand = undefined
  return onCommand.begin(command)
}

/** A simple command in the background, with its words worked out. */
async function beginCommand(
  fork,
  { name, args, stdin, prepared, redirections, entryOf },
  { begin, findProgram, isBuiltin },
) {
  const { ctx } = fork
  const opened = []
  try {
    const live = liveRoutes(ctx, { routes: prepared.standardRoutes, entryOf, opened })
    // A substitution keeps its output until the last who writes has ended: there it is no different from `;`.
    if (live.stdout === null) return undefined
    const input = openInput(ctx, redirections, prepared)
    if (typeof input === 'number') opened.push(input)
    const found =
      ctx.state.functions.has(name) || isBuiltin(name) || ctx.commands.has(name)
        ? undefined
        : await findProgram(ctx, name)
    const program =
      found?.script && !ctx.host.isShellScript(found.path) ? { name, path: found.path, args } : undefined
    const words = [name, ...args].map((value) => ({ type: 'Word', parts: [{ type: 'SingleQuoted', value }] }))
    const command = {
      type: 'SimpleCommand',
      name: words[0],
      args: words.slice(1),
      assignments: [],
      redirections: [],
    }
    const pipeline = { type: 'Pipeline', commands: [command], negated: false, timed: false }
    const statement = { type: 'Statement', pipelines: [pipeline], operators: [], background: false }
    await begin({
      live,
      stdin: input ?? (stdin === '' ? undefined : stdin),
      env: fork.buildExportedEnv(),
      program,
      image: { state: imageOf(routedState(ctx.state)), script: { type: 'Script', statements: [statement] } },
    })
  } finally {
    await ctx.host.close(opened)
  }
  return { stdout: '', stderr: '', exitCode: 0 }
}

/** For a process whose standard streams are made as `exec` and the redirections have it: it need not do that again. */
function routedState(state) {
  const fileDescriptors = new Map(state.fileDescriptors)
  for (const fd of [1, 2]) fileDescriptors.delete(fd)
  return { ...state, fileDescriptors }
}

/** The descriptor of a file that is redirected to it; undefined when there is none. */
function openInput(ctx, redirections, { targets }) {
  const at = redirections.findLastIndex(({ operator, fd }) => operator === '<' && (fd ?? 0) === 0)
  const path = at < 0 ? undefined : targets.get(at)
  return path === undefined ? undefined : ctx.host.openInput(ctx.fs.resolvePath(ctx.state.cwd, path))
}

/** The part of the state that another process can go on with. */
export function imageOf(state) {
  const own = {
    live: undefined,
    signal: undefined,
    onCommand: undefined,
    extraArgs: undefined,
    endBySignal: undefined,
    ownLive: undefined,
    isSession: undefined,
    line: undefined,
    command: undefined,
    readers: undefined,
  }
  return { ...state, ...own, traps: new Map(), inCondition: false, errexitSafe: false }
}
