/**
 * Pipelines whose commands run at the same time, each in a fork of the interpreter, joined by pipes of the kernel.
 * Those of nothing but quick commands run one after the other, as just-bash has it: that is faster, and nobody
 * can tell the difference.
 */
import { liveOpenPipes, pipedStreams } from './captured.js'
import { liveFlush, liveFlushError } from '../streams/live.js'
import { livePin, liveSettleDescriptors } from '../streams/pinned.js'
import { liveInSubshell } from './traps.js'

/** Commands that read what they read to its end, and end. What is not here may take its time. */
const QUICK = new Set(
  `[ : awk base64 basename cat column comm cut date diff dirname echo egrep expand expr false fgrep file fold grep
  head jq join ls md5sum nl od paste printenv printf pwd readlink realpath rev rg sed sha1sum sha256sum sort stat
  strings tac tail test tr tree true unexpand uniq wc which whoami xxd`.split(/\s+/),
)
/**
 * The quick commands that read standard input without a file name, and how many words come before that name.
 */
const READS_STDIN_UNLESS = {
  awk: 2,
  egrep: 2,
  fgrep: 2,
  grep: 2,
  jq: 2,
  rg: 1,
  sed: 2,
  tr: Infinity,
  column: 1,
}
const NEEDS_NO_INPUT = new Set(
  '[ : basename date dirname echo expr false file ls printenv printf pwd readlink realpath stat test tree true which whoami'.split(
    ' ',
  ),
)

/**
 * Runs a pipeline of one command that is not timed, as just-bash does any, without what only several need. `setCodes` sets
 * PIPESTATUS.
 */
export async function liveSingle(interpreter, { commands: [node], negated }, setCodes) {
  const { ctx } = interpreter
  const { state, executionScope } = ctx
  state.commandCount = executionScope.chargeCommand()
  const before = executionScope.outputBytesUsed
  const said = await interpreter.executeCommand(node, '')
  const result = executionScope.accountResult(said, 'pipeline', executionScope.outputBytesUsed - before)
  const { exitCode, internalPipeStatusOverride: codes } = result
  if (isExec(node)) liveSettleDescriptors(ctx, interpreter.liveParts)
  if (node.type === 'SimpleCommand') setCodes(codes ?? [exitCode])
  if (!negated && codes === undefined) return result
  const { internalPipeStatusOverride: _, ...rest } = result
  return negated ? { ...rest, exitCode: exitCode === 0 ? 1 : 0 } : rest
}

/** It moves the shell's own descriptors. */
function isExec({ type, name, redirections }) {
  return type === 'SimpleCommand' && redirections.length > 0 && name && literalOf(name) === 'exec'
}

/** Runs one pipeline. `sequential` is just-bash's own way, which is given the commands' results one by one. */
export async function livePipeline(interpreter, pipeline, { sequential, ...parts }) {
  const { ctx } = interpreter
  const { live, fileDescriptors } = ctx.state
  if (!runsAtOnce(ctx, pipeline)) return sequential((node, input) => interpreter.executeCommand(node, input))
  let results
  let next = 0
  return sequential(async () => {
    results ??= await runStages(interpreter, pipeline, { ...parts, live, fileDescriptors })
    return results[next++]
  })
}

function runsAtOnce({ state }, { commands }) {
  if (commands.length < 2 || !state.live || state.shoptOptions.lastpipe) return false
  return !commands.every((node, at) => isQuick(state, node, at === 0))
}

function isQuick(state, node, isFirst) {
  if (node.type !== 'SimpleCommand' || !node.name) return false
  const name = literalOf(node.name)
  if (name === undefined || !QUICK.has(name) || state.functions.has(name)) return false
  if (node.args.length > 0 && /^(tail|cat)$/.test(name) && !node.args.every(isOrdinaryFile)) return false
  if (!isFirst || NEEDS_NO_INPUT.has(name) || state.live.stdin === null || state.groupStdin) return true
  if (node.redirections.some(({ operator }) => operator.startsWith('<'))) return true
  const operands = node.args.filter((word) => !literalOf(word)?.startsWith('-'))
  return operands.length >= (READS_STDIN_UNLESS[name] ?? 1)
}

/** Neither a device nor `-f`. */
function isOrdinaryFile(word) {
  const text = literalOf(word)
  if (text === undefined) return word.parts.length > 1
  return (
    !text.startsWith('/dev/') && !text.startsWith('/proc/') && !/^(-[^-]*[fF]|--follow|--retry)/.test(text)
  )
}

function literalOf(word) {
  const [part] = word.parts
  return word.parts.length === 1 && part.type === 'Literal' ? part.value : undefined
}

/** The results of all, when all have ended. */
async function runStages(interpreter, pipeline, parts) {
  const { ctx } = interpreter
  const { live, fileDescriptors } = parts
  const { commands, pipeStderr } = pipeline
  const last = commands.length - 1
  const pipes = []
  try {
    for (let at = 0; at < last; at++) pipes.push(ctx.host.pipe())
  } catch (error) {
    for (const pipe of pipes) await ctx.host.close(pipe)
    throw error
  }
  const ended = commands.map(async (node, at) => {
    const input = at === 0 ? live.stdin : pipes[at - 1][0]
    const output = at === last ? live.stdout : pipes[at][1]
    const errors = at < last && pipeStderr?.[at] ? output : live.stderr
    const fork = liveFork(interpreter, parts)
    if (at > 0) fork.ctx.state.groupStdin = undefined
    liveOpenPipes(fork, pipeline, at)
    const streams = { ...live, stdin: input, stdout: output, stderr: errors }
    fork.ctx.state.fileDescriptors = fileDescriptors
    livePin(fork.ctx, { ...parts, before: live, after: streams, fds: pipedStreams(pipeline, at) })
    fork.ctx.state.live = streams
    try {
      return await runStage(fork, node, { ...parts, output: at === last ? null : output })
    } finally {
      if (at === 0) ctx.state.groupStdin = fork.ctx.state.groupStdin
      if (at < last) await ctx.host.close([output])
      if (at > 0) await ctx.host.closeInput(input)
    }
  })
  const settled = await Promise.allSettled(ended)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  return settled.map(({ value }) => value)
}

async function runStage(fork, node, { parse, ExitError, codeOf, output }) {
  const { ctx } = fork
  let result
  try {
    result = await liveInSubshell(ctx, async () => liveFlush(ctx, await fork.executeCommand(node, '')), {
      parse,
      ExitError,
    })
  } catch (error) {
    const exitCode = codeOf(error)
    if (exitCode === undefined) throw error
    const { stdout, stderr } = liveFlushError(ctx, error)
    result = { stdout, stderr, exitCode }
  }
  if (output === null) return result
  await ctx.host.descriptors.settled(output, 0)
  return ctx.host.descriptors.takeRefusal(output)?.code === 'EPIPE' ? { ...result, exitCode: 141 } : result
}

/** An interpreter of its own with a copy of the state. */
export function liveFork({ ctx }, { Interpreter, copyState }) {
  const state = { ...ctx.state }
  copyState(state)
  state.traps = new Map()
  state.bashPid = ctx.state.nextVirtualPid++
  state.parentHasLoopContext = state.loopDepth > 0
  state.loopDepth = 0
  state.isFork = true
  const fork = new Interpreter({ ...ctx, exec: ctx.execFn }, state)
  fork.ctx.substitutionDepth = ctx.substitutionDepth
  return fork
}
