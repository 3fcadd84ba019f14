/**
 * Runs Node's own bootstrap in this worker, up to the point where a native process would read its command line.
 * Nothing here depends on which program will run, so a worker can be booted ahead and wait.
 */
import { fieldsOf } from '../../../page/fields.ts'
import { ActiveResources } from '../active-resources.ts'
import { createEnvironment } from './environment.ts'
import { awaitInContext, iterateInContext, withContextualThen } from '../async-context.ts'
import { createBindings } from '../bindings/registry.ts'
import { skeletonOf, version, versions } from '../bindings/skeleton.ts'
import { readImmediates } from '../bindings/timers.ts'
import type { Binding } from '../bindings/binding.ts'
import { defaultOptions } from '../command-line.ts'
import type { LibraryCallbacks, NodeContext, NodeProcess } from '../context.ts'
import { EventLoop } from '../event-loop.ts'
import { createExitInfo, createFinisher } from '../exit.ts'
import { installFunctionConstructors } from './functions-from-text.ts'
import { Library } from '../library.ts'
import { createPrivateSymbol, setPrivateValue } from '../private-symbols.ts'
import type { Scripts } from './scripts.ts'
import type { Thread } from '../thread.ts'
import { hideBrowserGlobals } from '../browser-globals.ts'
import { installStackTraces } from '../errors/stack-trace.ts'
import { installTrackedProxy } from '../tracked-proxy.ts'
import { triggerUncaughtException } from '../errors/uncaught.ts'
import { holdWhileCompiling } from './web-assembly.ts'

export interface Booted {
  readonly context: NodeContext
  readonly internalBinding: (name: string) => Binding
  readonly requireBuiltin: (id: string) => unknown
  readonly exitInfo: Int32Array
}

const PER_CONTEXT = [
  'internal/per_context/primordials',
  'internal/per_context/domexception',
  'internal/per_context/messageport',
]
/** In the order of native Node's `node.cc`. */
const BOOTSTRAP = [
  'internal/bootstrap/node',
  'internal/bootstrap/web/exposed-wildcard',
  'internal/bootstrap/web/exposed-window-or-worker',
]
const SWITCHES = {
  first: ['internal/bootstrap/switches/is_main_thread', 'internal/bootstrap/switches/does_own_process_state'],
  further: [
    'internal/bootstrap/switches/is_not_main_thread',
    'internal/bootstrap/switches/does_not_own_process_state',
  ],
}

/** A thread must be known before: the library asks at boot what it is. */
export function bootNode(scripts: Scripts, thread?: Thread): Booted {
  const proxies = installTrackedProxy()
  const library = new Library(scripts.load)
  const exitInfo = createExitInfo()
  const privateSymbols = createSymbols(symbolsIn(skeletonOf('util')['privateSymbols']))
  const context = createContext({ scripts, library, proxies, privateSymbols, thread })
  hideBrowserGlobals()
  holdWhileCompiling(context.loop)
  withContextualThen(() => runPerContext(context))
  // Own properties on Object.prototype only now: the library has copied what it needs of it.
  installPrivateSymbols(privateSymbols)
  setPrivateValue(context.process, privateSymbols['exit_info_private_symbol'], exitInfo)
  const internalBinding = createBindings(context)
  run(context, 'internal/bootstrap/realm', [
    context.process,
    internalBinding,
    internalBinding,
    context.primordials,
  ])
  const { requireBuiltin } = context.callbacks
  if (!requireBuiltin) throw new Error("Node's realm did not hand over its loader.")
  for (const id of [...BOOTSTRAP, ...(thread ? SWITCHES.further : SWITCHES.first)])
    run(context, id, [context.process, requireBuiltin, internalBinding, context.primordials])
  installStackTraces(context)
  installFunctionConstructors(context)
  return { context, internalBinding, requireBuiltin, exitInfo }
}

/** Symbols of the described Node, by the library's names for them. */
function symbolsIn(described: unknown): Record<string, symbol> {
  const symbols: Record<string, symbol> = {}
  for (const [name, value] of Object.entries(fieldsOf(described)))
    if (typeof value === 'symbol') symbols[name] = value
  return symbols
}

function createSymbols(described: Record<string, symbol>): Record<string, symbol> {
  return Object.fromEntries(
    Object.entries(described).map(([name, symbol]) => [name, Symbol(symbol.description)]),
  )
}

