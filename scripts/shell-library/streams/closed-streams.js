/** Standard streams that are closed: `ctx.state.closedStandardFds`, and what commands say of them. */

/** The standard streams that are closed, but for those in `fds`. */
export function stillClosed({ state }, fds) {
  const closed = new Set(state.closedStandardFds)
  for (const fd of fds) closed.delete(fd)
  return closed
}

/** Runs `body` with these standard streams closed: what it writes there fails. */
export async function withClosed({ state }, closed, body) {
  const { closedStandardFds: before } = state
  if (!before?.size && closed.size === 0) return body()
  state.closedStandardFds = closed
  try {
    return await body()
  } finally {
    state.closedStandardFds = before
  }
}

/** The message of a builtin, or of another command, whose output is closed. */
export function liveNotWritten({ state }, name, isBuiltin) {
  const why = 'Bad file descriptor'
  const said = NOT_WRITTEN.get(name)?.said
  if (said) return said(why)
  const shell = isBuiltin ? `bash: line ${state.currentLine}: ` : ''
  return `${shell}${name}: write error: ${why}\n`
}

/** The exit code of a command whose output is closed; `own` is the code that it had without that. */
export function liveNotWrittenCode(name, own) {
  return Math.max(own, NOT_WRITTEN.get(name)?.code ?? 1)
}

/** Commands for which 1 means something else, as GNU's. */
const NOT_WRITTEN = new Map([
  ['ls', { code: 2 }],
  ['dir', { code: 2 }],
  ['vdir', { code: 2 }],
  ['grep', { code: 2 }],
  ['egrep', { code: 2 }],
  ['fgrep', { code: 2 }],
  ['awk', { code: 2 }],
  ['expr', { code: 3 }],
  ['sort', { code: 2, said: (why) => `sort: fflush failed: 'standard output': ${why}\nsort: write error\n` }],
  ['diff', { code: 2, said: (why) => `diff: standard output: ${why}\n` }],
  ['sed', { code: 4, said: (why) => `sed: couldn't close stdout: ${why}\n` }],
])
