/**
 * `trap`, which just-bash has not. The action for EXIT runs at the end of a script and of a subshell. Actions for
 * signals are kept and listed; a signal ends the shell all the same. For ERR, DEBUG and RETURN we say that they
 * do not run, because a script that counts on them would be wrong without a word.
 */

const SIGNALS = {
  EXIT: 0,
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  CHLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
  URG: 23,
  WINCH: 28,
  IO: 29,
}
const NAMES = Object.keys(SIGNALS)
const CONDITIONS = ['ERR', 'DEBUG', 'RETURN']

/** `EXIT`, `SIGINT` or `ERR`, from any way to write it; undefined when there is no such signal. */
function conditionOf(text) {
  const word = text.toUpperCase().replace(/^SIG/, '')
  const name = /^\d+$/.test(text) ? NAMES.find((known) => SIGNALS[known] === Number(text)) : word
  if (CONDITIONS.includes(name)) return name
  if (!NAMES.includes(name)) return undefined
  return name === 'EXIT' ? name : `SIG${name}`
}

function orderOf(condition) {
  return SIGNALS[condition.replace(/^SIG/, '')] ?? NAMES.length + CONDITIONS.indexOf(condition)
}

/** The builtin. */
export function liveTrap(ctx, args) {
  const traps = (ctx.state.traps ??= new Map())
  const words = args[0] === '--' ? args.slice(1) : args
  if (words[0] === '-l')
    return said(
      `${NAMES.slice(1)
        .map((name) => `${SIGNALS[name]}) SIG${name}`)
        .join('\n')}\n`,
    )
  if (words.length === 0 || words[0] === '-p') return said(listing(traps, words.slice(1)))
  const [action, ...named] = words
  const removes = action === '-' || /^\d+$/.test(action) || named.length === 0
  const targets = action === '-' || !removes ? named : words
  return change(traps, removes ? undefined : action, targets)
}

function change(traps, action, targets) {
  let stderr = ''
  let exitCode = 0
  for (const target of targets) {
    const condition = conditionOf(target)
    if (condition === undefined) {
      stderr += `bash: trap: ${target}: invalid signal specification\n`
      exitCode = 1
    } else if (action === undefined) traps.delete(condition)
    else {
      traps.set(condition, action)
      if (CONDITIONS.includes(condition))
        stderr += `bash: trap: actions for ${condition} do not run in this shell\n`
    }
  }
  return { stdout: '', stderr, exitCode }
}

function listing(traps, named) {
  const wanted = named.map(conditionOf)
  return [...traps]
    .filter(([condition]) => named.length === 0 || wanted.includes(condition))
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([condition, action]) => `trap -- '${action.replace(/'/g, `'\\''`)}' ${condition}\n`)
    .join('')
}

function said(stdout) {
  return { stdout, stderr: '', exitCode: 0 }
}

/** Runs a whole script, and its action for EXIT at the end. `ExitError` is what `exit` throws. */
export async function liveWithTraps(interpreter, ctx, { script, parse, ExitError }) {
  ctx.state.traps = new Map()
  let ended
  try {
    ended = await interpreter.executeScript(script)
  } catch (error) {
    if (!(error instanceof ExitError) || !ctx.state.traps.get('EXIT')) throw error
    ended = error
  }
  return atExit(ctx, ended, { run: (node) => interpreter.executeScript(node), parse, ExitError })
}

/** A subshell has no actions of its own to begin with, and what it sets is gone after it. */
export async function liveInSubshell(ctx, body, { parse, ExitError }) {
  const outer = ctx.state.traps
  ctx.state.traps = new Map()
  try {
    return await atExit(ctx, await body(), { run: (node) => ctx.executeScript(node), parse, ExitError })
  } finally {
    ctx.state.traps = outer
  }
}

async function atExit(ctx, ended, { run, parse, ExitError }) {
  const { state } = ctx
  const action = state.traps.get('EXIT')
  if (!action) return ended
  state.traps.delete('EXIT')
  state.lastExitCode = ended.exitCode
  state.env.set('?', String(ended.exitCode))
  const first = {
    stdout: ended.stdout,
    stderr: ended.stderr,
    exitCode: ended.exitCode,
    stdoutKind: ended.stdoutKind,
  }
  let after
  try {
    after = { ...(await run(parse(action))), exitCode: ended.exitCode }
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    after = { stdout: error.stdout, stderr: error.stderr, exitCode: error.exitCode }
  }
  return {
    ...first,
    stdout: first.stdout + after.stdout,
    stderr: first.stderr + after.stderr,
    exitCode: after.exitCode,
    env: after.env ?? Object.fromEntries(state.env),
  }
}
