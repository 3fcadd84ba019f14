/**
 * Bundled with just-bash by `build.mjs`; the patches of `patches.mjs` call these and the other modules of
 * these folders. They let output reach the process's real descriptors as soon as a command has ended (or,
 * for a program, while it runs), instead of at the end of the whole script.
 *
 * `ctx.state.live` says where the three standard streams of the command that runs now really lead:
 * `{ stdin, stdout, stderr }`, each a descriptor of this process, or null while just-bash itself keeps the
 * stream (a pipe, a substitution, a redirection). Without `live` everything is kept, as in plain just-bash.
 * `ctx.host` is the embedder: see `ShellHost` in src/sandbox/embedded/shell/just-bash.ts.
 */

/** Runs `body` with the streams changed by `change`. */
export async function liveWith(ctx, change, body) {
  const before = ctx.state.live
  if (!before) return body()
  ctx.state.live = change(before)
  try {
    return await body()
  } finally {
    ctx.state.live = before
  }
}

/** After each pipeline: whoever writes faster than is read waits; whom nobody reads any more ends. */
export function liveSettled(ctx, result, ExitError) {
  const { live } = ctx.state
  const waiting = live && ctx.host.settle(live)
  if (!waiting) return result
  return waiting.then((code) => {
    if (code === undefined) return result
    ctx.state.traps?.delete('EXIT')
    throw new ExitError(code)
  })
}

/** Writes what a command left in its result, and returns the result without it. */
export function liveFlush(ctx, result) {
  const live = ctx.state.live
  if (!live) return result
  const writesOut = live.stdout !== null && result.stdout !== ''
  const writesErr = live.stderr !== null && result.stderr !== ''
  if (!writesOut && !writesErr) return result
  const kept = {
    ...result,
    internalOutputAccounting: { stdout: 0, stderr: 0, ...result.internalOutputAccounting },
  }
  if (writesOut) {
    const isBytes = result.stdoutKind ? result.stdoutKind === 'bytes' : result.stdoutEncoding === 'binary'
    ctx.host.write(live.stdout, result.stdout, isBytes)
    kept.stdout = ''
    kept.internalOutputAccounting.stdout = 0
  }
  if (writesErr) {
    ctx.host.write(live.stderr, result.stderr, false)
    kept.stderr = ''
    kept.internalOutputAccounting.stderr = 0
  }
  return kept
}

/** The same for the output that an error (`exit`, `return`, `break`, a limit) carries upwards. */
export function liveFlushError(ctx, error) {
  if (!ctx.state.live || typeof error?.stdout !== 'string' || typeof error.stderr !== 'string') return error
  const kept = liveFlush(ctx, error)
  if (kept === error) return error
  error.stdout = kept.stdout
  error.stderr = kept.stderr
  error.internalOutputAccounting = kept.internalOutputAccounting
  return error
}
