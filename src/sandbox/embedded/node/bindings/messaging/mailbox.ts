/**
 * One direction of a message channel, as bytes in shared memory, beside the browser's own delivery. A thread
 * that blocks hears no events, and Node's `receiveMessageOnPort` takes a message without one. Messages are
 * numbered, so that each is taken once. Only a receiver that has never started its port, or has received this
 * way before, needs it.
 */
import { Deserializer } from '../serdes/deserializer.ts'
import { Serializer } from '../serdes/serializer.ts'

/** Address space; memory is taken as it is needed. */
const MAX_BYTES = 64 * 1024 * 1024
const HEADER_WORDS = 4
const HEADER_BYTES = HEADER_WORDS * 4
/** Places in the header. */
const LOCK = 0
/** 1: the receiver hears events and has not asked synchronously. */
const BY_EVENT = 1
const END = 2
/** Before each message: its number and its bytes. */
const ENTRY_BYTES = 8
const NOT_AS_BYTES = 0xffff_ffff

type Mailbox = SharedArrayBuffer

export interface MailboxEntry {
  readonly number: number
  /** Undefined: what was sent has no form as bytes, or there was no room for it. */
  readonly bytes: Uint8Array | undefined
}

export function createMailbox(): Mailbox {
  return new SharedArrayBuffer(HEADER_BYTES, { maxByteLength: MAX_BYTES })
}

/** Sender: leaves a message for a receiver that may ask for it. */
export function leaveInMailbox(mailbox: Mailbox, number: number, value: unknown, isPlain: boolean): void {
  const header = headerOf(mailbox)
  if (Atomics.load(header, BY_EVENT) === 1) return
  const made = isPlain ? toBytes(value) : undefined
  locked(header, () => {
    const at = HEADER_BYTES + Atomics.load(header, END)
    // Without room for it there is its number still: what comes behind must not be taken before it.
    const bytes = made && at + ENTRY_BYTES + made.length <= MAX_BYTES ? made : undefined
    const length = ENTRY_BYTES + (bytes?.length ?? 0)
    if (at + length > MAX_BYTES) return
    if (at + length > mailbox.byteLength) mailbox.grow(at + length)
    const view = new DataView(mailbox)
    view.setUint32(at, number)
    view.setUint32(at + 4, bytes?.length ?? NOT_AS_BYTES)
    if (bytes) new Uint8Array(mailbox).set(bytes, at + ENTRY_BYTES)
    Atomics.store(header, END, at + length - HEADER_BYTES)
  })
}

/** Receiver: takes all that is there. */
export function emptyMailbox(mailbox: Mailbox): MailboxEntry[] {
  const header = headerOf(mailbox)
  if (Atomics.load(header, END) === 0) return []
  return locked(header, () => {
    const end = HEADER_BYTES + Atomics.load(header, END)
    const view = new DataView(mailbox)
    const entries: MailboxEntry[] = []
    for (let at = HEADER_BYTES; at < end;) {
      const length = view.getUint32(at + 4)
      const size = length === NOT_AS_BYTES ? 0 : length
      const start = at + ENTRY_BYTES
      const bytes = length === NOT_AS_BYTES ? undefined : new Uint8Array(mailbox, start, size).slice()
      entries.push({ number: view.getUint32(at), bytes })
      at = start + size
    }
    Atomics.store(header, END, 0)
    return entries
  })
}

/** Receiver: whether events are enough for it from now on. */
export function setByEvent(mailbox: Mailbox, isByEvent: boolean): void {
  const header = headerOf(mailbox)
  locked(header, () => {
    Atomics.store(header, BY_EVENT, isByEvent ? 1 : 0)
    if (isByEvent) Atomics.store(header, END, 0)
  })
}

export function fromBytes(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes)
  deserializer.readHeader()
  return deserializer.readValue()
}

function toBytes(value: unknown): Uint8Array | undefined {
  try {
    const serializer = new Serializer()
    serializer.writeHeader()
    serializer.writeValue(value)
    return serializer.releaseBuffer()
  } catch {
    // Shared memory, modules: only the browser can hand those over, which it does.
    return undefined
  }
}

function headerOf(mailbox: Mailbox): Int32Array {
  return new Int32Array(mailbox, 0, HEADER_WORDS)
}

/** Held for as long as a copy takes. */
function locked<T>(header: Int32Array, work: () => T): T {
  while (Atomics.compareExchange(header, LOCK, 0, 1) !== 0) Atomics.wait(header, LOCK, 1, 1)
  try {
    return work()
  } finally {
    Atomics.store(header, LOCK, 0)
    Atomics.notify(header, LOCK)
  }
}
