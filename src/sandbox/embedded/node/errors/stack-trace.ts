/**
 * Stack traces that read as Node's: library frames are `node:…` with Node's own line numbers, frames of this glue
 * are left out, and positions in wrapped user code are those of the file.
 */
import type { NodeContext } from '../context.ts'

/** V8's call sites, as far as they are used here. */
interface NativeCallSite {
  getFunctionName(): string | null
  isEval(): boolean
  getFileName(): string | null
  getScriptNameOrSourceURL(): string | null
  getLineNumber(): number | null
  getColumnNumber(): number | null
  toString(): string
}

export interface CallSiteInfo {
  readonly functionName: string
  readonly scriptId: string
  readonly scriptName: string
  readonly lineNumber: number
  readonly columnNumber: number
  readonly column: number
}

type Formatter = (error: unknown, sites: readonly unknown[]) => unknown

interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Size of a wrapper's prefix, by script name: characters on the first line, or lines above it. */
const prefixes = new Map<string, Prefix>()
interface Prefix {
  readonly characters: number
  readonly lines: number
}
let mapPosition: ((site: NativeCallSite) => Position | undefined) | undefined

export function rememberPrefix(script: string, characters: number, lines = 0): void {
  prefixes.set(script, { characters, lines })
}

/** Names a wrapper of ours, which no trace shows. */
export const WRAPPER_COMMENT = '\n//# sourceURL=vivarium:wrapper'

