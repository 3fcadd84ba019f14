/**
 * Message ports of `worker_threads`: the browser's own, since only those can be sent along, with Node's class laid over
 * their prototype. What passes is wrapped, so that ports keep their numbers (`mailbox.ts`) and know of the other's end.
 */
import type { NodeContext } from '../../context.ts'
import { emptyMailbox, fromBytes, leaveInMailbox, setByEvent } from './mailbox.ts'
import { onMessage } from './native-events.ts'
import { createPortEnds, createPortState } from './port-state.ts'
import type { PortState, ReceivedMessage } from './port-state.ts'
import { areTransferable, transferProblem } from './transfer-problem.ts'
import type { PortEnd } from '../../thread.ts'

/** Captured before Node's class takes their place. */
const NativeChannel = globalThis.MessageChannel
const NativePort = globalThis.MessagePort
const nativeClone = globalThis.structuredClone.bind(globalThis)
const native = {
  post: NativePort.prototype.postMessage,
  start: NativePort.prototype.start,
  close: NativePort.prototype.close,
  listen: EventTarget.prototype.addEventListener,
}

/** Messages that came by event after which the bytes beside them are not written any more. */
const ENOUGH_EVENTS = 8

/** Number of the library's ports in a thread's first message, before the program's. */
const LIBRARY_PORTS = 2

interface Envelope {
  readonly number: number
  readonly value: unknown
  /** Ends of the ports that are sent along, in their order. */
  readonly ends: readonly PortEnd[]
}

interface Farewell {
  readonly isClosed: true
}

type EmitMessage = (this: object, value: unknown, ports: readonly MessagePort[], type: string) => void

export interface MessagePortsOptions {
  readonly context: NodeContext
  /** Makes the program's error out of the browser's. */
  readonly toCloneError: (error: unknown) => unknown
  readonly isUntransferable: (value: object) => boolean
}

export class MessagePorts {
  readonly #options: MessagePortsOptions
  readonly #states = new WeakMap<object, PortState>()
  /** Told when this thread ends, by `sayFarewell`. */
  readonly #open = new Set<MessagePort>()
  #emit: EmitMessage | undefined

  constructor(options: MessagePortsOptions) {
    this.#options = options
  }

  createChannel(): { readonly port1: MessagePort; readonly port2: MessagePort } {
    const { port1, port2 } = new NativeChannel()
    const [first, second] = createPortEnds()
    this.adopt(port1, first).peer = port2
    this.adopt(port2, second).peer = port1
    return { port1, port2 }
  }