function installPrivateSymbols(symbols: Readonly<Record<string, symbol>>): void {
  for (const symbol of Object.values(symbols)) createPrivateSymbol(symbol)
}

function createContext(
  parts: Pick<NodeContext, 'scripts' | 'library' | 'proxies' | 'privateSymbols' | 'thread'>,
): NodeContext {
  const context: NodeContext = {
    ...parts,
    loop: new EventLoop(),
    active: new ActiveResources(),
    process: createProcessObject(),
    callbacks: {} satisfies LibraryCallbacks,
    // The library's own `await` is written with these (`scripts/node-library/keep-context.mjs`).
    primordials: Object.assign(Object.create(null), { awaitInContext, iterateInContext }),
    perIsolateSymbols: symbolsIn(skeletonOf('symbols')),
    bufferPrototype: Uint8Array.prototype,
    options: defaultOptions(),
    cwd: '/',
    umask: 0o022,
    signalHandlers: new Map(),
    threadEnds: new Map(),
  }
  context.process.env = createEnvironment(context)
  return context
}

/** `process` before the library fills it: identity of the pretended platform, and an environment of strings. */
function createProcessObject(): NodeProcess {
  // Named as natively, because `util.inspect` shows the name.
  const named = function process() {}
  const prototype: object = Object.create(Reflect.getPrototypeOf({}), {
    constructor: { value: named, writable: true, configurable: true },
  })
  Object.defineProperty(named, 'prototype', { value: prototype })
  // The library adds its methods while it boots; nothing calls them before.
  const process: NodeProcess = Object.create(prototype)
  return Object.assign(process, {
    version,
    versions: Object.freeze({ ...versions }),
    arch: 'x64',
    platform: 'linux',
    release: Object.freeze({ name: 'node', lts: 'Jod' }),
    title: 'node',
    argv: ['/usr/local/bin/node'],
    execArgv: [],
    execPath: '/usr/local/bin/node',
    pid: 0,
    ppid: 0,
    debugPort: 9229,
    env: {},
  })
}

function run(context: NodeContext, id: string, args: readonly unknown[]): unknown {
  const fn = context.library.find(id)
  if (!fn) throw new Error(`Node's library has no ${id}.`)
  return fn.apply(undefined, [...args])
}

function runPerContext(context: NodeContext): void {
  const { primordials, privateSymbols, perIsolateSymbols } = context
  for (const id of PER_CONTEXT) run(context, id, [{}, primordials, privateSymbols, perIsolateSymbols])
}

/** Runs one of Node's entry scripts, e.g. `internal/main/run_main_module`, and then the loop until the end. */
export function runEntry(booted: Booted, id: string): void {
  const { context, internalBinding, requireBuiltin, exitInfo } = booted
  const { loop, callbacks } = context
  const { immediateInfo } = internalBinding('timers')
  if (!(immediateInfo instanceof Uint32Array)) throw new Error('The timers have no count of immediates.')
  const entryPending = watchEntryPromise(context)
  loop.start({
    guard: (callback) => {
      try {
        callback()
      } catch (error) {
        triggerUncaughtException(context, error, false)
      }
    },
    // Natively their receiver is `process`, which stack traces show.
    runTicks: () => callbacks.tick?.call(context.process),
    runTimers: (now) => callbacks.processTimers?.call(context.process, now) ?? 0,
    runImmediate: () => callbacks.processImmediate?.call(context.process),
    immediates: () => readImmediates(immediateInfo),
    onEmpty: createFinisher(context, { info: exitInfo, entryPending }),
  })
  loop.enter(() => {
    run(context, id, [context.process, requireBuiltin, internalBinding, context.primordials])
  })
}

/** The library leaves the entry module's promise on the global object; whether it settled decides the exit code. */
function watchEntryPromise(context: NodeContext): () => boolean {
  const symbol = context.privateSymbols['entry_point_promise_private_symbol'] ?? Symbol()
  let pending = false
  Object.defineProperty(globalThis, symbol, {
    configurable: true,
    get: () => undefined,
    set: (promise: Promise<unknown>) => {
      pending = true
      const settled = () => {
        pending = false
      }
      promise.then(settled, settled)
    },
  })
  return () => pending
}
