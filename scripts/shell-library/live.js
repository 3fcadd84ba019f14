/**
 * Bundled with just-bash by `build.mjs`; the patches in `patches.mjs` call these. They let output reach the
 * process's real descriptors as soon as a command has ended (or, for a program, while it runs), instead of at
 * the end of the whole script.
 *
 * `ctx.state.live` says where the three standard streams of the command that runs now really lead:
 * `{ stdin, stdout, stderr }`, each a descriptor of this process, or null while just-bash itself keeps the
 * stream (a pipe, a substitution, a redirection). Without `live` everything is kept, as in plain just-bash.
 * `ctx.host` is the embedder: see `ShellHost` in src/sandbox/embedded/shell/just-bash.ts.
 */

import { liveInSubshell } from './traps.js'

/** Runs `body` with the streams changed by `change`. */
async function liveWith(ctx, change, body) {
  const before = ctx.state.live
  if (!before) return body()
  ctx.state.live = change(before)
  try {
    return await body()
  } finally {
    ctx.state.live = before
  }
}

/** A substitution: what is written to stdout is kept, the rest goes where it went. */
export function liveCaptured(ctx, body, parts) {
  const { options } = ctx.state
  // As for bash: what fails in a substitution does not end it, only what it leaves counts.
  if (options.errexit && !options.posix && !ctx.state.shoptOptions.inherit_errexit)
    ctx.state.options = { ...options, errexit: false }
  const inner = ctx.state.options
  return liveWith(
    ctx,
    (live) => ({ ...live, stdout: null }),
    () => withClosed(ctx, without(ctx, [1]), () => liveInSubshell(ctx, body, parts)),
  ).finally(() => {
    if (ctx.state.options === inner) ctx.state.options = options
    ctx.state.isSubstituted = true
  })
}

/** One command of a pipeline. What it left for stderr is written before the next command starts. */
export async function livePiped(ctx, pipeline, index, body) {
  const last = pipeline.commands.length - 1
  if (last === 0) return body()
  const change = (live) => ({
    stdin: index === 0 ? live.stdin : null,
    stdout: index === last ? live.stdout : null,
    stderr: index < last && pipeline.pipeStderr?.[index] ? null : live.stderr,
  })
  const closed = without(ctx, pipedStreams(pipeline, index))
  return liveWith(ctx, change, () => withClosed(ctx, closed, async () => liveFlush(ctx, await body())))
}

/** The standard streams of a command that are pipes. */
function pipedStreams({ commands, pipeStderr }, index) {
  const isLast = index === commands.length - 1
  return [...(index > 0 ? [0] : []), ...(isLast ? [] : [1]), ...(!isLast && pipeStderr?.[index] ? [2] : [])]
}

function without({ state }, fds) {
  const closed = new Set(state.closedStandardFds)
  for (const fd of fds) closed.delete(fd)
  return closed
}

/** Before a command of a pipeline runs in a fork: what is a pipe is not closed. */
export function liveOpenPipes({ ctx }, pipeline, index) {
  ctx.state.closedStandardFds = without(ctx, pipedStreams(pipeline, index))
}

/** Runs `body` with these standard streams closed: what it writes there fails. */
async function withClosed({ state }, closed, body) {
  const { closedStandardFds: before } = state
  if (!before?.size && closed.size === 0) return body()
  state.closedStandardFds = closed
  try {
    return await body()
  } finally {
    state.closedStandardFds = before
  }
}

/** What a builtin, or another command, says when its output is closed. */
export function liveNotWritten({ state }, name, isBuiltin) {
  const why = 'Bad file descriptor'
  const said = NOT_WRITTEN.get(name)?.said
  if (said) return said(why)
  const shell = isBuiltin ? `bash: line ${state.currentLine}: ` : ''
  return `${shell}${name}: write error: ${why}\n`
}

/** What it ends with then; `own` is what it would have ended with. */
export function liveNotWrittenCode(name, own) {
  return Math.max(own, NOT_WRITTEN.get(name)?.code ?? 1)
}

/** Those for which 1 means something else, as GNU's. */
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

/** A quick command with redirections: a stream that is redirected is kept; `2>&1` and `1>&2` only join two streams. */
function liveRedirected(ctx, redirections, body) {
  if (redirections.length === 0) return body()
  return liveWith(ctx, (live) => liveAfter(live, redirections), body)
}

/**
 * Runs what may take its time: a stream that leads to a file is opened, so that what is written is there at once.
 * `routes` says where each standard stream leads; `entryOf` what `exec >file` and the like did before.
 */
export function liveRouted(ctx, routes, entryOf, body) {
  const closed = [0, 1, 2].filter((fd) => routes.get(fd)?.kind === 'closed')
  return withClosed(ctx, new Set(closed), () => routed(ctx, routes, entryOf, body))
}

