/**
 * Routes of the streams of commands: redirections, files that are opened for them, and earlier changes by
 * `exec`.
 */

import { withClosed } from './closed-streams.js'
import { liveFlush, liveFlushError, liveWith } from './live.js'
import { livePinned, livePinWhile, STREAMS } from './pinned.js'

/** A quick command with redirections: a stream that is redirected is kept; `2>&1` and `1>&2` only join two streams. */
function liveRedirected(ctx, redirections, entryOf, body) {
  if (redirections.length === 0) return body()
  // Changes by `exec` come first, and no longer count for a stream that is redirected.
  const change = (live) => ({
    ...liveAfter({ ...live, ...liveStreams(ctx, entryOf) }, redirections),
    isRouted: true,
  })
  return liveWith(ctx, change, body)
}

/**
 * Runs what may take its time: a stream that leads to a file is opened, so that what is written is there at once.
 * `routes` says where each standard stream leads; `entryOf` what `exec >file` and the like did before, see `livePin`.
 */
export function liveRouted(ctx, routes, parts, body) {
  const closed = [0, 1, 2].filter((fd) => routes.get(fd)?.kind === 'closed')
  return withClosed(ctx, new Set(closed), () => routed(ctx, routes, parts, body))
}

async function routed(ctx, routes, { entryOf, textOf }, body) {
  const before = ctx.state.live
  if (!before) return body()
  const opened = []
  const live = {
    ...liveRoutes(ctx, { routes, entryOf, opened }),
    isRouted: true,
    moved: movedFrom(ctx, before),
  }
  const fds = redirectedFds(ctx, routes, textOf)
  const release = livePinWhile(ctx, { before, after: live, fds, entryOf, textOf })
  ctx.state.live = live
  try {
    return liveFlush(ctx, await body())
  } catch (error) {
    throw liveFlushError(ctx, error)
  } finally {
    ctx.state.live = before
    release()
    await ctx.host.close(opened)
  }
}

/** Standard output and error, if they lead elsewhere than `exec` has put them. */
function redirectedFds({ state: { fileDescriptors } }, routes, textOf) {
  return [1, 2].filter((fd) => {
    const entry = routes.get(fd)
    if (!entry || !fileDescriptors?.has(fd)) return false
    return entry.kind === 'closed' || textOf(entry) !== fileDescriptors.get(fd)
  })
}

/** By descriptor above 2 that stands for a standard stream: which that was when it was made, before what is redirected now. */
function movedFrom({ state: { fileDescriptors } }, before) {
  const moved = new Map()
  for (const [fd, entry] of fileDescriptors ?? []) {
    if (fd <= LAST_STANDARD_FD) continue
    const known = before.moved?.get(fd)
    moved.set(fd, known?.entry === entry ? known : { entry, streams: before })
  }
  return moved
}

export const LAST_STANDARD_FD = 2

/** The descriptors above 2 that a program gets. `advance` is told how much of a text it has read. */
export function liveDescriptors(ctx, entryOf, advance) {
  const { fileDescriptors, live } = ctx.state
  if (!fileDescriptors?.size) return []
  return [...fileDescriptors.keys()].flatMap((fd) => {
    if (fd <= LAST_STANDARD_FD) return []
    const entry = entryOf(ctx, fd)
    switch (entry?.kind) {
      case 'output':
      case 'readwrite':
        if (livePinned(entry) !== undefined) return [{ fd, kind: 'stream', as: livePinned(entry) }]
        return [{ fd, kind: 'file', path: entry.path, isRead: entry.kind === 'readwrite' }]
      case 'dup-out':
      case 'dup-in': {
        const streams = live?.moved?.get(fd)?.streams ?? live
        return [{ fd, kind: 'stream', as: streams?.[STREAMS[entry.sourceFd]] ?? null }]
      }
      case 'input':
        return [
          { fd, kind: 'text', text: entry.content, onRead: (characters) => advance(ctx, fd, characters) },
        ]
      default:
        return []
    }
  })
}

