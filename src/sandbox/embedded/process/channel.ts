/**
 * Shared memory between one process and the kernel. The process writes a request, wakes the kernel by a message and
 * sleeps; the kernel, which must not sleep, answers when it can and wakes the process. What does not fit goes in parts.
 *
 * A message is JSON and at most one byte array: `[length of the JSON][JSON][bytes]`.
 */
import { concatenate } from '../../contract/bytes.ts'
import { CHANNEL_MAX_BYTES } from '../../contract/limits.ts'

/** Words of the header: whose turn it is, bytes in this part, whether more parts follow, changes of the files, and two of `SignalBox`. */
const STATE = 0
const LENGTH = 1
const MORE = 2
const CHANGES = 3
const SIGNAL = 4
const HANDLED = 5
const HEADER_BYTES = 24

const IDLE = 0
/** The kernel has something to read. */
const TO_KERNEL = 1
/** The process has something to read. */
const TO_PROCESS = 2

/** The count of changes starts again at 1 after this many. */
const MAX_CHANGES = 2 ** 31 - 2

/** Bytes of one part: most files are smaller, and a warm idle worker should not hold much. */
const PART_BYTES = 1024 * 1024

export interface ChannelMessage {
  readonly json: unknown
  readonly bytes?: Uint8Array
}

/** As it is sent: the bytes may lie in several places. */
interface Sent {
  readonly json: unknown
  readonly bytes?: readonly Uint8Array[]
}

export function createChannel(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + PART_BYTES)
}

/** A message on its way, copied from where its pieces are. */
class Outgoing {
  readonly #pieces: readonly Uint8Array[]
  #piece = 0
  #at = 0

  constructor(message: Sent) {
    this.#pieces = encode(message).filter(({ length }) => length > 0)
  }

  get isOver(): boolean {
    return this.#piece >= this.#pieces.length
  }

  /** As much as fits; returns how much that was. */
  takeInto(target: Uint8Array): number {
    let filled = 0
    for (let piece = this.#pieces[this.#piece]; piece !== undefined; piece = this.#pieces[this.#piece]) {
      const part = piece.subarray(this.#at, this.#at + target.length - filled)
      target.set(part, filled)
      filled += part.length
      this.#at += part.length
      if (this.#at < piece.length) break
      this.#piece += 1
      this.#at = 0
    }
    return filled
  }
}

/** One side's view of the memory. */
class Memory {
  readonly #header: Int32Array
  readonly #data: Uint8Array

  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, HEADER_BYTES / 4)
    this.#data = new Uint8Array(buffer, HEADER_BYTES)
  }

