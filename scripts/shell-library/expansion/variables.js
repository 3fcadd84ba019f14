/** Variables as arithmetic sees them, and those whose value the shell makes up. */
import { liveCallArray } from '../functions/call-stack.js'

const NAMED = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([^]*)\])?$/

/**
 * The parts of the library that `liveEvaluated` needs: `resolve` follows name references, `element` and
 * `setElement` reach into arrays.
 */
export function liveArithmeticParts({ resolve, element, setElement, error, unbound, ...parts }) {
  /** Name and key after name references. */
  const placeOf = (ctx, name, key) => {
    if (!ctx.state.namerefs?.has(name)) return [name, key]
    const [, target = name, inner] = NAMED.exec(resolve(ctx, name) ?? '') ?? []
    return [target, inner ?? key]
  }
  return {
    ...parts,
    error: (message) => new error(message),
    unbound: (name) => new unbound(name),
    isAssociative: (ctx, name) => ctx.state.associativeArrays?.has(placeOf(ctx, name)[0]) ?? false,
    lastIndex: (ctx, name) => {
      const elements = ctx.state.arrays?.get(placeOf(ctx, name)[0])?.elements
      return elements ? Math.max(-1, ...[...elements.keys()].map(Number)) : -1
    },
    readVariable: (ctx, name, key) => {
      const [place, at] = placeOf(ctx, name, key)
      if (at !== undefined)
        return element(ctx, place, at) ?? (at === '0' ? ctx.state.env.get(place) : undefined)
      return liveDynamic(ctx, place) ?? ctx.state.env.get(place) ?? element(ctx, place, '0')
    },
    writeVariable: (ctx, name, key, value) => {
      const { state } = ctx
      const [place, at] = placeOf(ctx, name, key)
      if (state.readonlyVars?.has(place)) throw new error(`${place}: readonly variable`)
      const isArray = state.arrays?.has(place) ?? false
      if (at !== undefined || isArray) {
        setElement(
          ctx,
          place,
          at ?? '0',
          value,
          state.associativeArrays?.has(place) ? 'associative' : 'indexed',
        )
        return
      }
      state.env.set(place, value)
      liveAssigned(ctx, place, value)
      if (state.options.allexport) (state.exportedVars ??= new Set()).add(place)
      if (state.tempEnvBindings?.some((bindings) => bindings.has(place)))
        (state.mutatedTempEnvVars ??= new Set()).add(place)
    },
  }
}

/** The value of a variable that the shell makes up; undefined for all others. */
export function liveDynamic({ state }, name) {
  switch (name) {
    case 'RANDOM':
      return String(random(state))
    case 'SECONDS':
      return String(Math.floor((Date.now() - state.startTime) / 1000))
    case 'LINENO':
      return String(state.currentLine)
    case 'BASH_SUBSHELL':
      return String(state.subshells ?? 0)
    case 'BASHPID':
      return String(state.bashPid)
    case 'PPID':
      return String(state.virtualPpid)
    case 'UID':
    case 'EUID':
      return String(state.virtualUid)
    case 'EPOCHSECONDS':
      return String(Math.floor(Date.now() / 1000))
    case 'EPOCHREALTIME':
      return ((performance.timeOrigin + performance.now()) / 1000).toFixed(6)
    case 'FUNCNAME':
    case 'BASH_LINENO':
    case 'BASH_SOURCE':
      return liveCallArray({ state }, name)?.elements.get('0')
    case 'SRANDOM':
      return String(crypto.getRandomValues(new Uint32Array(1))[0])
    default:
      return undefined
  }
}

/** A variable has got a value: some of them take it as where to begin. */
export function liveAssigned({ state }, name, value) {
  if (name === 'SECONDS') state.startTime = Date.now() - (Number.parseInt(value, 10) || 0) * 1000
  if (name === 'RANDOM')
    state.random = { seed: Number(BigInt.asUintN(32, BigInt(Number.parseInt(value, 10) || 0))) }
}

/** The same sequence as bash's for the same seed: Park and Miller's generator, its halves folded. */
function random(state) {
  const own = (state.random ??= { seed: Math.floor(Math.random() * 0x7fffffff) })
  for (;;) {
    const seed = own.seed === 0 ? 123459876 : own.seed
    const high = Math.trunc(seed / 127773)
    const next = 16807 * (seed - 127773 * high) - 2836 * high
    own.seed = next < 0 ? next + 0x7fffffff : next
    const value = ((own.seed >>> 16) ^ (own.seed & 0xffff)) & 0x7fff
    if (value === own.last) continue
    own.last = value
    return value
  }
}

/** The arrays that a shell begins with: BASH_VERSINFO, of a version like `5.1.0(1)-release`. */
export function liveFirstArrays(version) {
  const parts = [...version.split(/[.()-]+/), 'x86_64-pc-linux-gnu']
  return new Map([
    ['BASH_VERSINFO', { kind: 'indexed', elements: new Map(parts.map((part, at) => [String(at), part])) }],
  ])
}
