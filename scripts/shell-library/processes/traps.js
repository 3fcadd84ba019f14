/**
 * `trap`, which just-bash has not. The action for EXIT runs at the end of a script and of a subshell, also when a
 * signal ends it; those for signals between two statements; those for ERR, DEBUG and RETURN where bash has them.
 */
import { liveFlush } from '../streams/live.js'
import { liveWithReaders } from '../streams/readers.js'

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
    else traps.set(condition, action)
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
  const { state } = ctx
  state.traps ??= new Map()
  state.readers ??= []
  const parts = { run: (node) => interpreter.executeScript(node), parse, ExitError }
  // A signal that ends the shell: the script stands still meanwhile, so this has a state of its own.
  state.endBySignal = (exitCode) => atSignal(interpreter, exitCode, parts)
  const leave = interpreter.ctx.host?.enter(state)
  const atEnd = (ended) => (state.isSession ? ended : atExit(ctx, ended, parts))
  const run = async () => {
    let ended
    try {
      ended = await interpreter.executeScript(script)
      await liveSignals(interpreter.ctx, { parse, ExitError })
    } catch (error) {
      if (!(error instanceof ExitError)) throw error
      state.hasExited = true
      if (!state.traps.get('EXIT')) throw error
      return await atExit(ctx, error, parts)
    }
    return await atEnd(ended)
  }
  try {
    // At a prompt they stay from line to line.
    return await (state.isSession ? run() : liveWithReaders(interpreter.ctx, run))
  } finally {
    leave?.()
  }
}

async function atSignal(interpreter, exitCode, parts) {
  const { ctx, constructor: Interpreter } = interpreter
  const state = { ...ctx.state, traps: new Map(ctx.state.traps), isEnding: true, live: ctx.state.ownLive }
  const ending = new Interpreter({ ...ctx, exec: ctx.execFn }, state)
  const ended = { stdout: '', stderr: '', exitCode }
  return liveFlush(
    ending.ctx,
    await atExit(ending.ctx, ended, { ...parts, run: (node) => ending.executeScript(node) }),
  )
}

/** A subshell has no actions of its own to begin with, and what it sets is gone after it. */
export async function liveInSubshell(ctx, body, { parse, ExitError }) {
  const outer = ctx.state.traps
  const { umask } = ctx.host
  ctx.state.traps = inherited(ctx)
  ctx.state.subshells = (ctx.state.subshells ?? 0) + 1
  const run = async () => {
    let ended
    try {
      ended = await body()
      await liveSignals(ctx, { parse, ExitError })
    } catch (error) {
      if (!(error instanceof ExitError) || !ctx.state.traps.get('EXIT')) throw error
      ended = error
    }
    return await atExit(ctx, ended, { run: (node) => ctx.executeScript(node), parse, ExitError })
  }
  try {
    return await liveWithReaders(ctx, run)
  } finally {
    ctx.state.traps = outer
    ctx.state.subshells -= 1
    ctx.host.umask = umask
  }
}

/**
 * Traps that a subshell inherits: ignored signals, with `set -E` that of ERR, with `set -T` those of DEBUG
 * and RETURN.
 */
function inherited({ state }) {
  const { errtrace, functrace } = state.options
  return new Map(
    [...(state.traps ?? [])].filter(([condition, action]) => {
      if (condition === 'ERR') return errtrace
      if (condition === 'DEBUG' || condition === 'RETURN') return functrace
      return action === '' && condition !== 'EXIT'
    }),
  )
}

/** A function: actions for ERR, DEBUG and RETURN are not its own unless it is traced; for RETURN, its end. */
export async function liveInFunction(ctx, body, parts) {
  const { traps, options } = ctx.state
  if (!traps) return body()
  const hidden = []
  for (const [condition, isTraced] of [
    ['ERR', options.errtrace],
    ['DEBUG', options.functrace],
    ['RETURN', options.functrace],
  ]) {
    if (isTraced || !traps.has(condition)) continue
    hidden.push([condition, traps.get(condition)])
    traps.delete(condition)
  }
  const atReturn = async () => {
    const said = await liveAction(ctx, 'RETURN', parts)
    for (const [condition, action] of hidden) if (!traps.has(condition)) traps.set(condition, action)
    return said
  }
  let result
  try {
    result = await body()
  } catch (error) {
    const said = await atReturn()
    if (typeof error?.stdout === 'string') {
      error.stdout += said.stdout
      error.stderr += said.stderr
    }
    throw error
  }
  return withOutput(result, await atReturn())
}

function withOutput(result, { stdout, stderr }) {
  if (stdout === '' && stderr === '') return result
  return {
    ...result,
    stdout: result.stdout + stdout,
    stderr: result.stderr + stderr,
    internalOutputAccounting: undefined,
  }
}

const NOTHING = { stdout: '', stderr: '' }

/** Runs the action for a condition, if there is one, with `$?` as it is before and after. */
export async function liveAction(ctx, condition, { parse }) {
  const { state } = ctx
  const action = state.traps?.get(condition)
  if (!action || state.isInAction) return NOTHING
  const { lastExitCode, inCondition, currentLine } = state
  state.isInAction = true
  state.inCondition = true
  try {
    return liveFlush(ctx, await ctx.executeScript(withoutLines(parse(action))))
  } finally {
    state.currentLine = currentLine
    state.isInAction = false
    state.inCondition = inCondition
    state.lastExitCode = lastExitCode
    state.env.set('?', String(lastExitCode))
  }
}

/** LINENO in an action is the line of what it is for. */
function withoutLines(node) {
  if (typeof node !== 'object' || node === null) return node
  delete node.line
  for (const part of Object.values(node)) withoutLines(part)
  return node
}

/** The actions for signals that have come since the last statement. */
export async function liveSignals(ctx, parts) {
  const { host } = ctx
  while (host?.waitingSignal !== undefined && !ctx.state.isInAction) {
    const signal = host.takeSignal(ctx.state)
    if (signal === undefined) return
    await liveAction(ctx, signal, parts)
  }
}

/** Commands through which an allowed failure stays allowed outside: braces and the control structures. */
const TRANSPARENT = new Set(['Group', 'If', 'For', 'CStyleFor', 'While', 'Until', 'Case'])

/** Whether a pipeline that failed failed where it may, if the last command in it did. */
export function liveHandsOn(pipeline) {
  const [command, ...others] = pipeline?.commands ?? []
  return others.length === 0 && TRANSPARENT.has(command?.type)
}

/** After a statement: what `set -e` would end for, the action for ERR is for. */
export async function liveFailed(ctx, pipeline, parts) {
  const [node] = pipeline.commands
  const counts = pipeline.commands.length > 1 || FAILING.has(node.type)
  return counts ? liveAction(ctx, 'ERR', parts) : NOTHING
}

/** Compound commands fail by a command inside them, which has told already. */
const FAILING = new Set(['SimpleCommand', 'Subshell', 'ArithmeticCommand', 'ConditionalCommand'])

async function atExit(ctx, ended, { run, parse, ExitError }) {
  const { state } = ctx
  const action = state.traps.get('EXIT')
  if (!action) return ended
  state.traps.delete('EXIT')
  state.keepsCommand = true
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
  } finally {
    state.keepsCommand = false
  }
  return {
    ...first,
    stdout: first.stdout + after.stdout,
    stderr: first.stderr + after.stderr,
    exitCode: after.exitCode,
    env: after.env ?? Object.fromEntries(state.env),
  }
}