/** The `sourceURL` comment ends at a space, so such names travel escaped. */
export function sourceUrlComment(name: string): string {
  return `\n//# sourceURL=${name.replace(/[\s'"]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

function positionOf(context: NodeContext, site: NativeCallSite): Position | undefined {
  // Undefined too, for text evaluated without a name.
  const script = site.getScriptNameOrSourceURL() ?? null
  const line = site.getLineNumber() ?? 0
  const column = site.getColumnNumber() ?? 0
  if (script === null) return { file: '<anonymous>', line, column }
  const chunk = context.scripts.chunkOf(script)
  if (chunk) {
    const place = context.library.locate(chunk, line)
    // Behind the library the program has its own code, which no trace shows.
    return place && { file: `node:${place.id}`, line: place.line, column }
  }
  if (script === 'vivarium:wrapper') return undefined
  // Before the module's first character: a getter of an export.
  if (line === 1 && column <= (prefixes.get(script)?.characters ?? -1)) return undefined
  const file = script.replace(/%(20|09|22|27)/g, (escape) => decodeURIComponent(escape))
  const { characters, lines } = prefixes.get(file) ?? { characters: 0, lines: 0 }
  return {
    file: script.startsWith('file:') ? script : file,
    line: line - lines,
    column: line === 1 ? column - characters : column,
  }
}

/** A call site that tells the mapped position and leaves everything else to the native one, as its prototype says. */
class CallSite {
  readonly #native: NativeCallSite
  readonly #position: Position
  readonly #text: string

  constructor(native: NativeCallSite, position: Position) {
    const script = native.getScriptNameOrSourceURL() ?? '<anonymous>'
    this.#native = native
    this.#position = position
    this.#text = readable(
      native
        .toString()
        .replace(
          `${script}:${native.getLineNumber() ?? 0}:${native.getColumnNumber() ?? 0}`,
          () => `${position.file}:${position.line}:${position.column}`,
        )
        .replace(/\(eval at [^()]* \([^()]*\)(?: \([^()]*\))?\), /, ''),
    )
  }

  static isMapped(site: object): boolean {
    return #native in site
  }

  /** Libraries copy what the prototype has: it gets every method of the native one. (By `this`: a bundler renames classes that name themselves.) */
  static completeFrom(prototype: object): void {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name)
      if (typeof method !== 'function' || name in this.prototype) continue
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value: function (this: CallSite) {
          return method.call(this.#native)
        },
      })
    }
  }

  getFileName(): string {
    return this.#position.file
  }

  getScriptNameOrSourceURL(): string {
    return this.#position.file
  }

  /** Null for the engine's own functions, which have no lines. */
  getLineNumber(): number | null {
    return this.#native.getLineNumber() === null ? null : this.#position.line
  }

  getColumnNumber(): number | null {
    return this.#native.getColumnNumber() === null ? null : this.#position.column
  }

  /** A script's own code has no name; here it is evaluated text. */
  getFunctionName(): string | null {
    const name = this.#native.getFunctionName()
    return name === 'eval' && this.#native.isEval() ? null : name
  }

  isEval(): boolean {
    return false
  }

  getEvalOrigin(): undefined {
    return undefined
  }

  toString(): string {
    return this.#text
  }
}

/** Our wrappers are evaluated text; Node's are anonymous functions, called by name where it has a receiver. */
function readable(text: string): string {
  if (text.startsWith('eval (')) return text.slice('eval ('.length, -1)
  return text.replace(/^((?:async |new )?\w+)\.eval( \[as [^\]]+\])? \(/, '$1.<anonymous>$2 (')
}

const wrappers = new WeakMap<Formatter, Formatter>()
const wrapped = new WeakSet<Formatter>()

/**
 * Puts itself between the engine and whatever formatter is set: `Error.prepareStackTrace` becomes an accessor.
 * Runs after the library has set its own formatter, which stays the default.
 */
export function installStackTraces(context: NodeContext): void {
  mapPosition = (site) => positionOf(context, site)
  const given: unknown = Error.prepareStackTrace
  const libraryDefault = isFormatter(given) ? given : undefined
  const format = (formatter: Formatter | undefined, error: unknown, sites: readonly unknown[]): unknown => {
    const chosen = formatter ?? libraryDefault ?? plainText
    const mapped = mapSites(sites)
    const prepare = context.callbacks.prepareStackTrace
    if (!prepare) return chosen(error, mapped)
    return prepare({ Error: { prepareStackTrace: chosen } }, error, mapped)
  }
  const wrap = (formatter: Formatter): Formatter => {
    if (wrapped.has(formatter)) return formatter
    const known = wrappers.get(formatter)
    if (known) return known
    const wrapper: Formatter = (error, sites) => format(formatter, error, sites)
    wrappers.set(formatter, wrapper)
    wrapped.add(wrapper)
    return wrapper
  }
  const standard = wrap(libraryDefault ?? plainText)
  let current: unknown = standard
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get: () => (typeof current === 'function' ? current : standard),
    set: (formatter: unknown) => {
      current = isFormatter(formatter) ? wrap(formatter) : formatter
    },
  })
}

/** A program may set any function: natively, too, each is called with the error and its call sites. */
function isFormatter(value: unknown): value is Formatter {
  return typeof value === 'function'
}

function isNativeSite(site: unknown): site is NativeCallSite {
  return (
    typeof site === 'object' &&
    site !== null &&
    'getScriptNameOrSourceURL' in site &&
    !CallSite.isMapped(site)
  )
}

function mapSites(sites: readonly unknown[]): unknown[] {
  let inModule = false
  return sites.flatMap((site) => {
    if (!isNativeSite(site) || !mapPosition) return [site]
    if (!('getTypeName' in CallSite.prototype)) CallSite.completeFrom(Reflect.getPrototypeOf(site) ?? {})
    const script = site.getScriptNameOrSourceURL()
    // The step of the generator that a module's body is.
    if (script === null && inModule && site.getFunctionName() === 'next') return []
    inModule = script?.startsWith('file:') === true
    const position = mapPosition(site)
    return position ? [new CallSite(site, position)] : []
  })
}

function plainText(error: unknown, sites: readonly unknown[]): string {
  return [String(error), ...sites.map((site) => `    at ${String(site)}`)].join('\n')
}

/** The callers of the caller's caller, mapped. */
export function captureCallSites(count: number): CallSiteInfo[] {
  const holder: { sites?: readonly NativeCallSite[] } = {}
  const descriptor = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = count + 8
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    value: (_error: unknown, sites: readonly NativeCallSite[]) => {
      holder.sites = sites
      return ''
    },
  })
  const target: { stack?: unknown } = {}
  Error.captureStackTrace(target, captureCallSites)
  void target.stack
  if (descriptor) Object.defineProperty(Error, 'prepareStackTrace', descriptor)
  Error.stackTraceLimit = limit
  const infos = (holder.sites ?? []).flatMap((site) => {
    const position = mapPosition?.(site)
    return position ? [describe(site, position)] : []
  })
  // The library function that asked is not part of the answer.
  const first = infos.findIndex((info) => !info.scriptName.startsWith('node:'))
  return infos.slice(Math.max(0, first)).slice(0, count)
}

function describe(site: NativeCallSite, { file, line, column }: Position): CallSiteInfo {
  return {
    functionName: site.getFunctionName() ?? '',
    scriptId: '0',
    scriptName: file,
    lineNumber: line,
    columnNumber: column,
    column,
  }
}

/** The first place of user code in an error's stack text. */
export function firstUserPlace(stack: string): Position | undefined {
  for (const line of stack.split('\n')) {
    const match = /^ {4}at (?:async )?(?:.*\()?((?:file:\/\/)?\/.*):(\d+):(\d+)\)?$/.exec(line)
    if (match) return { file: match[1] ?? '', line: Number(match[2]), column: Number(match[3]) }
  }
  return undefined
}