  /** Makes a port of the browser one of the program's. */
  adopt(port: MessagePort, end: PortEnd): PortState {
    const state = createPortState(this.#options.context.loop, end)
    this.#states.set(port, state)
    this.#open.add(port)
    this.#call(port, 'oninit')
    return state
  }

  stateOf(port: unknown): PortState | undefined {
    return typeof port === 'object' && port !== null ? this.#states.get(port) : undefined
  }

  /** The port itself goes to another thread: what it needs there. */
  release(port: MessagePort): PortEnd {
    const state = this.stateOf(port)
    if (!state) throw new TypeError('That is no message port of this thread.')
    state.isClosed = true
    state.hold.isBusy = false
    this.#open.delete(port)
    return { ...state.end }
  }

  /** Undefined through a port that is closed: what is moved is lost all the same. */
  post(port: MessagePort, value: unknown, items: readonly unknown[]): true | undefined {
    const transferList = this.#checked(items, port)
    const state = this.stateOf(port)
    if (!state || state.isClosed) return this.#lose(value, transferList)
    const number = state.end.sent + 1
    const { ports, ends } = this.#portsIn(transferList)
    // Before the browser detaches what is moved.
    const isPlain = transferList.every((item) => item instanceof ArrayBuffer)
    leaveInMailbox(state.end.outgoing, number, value, isPlain)
    try {
      const envelope: Envelope = { number, value, ends }
      native.post.call(port, envelope, { transfer: [...transferList] })
    } catch (error) {
      throw this.#options.toCloneError(error)
    }
    state.end.sent = number
    if (number === 1) state.sentAlong = ports.flatMap((item) => this.stateOf(item)?.peer ?? [])
    for (const item of ports) this.release(item)
    return true
  }

  /** The ports of a clone that was made at once. */
  clone(value: unknown, items: readonly unknown[]): unknown {
    const transferList = this.#checked(items)
    const { ends } = this.#portsIn(transferList)
    const copy = this.#copy(value, transferList)
    for (const [index, item] of copy.ports.entries()) {
      const end = ends[index]
      if (end) this.adopt(item, end)
    }
    return copy.value
  }

  start(port: MessagePort): void {
    const state = this.stateOf(port)
    if (!state || state.isClosed) return
    state.isReceiving = true
    if (!state.isStarted) {
      state.isStarted = true
      onMessage<Envelope | Farewell>(port, (event) => {
        this.#arrived(port, state, event)
      })
      native.listen.call(port, 'messageerror', () => {
        const problem = new Error('The message could not be deserialized.')
        this.#enqueue(port, state, { type: 'messageerror', value: problem, ports: [], number: 0 })
      })
      native.start.call(port)
    }
    this.#schedule(port, state)
  }

  /** Messages wait until it is started again. */
  stop(port: MessagePort): void {
    const state = this.stateOf(port)
    if (state) state.isReceiving = false
  }

  close(port: MessagePort): void {
    const state = this.stateOf(port)
    if (!state || state.isClosed) return
    native.post.call(port, { isClosed: true } satisfies Farewell)
    this.#end(port, state)
  }

  /** The next message that has come, or undefined. */
  takeNow(port: MessagePort): { readonly value: unknown } | undefined {
    const state = this.stateOf(port)
    if (!state) return undefined
    if (!state.asksSynchronously) {
      state.asksSynchronously = true
      if (state.isStarted) setByEvent(state.end.incoming, false)
    }
    this.#readMailbox(state)
    const message = state.queue.shift()
    if (!message) return undefined
    return { value: message.value }
  }

  /** Delivers what has come, at once: the other end is gone. */
  drain(port: MessagePort): void {
    const state = this.stateOf(port)
    if (!state || state.isClosed) return
    for (let message = state.queue.shift(); message; message = state.queue.shift())
      this.#deliver(port, message)
  }

  /** Resolves when a thread has said that nothing more comes from it, on this port and on those that went first. */
  async whenEnding(port: MessagePort): Promise<void> {
    const own = this.stateOf(port)?.sentAlong.slice(0, LIBRARY_PORTS) ?? []
    await Promise.all([port, ...own].map((each) => this.#whenEnding(each)))
  }

  /** This thread ends: the other ends of its ports are told, behind all that was sent before. */
  sayFarewell(): void {
    for (const port of this.#open) native.post.call(port, { isClosed: true } satisfies Farewell)
    this.#open.clear()
  }

  #whenEnding(port: MessagePort): Promise<void> {
    const state = this.stateOf(port)
    if (!state || state.isClosed || state.isEnding || !state.isStarted) return Promise.resolve()
    return new Promise((resolve) => {
      onMessage<Envelope | Farewell>(port, ({ data }) => {
        if ('isClosed' in data) resolve()
      })
    })
  }

  #arrived(port: MessagePort, state: PortState, { data, ports }: MessageEvent<Envelope | Farewell>): void {
    if ('isClosed' in data) {
      state.isEnding = true
      this.#schedule(port, state)
      return
    }
    // It was taken as bytes already.
    if (data.number <= state.end.taken) return
    state.events += 1
    if (state.events === ENOUGH_EVENTS && !state.asksSynchronously) setByEvent(state.end.incoming, true)
    for (const [index, item] of ports.entries()) {
      const end = data.ends[index]
      if (end) this.adopt(item, end)
    }
    this.#enqueue(port, state, { type: 'message', value: data.value, ports, number: data.number })
  }

  #readMailbox(state: PortState): void {
    const entries = [...state.unread, ...emptyMailbox(state.end.incoming)]
    state.unread = []
    for (const [at, { number, bytes }] of entries.entries()) {
      if (number <= state.end.taken) continue
      if (bytes === undefined) {
        // Later messages wait for its event, too: a program that polls has one sooner or later.
        state.unread = entries.slice(at)
        if (state.isStarted) return
        throw this.#cloneError(
          'A message with ports or shared memory, or of many megabytes, comes by an event only',
        )
      }
      state.end.taken = number
      state.queue.push({ type: 'message', value: fromBytes(bytes), ports: [], number })
    }
  }

