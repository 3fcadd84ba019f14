/** Input of builtins and commands of the library, read from the process's own standard input. */

import { LIVE_RELAYS } from './routes.js'

/** Input of a command: `text` if there is any, else the descriptor `fd`, all of it once it asks for it. */
export function liveFeed(ctx, name, text) {
  const fd = ctx.state.live?.stdin
  return { text, fd: isNowhere(fd) || text !== '' || LIVE_RELAYS.has(name) ? null : fd, isWanted: false }
}

/** For a command that asks for its input without waiting: it is run again when the input is there. */
export function liveInput(ctx, feed) {
  if (feed.text !== '' || feed.fd === null) return feed.text
  const all = feed.read ?? ctx.host.readAllNow(feed.fd)
  if (all === undefined) {
    feed.isWanted = true
    throw new Error('stdin is not there yet')
  }
  feed.read = all
  return all
}

export async function liveFed(ctx, feed, run) {
  try {
    const result = await run()
    if (!feed.isWanted) return result
  } catch (error) {
    if (!feed.isWanted) throw error
  }
  feed.isWanted = false
  feed.read = await ctx.host.readAll(feed.fd)
  return run()
}

function isNowhere(fd) {
  return fd === null || fd === undefined
}

/** Whether a builtin that was given `text` reads the process's own stdin. */
function liveReadsStdin(ctx, text) {
  return !isNowhere(ctx.state.live?.stdin) && !text && !ctx.state.groupStdin
}

/** For `read`: puts what it asks for where it looks. A result means that it does not come in time. */
export async function liveReadAhead(ctx, args, text) {
  if (!liveReadsStdin(ctx, text)) return undefined
  const options = liveReadOptions(args)
  if (options.fd !== 0) return undefined
  const line = await ctx.host.readLine(ctx.state.live.stdin, options)
  if (line === undefined) return { stdout: '', stderr: '', exitCode: 142 }
  ctx.state.groupStdin = line
  return undefined
}

const READ_VALUES = 'adinNptu'

function liveReadOptions(args) {
  const found = {}
  for (let at = 0; at < args.length && /^-./.test(args[at]) && args[at] !== '--'; at++) {
    const word = args[at]
    for (let letter = 1; letter < word.length; letter++) {
      const name = word[letter]
      if (!READ_VALUES.includes(name)) found[name] = true
      else {
        found[name] = letter + 1 < word.length ? word.slice(letter + 1) : (args[++at] ?? '')
        break
      }
    }
  }
  const exact = found.N !== undefined
  const count = Number.parseInt(found.N ?? found.n ?? '', 10)
  const delimiter = found.d === undefined ? 10 : found.d === '' ? 0 : found.d.charCodeAt(0)
  return {
    fd: Number(found.u ?? 0),
    delimiter: exact ? undefined : delimiter,
    characters: Number.isNaN(count) ? undefined : count,
    isRaw: found.r === true || exact,
    timeoutMs: found.t === undefined ? undefined : Number(found.t) * 1000,
  }
}

/** For `mapfile`: the same with all that is left. */
export async function liveReadRest(ctx, text) {
  if (liveReadsStdin(ctx, text)) ctx.state.groupStdin = await ctx.host.readAll(ctx.state.live.stdin)
}
