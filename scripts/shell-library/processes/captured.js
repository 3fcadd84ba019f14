/** Commands whose output the library keeps: of a substitution, and of a pipeline but for its last. */

import { liveEnterSubstitution } from '../functions/call-stack.js'
import { stillClosed, withClosed } from '../streams/closed-streams.js'
import { liveFlush, liveWith } from '../streams/live.js'
import { livePin } from '../streams/pinned.js'
import { liveInSubshell } from './traps.js'

/** A substitution: what is written to stdout is kept, the rest goes where it went. */
export function liveCaptured(ctx, body, parts) {
  const { options } = ctx.state
  // As for bash: what fails in a substitution does not end it, only what it leaves counts.
  if (options.errexit && !options.posix && !ctx.state.shoptOptions.inherit_errexit)
    ctx.state.options = { ...options, errexit: false }
  const inner = ctx.state.options
  const leave = liveEnterSubstitution(ctx.state)
  const { fileDescriptors } = ctx.state
  return liveWith(
    ctx,
    (live) => pinned(ctx, live, { ...live, stdout: null }, { ...parts, fds: [1] }),
    () => withClosed(ctx, stillClosed(ctx, [1]), () => liveInSubshell(ctx, body, parts)),
  ).finally(() => {
    if (ctx.state.options === inner) ctx.state.options = options
    ctx.state.fileDescriptors = fileDescriptors
    leave()
    ctx.state.isSubstituted = true
  })
}

/** The streams `after`, with the descriptors above them bound to those before. */
function pinned(ctx, before, after, parts) {
  livePin(ctx, { ...parts, before, after })
  return after
}

/**
 * One command of a pipeline, run by `parts.run`. What it left for stderr is written before the next command starts.
 * The other parts are those of `livePin`.
 */
export async function livePiped(ctx, pipeline, index, parts) {
  const last = pipeline.commands.length - 1
  if (last === 0) return parts.run()
  const { fileDescriptors } = ctx.state
  const change = (live) => {
    const after = {
      stdin: index === 0 ? live.stdin : null,
      stdout: index === last ? live.stdout : null,
      stderr: index < last && pipeline.pipeStderr?.[index] ? null : live.stderr,
    }
    return pinned(ctx, live, after, { ...parts, fds: pipedStreams(pipeline, index) })
  }
  const closed = stillClosed(ctx, pipedStreams(pipeline, index))
  const run = () => withClosed(ctx, closed, async () => liveFlush(ctx, await parts.run()))
  return liveWith(ctx, change, run).finally(() => (ctx.state.fileDescriptors = fileDescriptors))
}

/** The standard streams of a command that are pipes. */
export function pipedStreams({ commands, pipeStderr }, index) {
  const isLast = index === commands.length - 1
  return [...(index > 0 ? [0] : []), ...(isLast ? [] : [1]), ...(!isLast && pipeStderr?.[index] ? [2] : [])]
}

/** Before a command of a pipeline runs in a fork: what is a pipe is not closed. */
export function liveOpenPipes({ ctx }, pipeline, index) {
  ctx.state.closedStandardFds = stillClosed(ctx, pipedStreams(pipeline, index))
}