async function routed(ctx, routes, entryOf, body) {
  const before = ctx.state.live
  if (!before) return body()
  const opened = []
  const live = {
    ...liveRoutes(ctx, { routes, entryOf, opened }),
    isRouted: true,
    moved: movedFrom(ctx, before),
  }
  ctx.state.live = live
  try {
    return liveFlush(ctx, await body())
  } catch (error) {
    throw liveFlushError(ctx, error)
  } finally {
    ctx.state.live = before
    await ctx.host.close(opened)
  }
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

const LAST_STANDARD_FD = 2
const STREAMS = ['stdin', 'stdout', 'stderr']

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

/** Where the standard streams lead; files that are opened for it are put into `opened`. */
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
export function liveCommand(ctx, { name, redirections, routes, entryOf }, body) {
  if (!ctx.state.live) return body()
  if (liveIsQuick(ctx, name)) return liveRedirected(ctx, redirections, body)
  const { fileDescriptors: moved } = ctx.state
  // Nothing leads elsewhere: the usual case.
  if (redirections.length === 0 && !(moved?.has(0) || moved?.has(1) || moved?.has(2))) return body()
  return liveRouted(ctx, routes, entryOf, body)
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

const LIVE_INPUTS = new Set(['<', '<<', '<<-', '<<<', '<>', '<&'])

function liveAfter(live, redirections) {
  const next = { ...live }
  for (const { operator, fd, fdVariable, target } of redirections) {
    if (fdVariable) continue
    const from = fd ?? (LIVE_INPUTS.has(operator) ? 0 : 1)
    if (from > 2) continue
    const stream = ['stdin', 'stdout', 'stderr'][from]
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

/** Writes a trace line at once; false when stderr is kept. */
export function liveTrace(ctx, text) {
  const live = ctx.state.live
  if (text === '' || !live || live.stderr === null) return false
  ctx.host.write(live.stderr, text, false)
  return true
}

/** Where a program's streams lead, with what `exec >file` and the like did to the shell. */
export function liveStreams(ctx, entryOf) {
  const live = ctx.state.live ?? { stdin: null, stdout: null, stderr: null }
  if (live.isRouted) return live
  const through = (fd, own) => {
    if (ctx.state.closedStandardFds?.has(fd)) return null
    const entry = entryOf(ctx, fd)
    if (!entry) return own
    if (entry.kind !== 'dup-out') return null
    return entry.sourceFd === 1 ? live.stdout : entry.sourceFd === 2 ? live.stderr : null
  }
  return { stdin: live.stdin, stdout: through(1, live.stdout), stderr: through(2, live.stderr) }
}

/** Builtins that only start another command: its output is theirs, so it may stream. */
const LIVE_RELAYS = new Set(['env', 'timeout', 'time'])

export function liveRelayed(name, streams) {
  return LIVE_RELAYS.has(name) ? streams : undefined
}

/** What a command reads: `text` if there is any, else the descriptor `fd`, all of it once it asks for it. */
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

/** Of another execution's descriptors, those that are not standard streams. */
export function liveHandedOn(descriptors) {
  const above = [...(descriptors ?? [])].filter(([fd]) => fd > LAST_STANDARD_FD)
  return above.length === 0 ? undefined : new Map(above)
}

/** The variables that a new execution exports: those of the shell and those that it was given to hand on. */
export function liveExported(shell, options) {
  const own = new Set(options.unexported)
  const given = Object.keys(options.env ?? {})
  const names = given.filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !own.has(name))
  return new Set(options.replaceEnv ? names : [...shell, ...names])
}

/**
 * A byte in text: ASCII is itself, another byte a lone surrogate (U+DC80 to U+DCFF), which no valid text has.
 * `encodeText` in src/sandbox/embedded/shell/byte-string.ts turns it into the byte again.
 */
export function liveByte(value) {
  const byte = value & 255
  return String.fromCharCode(byte < 128 ? byte : 0xdc00 + byte)
}

/** Runs of such bytes that are letters in UTF-8 as these letters. */
export function liveLetters(text) {
  return text.replace(/[\udc80-\udcff]+/gu, (run) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(liveEncode(run))
    } catch {
      return run // These bytes are not UTF-8: they stay bytes.
    }
  })
}

const liveEncoder = new TextEncoder()

export function liveEncode(text) {
  if (!/[\udc80-\udcff]/u.test(text)) return liveEncoder.encode(text)
  const bytes = []
  for (const part of text.split(/([\udc80-\udcff])/u)) {
    if (/^[\udc80-\udcff]$/u.test(part)) bytes.push(part.charCodeAt(0) & 255)
    else for (const byte of liveEncoder.encode(part)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** A file system's error inside a message, as a command would say it. */
export function liveWords(message) {
  if (!message.includes(': E')) return message
  return message.replace(/: E[A-Z]+: ([a-z -]+), \w+(?: '[^'\n]*'(?: -> '[^'\n]*')?)?/g, (_, words) => {
    return `: ${words.charAt(0).toUpperCase()}${words.slice(1)}`
  })
}

export async function liveIsOnPath(ctx, name) {
  for (const folder of (ctx.state.env.get('PATH') ?? '').split(':')) {
    const path = ctx.fs.resolvePath(ctx.state.cwd, `${folder}/${name}`)
    if (folder === '' || !(await ctx.fs.exists(path))) continue
    const { isDirectory, mode } = await ctx.fs.stat(path)
    if (!isDirectory && (mode & 0o111) !== 0) return true
  }
  return false
}

/** `declare -f name`: the source of functions, to be read again by a shell. */
export function liveFunctions({ state }, args, print) {
  const flags = args.filter((arg) => /^-[a-zA-Z]*f[a-zA-Z]*$/.test(arg))
  if (flags.length === 0) return undefined
  const named = args.filter((arg) => !arg.startsWith('-'))
  const names = named.length > 0 ? named : [...state.functions.keys()].sort()
  let stdout = ''
  for (const name of names) {
    const found = state.functions.get(name)
    if (found) stdout += `${name} () \n${print(scriptOf(found.body)).trim()}\n`
  }
  return { stdout, stderr: '', exitCode: named.every((name) => state.functions.has(name)) ? 0 : 1 }
}

function scriptOf(command) {
  const pipeline = { type: 'Pipeline', commands: [command], negated: false, timed: false }
  return {
    type: 'Script',
    statements: [{ type: 'Statement', pipelines: [pipeline], operators: [], background: false }],
  }
}