  #enqueue(port: MessagePort, state: PortState, message: ReceivedMessage): void {
    state.end.taken = Math.max(state.end.taken, message.number)
    state.queue.push(message)
    this.#schedule(port, state)
  }

  #schedule(port: MessagePort, state: PortState): void {
    const hasWork = state.queue.length > 0 || state.isEnding
    if (!hasWork || state.isScheduled || !state.isReceiving || state.isClosed) return
    state.isScheduled = true
    this.#options.context.loop.complete(() => {
      state.isScheduled = false
      if (!state.isReceiving || state.isClosed) return
      const message = state.queue.shift()
      // The next one comes whatever this one's listeners throw.
      if (message) this.#schedule(port, state)
      if (message) this.#deliver(port, message)
      else if (state.isEnding) this.#end(port, state)
      if (state.queue.length === 0) this.#schedule(port, state)
    })
  }

  #deliver(port: MessagePort, { type, value, ports }: ReceivedMessage): void {
    this.#emit ??= this.#loadEmit()
    this.#emit.call(port, value, ports, type)
  }

  /** The library's own function, which it keeps beside its bootstrap. */
  #loadEmit(): EmitMessage {
    const { library, primordials, privateSymbols, perIsolateSymbols } = this.#options.context
    const exports: { emitMessage?: EmitMessage } = {}
    library
      .find('internal/per_context/messageport')
      ?.call(undefined, exports, primordials, privateSymbols, perIsolateSymbols)
    if (!exports.emitMessage) throw new Error("Node's library has no emitMessage.")
    return exports.emitMessage
  }

  #end(port: MessagePort, state: PortState): void {
    state.isClosed = true
    state.hold.isBusy = false
    this.#open.delete(port)
    native.close.call(port)
    this.#options.context.loop.complete(() => {
      this.#call(port, 'handle_onclose')
    })
  }

  #call(port: MessagePort, hook: 'oninit' | 'handle_onclose'): void {
    const symbol = this.#options.context.perIsolateSymbols[hook]
    const call: unknown = symbol && Reflect.get(port, symbol)
    if (typeof call === 'function') Reflect.apply(call, port, [])
  }

  /** Nobody gets the message; the other ends of the ports that went with it are told. */
  #lose(value: unknown, transferList: readonly Transferable[]): undefined {
    for (const port of this.#copy(value, transferList).ports) {
      native.post.call(port, { isClosed: true } satisfies Farewell)
      native.close.call(port)
    }
  }

  #copy(
    value: unknown,
    transferList: readonly Transferable[],
  ): { readonly value: unknown; readonly ports: readonly MessagePort[] } {
    const { ports } = this.#portsIn(transferList)
    try {
      const copy = nativeClone({ value, ports }, { transfer: [...transferList] })
      for (const item of ports) this.release(item)
      return copy
    } catch (error) {
      throw this.#options.toCloneError(error)
    }
  }

  /** The ports that go along, with what they need where they arrive. They stay the program's until they have gone. */
  #portsIn(transferList: readonly unknown[]): { ports: readonly MessagePort[]; ends: readonly PortEnd[] } {
    const ports = transferList.filter((item): item is MessagePort => item instanceof NativePort)
    return { ports, ends: ports.flatMap((item) => this.stateOf(item)?.end ?? []).map((end) => ({ ...end })) }
  }

  #checked(items: readonly unknown[], source?: MessagePort): readonly Transferable[] {
    const problem = transferProblem(items, {
      isUntransferable: this.#options.isUntransferable,
      isDetached: (item) => this.stateOf(item)?.isClosed !== false,
      source,
    })
    if (problem === undefined && areTransferable(items)) return items
    throw this.#cloneError(problem ?? 'Found invalid value in transferList.')
  }

  #cloneError(message: string): unknown {
    return this.#options.toCloneError(new DOMException(message, 'DataCloneError'))
  }
}