  get state(): number {
    return Atomics.load(this.#header, STATE)
  }

  give(state: number): void {
    Atomics.store(this.#header, STATE, state)
    Atomics.notify(this.#header, STATE)
  }

  /** Sleeps while the state is `state`. Only a process may. */
  waitWhile(state: number): void {
    while (this.state === state) Atomics.wait(this.#header, STATE, state)
  }

  /** How often the files have changed, as far as the kernel counts it here: 0 when it does not. */
  get changes(): number {
    return Atomics.load(this.#header, CHANGES)
  }

  set changes(count: number) {
    Atomics.store(this.#header, CHANGES, count)
  }

  /** Copies the next part of it in; true when more follows. */
  putPart(outgoing: Outgoing): boolean {
    const length = outgoing.takeInto(this.#data)
    Atomics.store(this.#header, LENGTH, length)
    Atomics.store(this.#header, MORE, outgoing.isOver ? 0 : 1)
    return !outgoing.isOver
  }

  takePart(): { part: Uint8Array; more: boolean } {
    // The other side may be hostile: its length is kept within the memory.
    const length = Math.min(Math.max(Atomics.load(this.#header, LENGTH), 0), PART_BYTES)
    return { part: this.#data.slice(0, length), more: Atomics.load(this.#header, MORE) === 1 }
  }
}

/** At 0 the number of the signal that was not taken yet, or 0; written to, it is taken. */
export interface SignalWord {
  0: number
}

/**
 * Signals for a program that is busy or blocked and hears no messages: the number of the last one, 0 when it was
 * taken, and a bit for each that the program handles. Both sides may use it.
 */
export class SignalBox {
  readonly #header: Int32Array

  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, HEADER_BYTES / 4)
  }

  /** For an interpreter that looks for itself, in two steps: what it reads, and a zero that it writes once it has seen one. */
  get word(): SignalWord {
    const header = this.#header
    let seen = 0
    return {
      get 0() {
        seen = Atomics.load(header, SIGNAL)
        return seen
      },
      // Any write only clears the signal it has seen: one that has come since stays.
      set 0(_) {
        Atomics.compareExchange(header, SIGNAL, seen, 0)
      },
    }
  }

  post(signal: number): void {
    Atomics.store(this.#header, SIGNAL, signal)
    Atomics.notify(this.#header, SIGNAL)
  }

  get isTaken(): boolean {
    return Atomics.load(this.#header, SIGNAL) === 0
  }

  /** Whether the program takes its signals from here at all, and this one of them. */
  handling(signal: number): 'none' | 'others' | 'this' {
    const bits = Atomics.load(this.#header, HANDLED)
    if (bits === 0) return 'none'
    return (bits & (1 << signal)) === 0 ? 'others' : 'this'
  }

  set handled(bits: number) {
    Atomics.store(this.#header, HANDLED, bits)
  }

  /** Sleeps so many milliseconds, or until there is a signal. Only a process may. */
  sleep(milliseconds: number): void {
    Atomics.wait(this.#header, SIGNAL, 0, milliseconds)
  }
}

/** The process's end: one call at a time, each sleeping until it is answered. */
export class ChannelCaller {
  readonly #memory: Memory
  readonly #wake: () => void

  /** `wake` tells the kernel that there is something for it. */
  constructor(buffer: SharedArrayBuffer, wake: () => void) {
    this.#memory = new Memory(buffer)
    this.#wake = wake
  }

  /** Another number than before: a file, a directory or their attributes may have changed. 0: that is not told. */
  get changes(): number {
    return this.#memory.changes
  }

  call(request: ChannelMessage): ChannelMessage {
    const { json, bytes } = request
    const outgoing = new Outgoing(bytes ? { json, bytes: [bytes] } : { json })
    for (let hasMore = true; hasMore;) {
      hasMore = this.#memory.putPart(outgoing)
      this.#handOver()
    }
    const parts: Uint8Array[] = []
    for (;;) {
      const { part, more } = this.#memory.takePart()
      parts.push(part)
      if (!more) break
      this.#handOver()
    }
    this.#memory.give(IDLE)
    return decode(join(parts))
  }

  #handOver(): void {
    this.#memory.give(TO_KERNEL)
    this.#wake()
    this.#memory.waitWhile(TO_KERNEL)
  }
}

type Handler = (request: ChannelMessage, reply: (response: Sent) => void) => void

/** The kernel's end. Never sleeps. */
export class ChannelServer {
  readonly #memory: Memory
  readonly #handle: Handler
  readonly #maxBytes: number
  #incoming: Uint8Array[] = []
  #incomingBytes = 0
  #outgoing: Outgoing | undefined

  constructor(buffer: SharedArrayBuffer, handle: Handler, maxBytes: number = CHANNEL_MAX_BYTES) {
    this.#memory = new Memory(buffer)
    this.#handle = handle
    this.#maxBytes = maxBytes
  }

  /** Tells the process that what it knows of the files may no longer be so. Before anybody is told of the change. */
  noteChange(): void {
    this.#memory.changes = (this.#memory.changes % MAX_CHANGES) + 1
  }

  /** The process has woken the kernel. Throws when what it wrote is not a message, or has no end. */
  woken(): void {
    if (this.#memory.state !== TO_KERNEL) return
    if (this.#outgoing) return this.#sendPart()
    const { part, more } = this.#memory.takePart()
    this.#incoming.push(part)
    this.#incomingBytes += part.length
    if (this.#incomingBytes > this.#maxBytes) throw new RangeError('a message over the ceiling')
    if (more) return this.#memory.give(TO_PROCESS)
    const whole = join(this.#incoming)
    this.#incoming = []
    this.#incomingBytes = 0
    this.#handle(decode(whole), (response) => {
      this.#outgoing = new Outgoing(response)
      this.#sendPart()
    })
  }

  #sendPart(): void {
    const outgoing = this.#outgoing
    if (!outgoing) return
    if (!this.#memory.putPart(outgoing)) this.#outgoing = undefined
    this.#memory.give(TO_PROCESS)
  }
}

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()
const PREFIX_BYTES = 4

function encode({ json, bytes = [] }: Sent): Uint8Array[] {
  const text = ENCODER.encode(JSON.stringify(json))
  const head = new Uint8Array(PREFIX_BYTES + text.length)
  new DataView(head.buffer).setUint32(0, text.length)
  head.set(text, PREFIX_BYTES)
  return [head, ...bytes]
}

function decode(whole: Uint8Array): ChannelMessage {
  const length = new DataView(whole.buffer, whole.byteOffset).getUint32(0)
  const end = PREFIX_BYTES + length
  return { json: JSON.parse(DECODER.decode(whole.subarray(PREFIX_BYTES, end))), bytes: whole.subarray(end) }
}

/** One part is taken as it is. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  return first !== undefined && parts.length === 1 ? first : concatenate(parts)
}
