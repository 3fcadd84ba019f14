/**
 * Processes that read what a shell writes (`exec-readers.js`): in `ctx.state.readers`, which a fork shares, as
 * `{ input, pid }`, the descriptor that leads there and the process.
 */
import { liveFlush, liveFlushError } from './live.js'

/** Runs a script, or a subshell; those that it has begun get the end of what they read after it, and are waited for. */
export async function liveWithReaders(ctx, body) {
  const { live, readers } = ctx.state
  const first = readers.length
  try {
    const ended = await body()
    if (readers.length === first) return ended
    const left = liveFlush(ctx, ended)
    await end(ctx, first)
    return left
  } catch (error) {
    if (readers.length > first) {
      liveFlushError(ctx, error)
      await end(ctx, first)
    }
    throw error
  } finally {
    ctx.state.live = live
  }
}

async function end({ state, host }, first) {
  const begun = state.readers.splice(first)
  await host.close(begun.map(({ input }) => input))
  // The last one first: it may write to one before it.
  for (const { pid } of begun.toReversed()) await host.wait(pid)
}
