/**
 * `exec > >(tee log)`: from then on what the shell writes goes to a process that runs beside it, see `readers.js` for its end.
 */
import { imageOf, liveForkFailed } from './jobs.js'
import { livePin, livePinned, OWN, STREAMS } from '../streams/pinned.js'
import { liveFork } from './pipeline.js'

const OUTPUTS = new Set(['>', '>>', '>|', '&>', '&>>', '>&'])

/** Whether a simple command is an `exec` of redirections alone with such a process. */
export function liveHasReaders({ name, args, redirections }) {
  return name?.parts[0]?.value === 'exec' && args.length === 0 && redirections.some(isReader)
}

function isReader({ operator, target, fdVariable }) {
  const [part, ...others] = target.parts ?? []
  const isWhole = part?.type === 'ProcessSubstitution' && part.direction === 'output' && others.length === 0
  return isWhole && !fdVariable && OUTPUTS.has(operator)
}

/** One redirection after the other, as their order counts: those that are plain are `run` by the library. */
export async function liveExecReaders(interpreter, node, { run, ...parts }) {
  const { ctx } = interpreter
  for (const redirection of node.redirections) {
    const result = isReader(redirection)
      ? await begin(interpreter, redirection, parts)
      : joined(ctx, redirection, parts) || (await run({ ...node, redirections: [redirection] }))
    if (result?.exitCode) return result
  }
  return { stdout: '', stderr: '', exitCode: 0 }
}

/** `2>&1` where the first of the two goes to such a process; false for all else. */
function joined(ctx, { operator, fd, target }, parts) {
  const [part] = target.parts ?? []
  const to = operator === '>&' && fd !== null ? Number(part?.value) : undefined
  if ((fd !== 1 && fd !== 2) || (to !== 1 && to !== 2) || parts.entryOf(ctx, to) !== undefined) return false
  lead(ctx, fd, ctx.state.live[STREAMS[to]], parts)
  return true
}

/** From now on the standard stream leads to that descriptor of the process. */
function lead(ctx, fd, descriptor, parts) {
  const before = ctx.state.live
  const after = { ...before, [STREAMS[fd]]: descriptor }
  livePin(ctx, { ...parts, before, after, fds: [fd] })
  ctx.state.live = after
  ctx.state.closedStandardFds?.delete(fd)
}

async function begin(interpreter, { operator, fd, target }, parts) {
  const { ctx } = interpreter
  const { state, host } = ctx
  const { entryOf, textOf, print } = parts
  const script = target.parts[0].body
  const opened = []
  const leadsTo = (own) => {
    const entry = entryOf(ctx, own)
    if (entry?.kind === 'discard') return null
    if (entry?.kind === 'dup-out') return state.live[STREAMS[entry.sourceFd]]
    if (entry?.kind !== 'output') return state.live[STREAMS[own]]
    if (livePinned(entry) !== undefined) return livePinned(entry)
    opened.push(host.openOutput(entry.path))
    return opened.at(-1)
  }
  const live = state.live && { stdin: null, stdout: leadsTo(1), stderr: leadsTo(2) }
  if (!live || (live.stdout === null && entryOf(ctx, 1)?.kind !== 'discard'))
    return {
      stdout: '',
      stderr:
        'bash: exec: >(command) cannot be used where the output is kept, as in $(…); put the lines into { …; } and pipe that into the command\n',
      exitCode: 1,
    }
  const [output, input] = host.pipe()
  opened.push(output)
  try {
    const image = { state: imageOf(liveFork(interpreter, parts).ctx.state), script }
    const text = print(script).trim()
    const pid = await host.startJob({ text, live, stdin: output, cwd: state.cwd, env: {}, image })
    state.lastBackgroundPid = pid
    state.readers.push({ input, pid })
  } catch (error) {
    opened.push(input)
    return liveForkFailed(error)
  } finally {
    await host.close(opened)
  }
  const stream = fd ?? 1
  if (operator.includes('&')) lead(ctx, 2, input, parts)
  if (stream === 1 || stream === 2) lead(ctx, stream, input, parts)
  else {
    const entry = textOf({ kind: 'output', path: OWN + input, append: true })
    state.fileDescriptors = new Map(state.fileDescriptors).set(stream, entry)
  }
  return undefined
}