/** Routes of the standard streams; adds the files that it opens to `opened`. */
export function liveRoutes(ctx, { routes, entryOf, opened }) {
  const { live } = ctx.state
  const byEntry = new Map()
  const stream = (fd, own) => {
    if (ctx.state.closedStandardFds?.has(fd)) return null
    const entry = routes.get(fd)
    if (!entry || (live.isRouted && entry === entryOf(ctx, fd))) return own
    if (entry.kind === 'dup-out')
      return entry.sourceFd === 1 ? live.stdout : entry.sourceFd === 2 ? live.stderr : null
    if (entry.kind !== 'output') return null
    if (livePinned(entry) !== undefined) return livePinned(entry)
    if (!byEntry.has(entry)) {
      byEntry.set(entry, ctx.host.openOutput(entry.path))
      opened.push(byEntry.get(entry))
    }
    return byEntry.get(entry)
  }
  const input = routes.get(0)
  const stdin = !input || (input.kind === 'dup-in' && input.sourceFd === 0) ? live.stdin : null
  return { stdin, stdout: stream(1, live.stdout), stderr: stream(2, live.stderr) }
}

/** Builtins that run other commands. */
const LIVE_RUNNERS = new Set(['eval', 'source', '.', 'command', 'builtin', 'exec'])
/** Commands of the shell that run other commands, or that do not end by themselves. */
const LIVE_SLOW = new Set(
  'bash sh env nohup setsid timeout time xargs find npm npx watch make yes tail tee cat sleep git curl wget'.split(
    ' ',
  ),
)

/** A command that is over at once: what it writes need not be seen before it ends. */
export function liveIsQuick(ctx, name) {
  if (ctx.state.functions.has(name) || LIVE_RUNNERS.has(name)) return false
  if (LIVE_SLOW.has(name)) return false
  return ctx.commands.has(name) || LIVE_BUILTINS.has(name)
}

const LIVE_BUILTINS = new Set(
  ': [ test read wait true false export unset exit local set break continue return shift getopts pushd popd dirs mapfile readarray declare typeset readonly cd let shopt type hash help trap jobs kill disown'.split(
    ' ',
  ),
)

/** A simple command, after its words and redirections have been worked out. */
export function liveCommand(ctx, { name, redirections, routes, entryOf, textOf }, body) {
  if (!ctx.state.live) return body()
  if (liveIsQuick(ctx, name)) return liveRedirected(ctx, redirections, entryOf, body)
  const { fileDescriptors: moved } = ctx.state
  // Nothing leads elsewhere: the usual case.
  if (redirections.length === 0 && !(moved?.has(0) || moved?.has(1) || moved?.has(2))) return body()
  return liveRouted(ctx, routes, { entryOf, textOf }, body)
}

const LIVE_INPUTS = new Set(['<', '<<', '<<-', '<<<', '<>', '<&'])

function liveAfter(live, redirections) {
  const next = { ...live }
  for (const { operator, fd, fdVariable, target } of redirections) {
    if (fdVariable) continue
    const from = fd ?? (LIVE_INPUTS.has(operator) ? 0 : 1)
    if (from > 2) continue
    const stream = STREAMS[from]
    const duplicated = operator === '>&' ? liveLiteral(target) : undefined
    if (duplicated === '1') next[stream] = next.stdout
    else if (duplicated === '2') next[stream] = next.stderr
    else if (operator === '&>' || operator === '&>>' || (operator === '>&' && (fd ?? null) === null))
      next.stdout = next.stderr = null
    else next[stream] = null
  }
  return next
}

function liveLiteral(word) {
  const part = word.parts?.length === 1 ? word.parts[0] : undefined
  return part?.type === 'Literal' ? part.value : undefined
}

/** Routes of a program's streams, with the changes that `exec >file` and the like made to the shell. */
export function liveStreams(ctx, entryOf) {
  const live = ctx.state.live ?? { stdin: null, stdout: null, stderr: null }
  if (live.isRouted) return live
  const through = (fd, own) => {
    if (ctx.state.closedStandardFds?.has(fd)) return null
    const entry = entryOf(ctx, fd)
    if (!entry) return own
    if (entry.kind !== 'dup-out') return livePinned(entry) ?? null
    return entry.sourceFd === 1 ? live.stdout : entry.sourceFd === 2 ? live.stderr : null
  }
  return { stdin: live.stdin, stdout: through(1, live.stdout), stderr: through(2, live.stderr) }
}

/** Builtins that only start another command: its output is theirs, so it may stream. */
export const LIVE_RELAYS = new Set(['env', 'timeout', 'time'])

export function liveRelayed(name, streams) {
  return LIVE_RELAYS.has(name) ? streams : undefined
}
