/** `messaging`: structured clones, message channels and broadcasts, on the browser's own. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import type { Binding } from '../binding.ts'
import { createBroadcast } from './broadcast.ts'
import { MessagePorts } from './message-ports.ts'
import { readTransferList } from './transfer-list.ts'
import { UNSUPPORTED } from './transfer-problem.ts'

const NativePort = globalThis.MessagePort

const known = new WeakMap<NodeContext, MessagePorts>()

/** The ports of this thread. */
export function messagePorts(context: NodeContext): MessagePorts {
  const ports = known.get(context) ?? createPorts(context)
  known.set(context, ports)
  return ports
}

function createPorts(context: NodeContext): MessagePorts {
  const mark = context.privateSymbols['untransferable_object_private_symbol'] ?? Symbol()
  return new MessagePorts({
    context,
    toCloneError: (error) => toCloneError(context, error),
    isUntransferable: (value) => Reflect.get(value, mark) !== undefined,
  })
}

type ExceptionClass = new (message: string, name: string) => Error

const exceptions = new WeakMap<NodeContext, ExceptionClass>()

/** The library's class, which programs meet instead of the browser's. */
function domException(context: NodeContext): ExceptionClass {
  const known = exceptions.get(context)
  if (known) return known
  const exports: { DOMException?: ExceptionClass } = {}
  const source = context.library.find('internal/per_context/domexception')
  source?.call(undefined, exports, context.primordials, context.privateSymbols, context.perIsolateSymbols)
  if (!exports.DOMException) throw new Error("Node's library has no DOMException.")
  exceptions.set(context, exports.DOMException)
  return exports.DOMException
}

/** The browser's words for the memory of a WebAssembly program. */
const NOT_DETACHABLE = /ArrayBuffer at index \d+ is not detachable/

function toCloneError(context: NodeContext, error: unknown): unknown {
  if (error instanceof TypeError && NOT_DETACHABLE.test(error.message))
    return new (domException(context))(UNSUPPORTED, 'DataCloneError')
  if (!(error instanceof Error) || error.name !== 'DataCloneError') return error
  const Exception = domException(context)
  return new Exception(error.message.replace(/^Failed to execute '\w+' on '\w+': /, ''), error.name)
}

function typeError(message: string, code: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}

export function messaging(context: NodeContext, binding: Binding): void {
  const ports = messagePorts(context)
  installPortClass(ports)
  Object.defineProperty(binding, 'DOMException', {
    get: () => domException(context),
    configurable: true,
    enumerable: true,
  })
  const asPort = (value: unknown, name = 'port'): MessagePort => {
    if (value instanceof NativePort) return value
    throw typeError(`The "${name}" argument must be a MessagePort instance`, 'ERR_INVALID_ARG_TYPE')
  }
  class MessageChannel {
    readonly port1: MessagePort
    readonly port2: MessagePort

    constructor() {
      const { port1, port2 } = ports.createChannel()
      this.port1 = port1
      this.port2 = port2
    }
  }
  Object.assign(binding, {
    MessagePort: NativePort,
    MessageChannel,
    broadcastChannel: (name: string) => createBroadcast(context, ports, name),
    exposeLazyDOMExceptionProperty: (target: object) => {
      Object.defineProperty(target, 'DOMException', {
        configurable: true,
        enumerable: false,
        get: () => domException(context),
        set(value: unknown) {
          Object.defineProperty(target, 'DOMException', { value, writable: true, configurable: true })
        },
      })
    },
    setDeserializerCreateObjectFunction: () => undefined,
    structuredClone: (value: unknown, options?: { transfer?: readonly unknown[] }) =>
      ports.clone(value, options?.transfer ?? []),
    stopMessagePort: (port: unknown) => {
      if (port instanceof NativePort) ports.stop(port)
    },
    drainMessagePort: (port: unknown) => {
      if (port instanceof NativePort) ports.drain(port)
    },
    checkMessagePort: (port: unknown) => ports.stateOf(port) !== undefined,
    receiveMessageOnPort: (port: unknown) => {
      const taken = ports.takeNow(asPort(port))
      return taken ? taken.value : context.perIsolateSymbols['no_message_symbol']
    },
    moveMessagePortToContext: (port: unknown) => {
      asPort(port)
      throw new UnavailableError('A message port of another context')
    },
  })
}

/** The browser's prototype gets the methods of Node's; the library then changes what it inherits from. */
function installPortClass(ports: MessagePorts): void {
  const { prototype } = NativePort
  for (const key of Object.getOwnPropertyNames(prototype))
    if (key !== 'constructor') Reflect.deleteProperty(prototype, key)
  const methods = {
    postMessage(this: MessagePort, ...args: readonly unknown[]): true | undefined {
      if (args.length === 0)
        throw typeError('Not enough arguments to MessagePort.postMessage', 'ERR_MISSING_ARGS')
      const [value, transfer] = args
      return ports.post(this, value, readTransferList(transfer))
    },
    start(this: MessagePort): void {
      ports.start(this)
    },
    close(this: MessagePort): void {
      ports.close(this)
    },
    drain(this: MessagePort): void {
      ports.drain(this)
    },
    ref(this: MessagePort): void {
      ports.stateOf(this)?.hold.ref()
    },
    unref(this: MessagePort): void {
      ports.stateOf(this)?.hold.unref()
    },
    hasRef(this: MessagePort): boolean | undefined {
      const state = ports.stateOf(this)
      return state === undefined || state.isClosed ? undefined : state.hold.isRefed
    },
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true })
}
