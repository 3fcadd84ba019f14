/** Commands without redirections, in a shell whose standard streams lead where they led at first: the usual case. */

const ROUTES = new Map([
  [0, { kind: 'dup-in', sourceFd: 0 }],
  [1, { kind: 'dup-out', sourceFd: 1 }],
  [2, { kind: 'dup-out', sourceFd: 2 }],
])
const NOTHING = new Map()
const STREAMS = { 1: '/dev/stdout', 2: '/dev/stderr' }

/** The target of a redirection; standard output and error under the names that the library knows. */
export function liveTarget(path) {
  const [, fd] = /^(?:\/dev\/fd|\/proc\/self\/fd)\/([12])$/.exec(path) ?? []
  return fd === undefined ? path : STREAMS[fd]
}

/** In the place of what prepares redirections and takes them back; undefined where there is something to do. */
export function livePlainScope({ state }, redirections) {
  return redirections.length === 0 && isPlain(state) ? PLAIN_SCOPE : undefined
}

const PLAIN_SCOPE = {
  prepare: () => ({
    targets: NOTHING,
    dupSources: NOTHING,
    standardRoutes: ROUTES,
    stdin: undefined,
    stdinSourceFd: -1,
    error: null,
  }),
  finish: () => undefined,
}

/**
 * The rest of a command's result after its output went through the routes; undefined when it has
 * redirections.
 */
export function livePlainResult({ state }, redirections, routes, result) {
  if (redirections.length > 0 || routes !== ROUTES || !isPlain(state)) return undefined
  const { stdout, stderr, exitCode } = result
  const plain = { stdout, stderr, exitCode }
  if (result.stdoutKind) plain.stdoutKind = result.stdoutKind
  if (result.stdoutEncoding === 'binary') plain.stdoutEncoding = 'binary'
  if (result.internalPipeStatusOverride) plain.internalPipeStatusOverride = result.internalPipeStatusOverride
  if (result.internalOutputAccounting) plain.internalOutputAccounting = result.internalOutputAccounting
  return plain
}

function isPlain({ fileDescriptors, closedStandardFds }) {
  if (closedStandardFds?.size > 0) return false
  return !fileDescriptors?.has(0) && !fileDescriptors?.has(1) && !fileDescriptors?.has(2)
}
