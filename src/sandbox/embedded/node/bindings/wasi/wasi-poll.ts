/** `poll_oneoff`: waits for a time, or until descriptors would not block. */
import { Errno } from '../../../syscalls.ts'
import type { PollEntry } from '../../../syscalls.ts'
import type { WasiParts } from './wasi-files.ts'

const SUBSCRIPTION_BYTES = 48
const EVENT_BYTES = 32
const CLOCK = 0
const READ = 1
const WRITE = 2
const ABSOLUTE = 1
const NANOSECONDS = 1_000_000

interface Subscription {
  readonly userData: bigint
  readonly type: number
  /** Milliseconds from now on. */
  readonly delay?: number
  readonly fd?: number
}

/** `now` gives nanoseconds of a clock. */
export function createPoll({ memory, descriptors, syscalls }: WasiParts, now: (clock: number) => bigint) {
  const read = (at: number): Subscription => {
    const { view } = memory
    const base = { userData: view.getBigUint64(at, true), type: view.getUint8(at + 8) }
    if (base.type !== CLOCK) return { ...base, fd: descriptors.file(view.getUint32(at + 16, true)).fd }
    const timeout = view.getBigUint64(at + 24, true)
    const isAbsolute = (view.getUint16(at + 40, true) & ABSOLUTE) !== 0
    const left = isAbsolute ? timeout - now(view.getUint32(at + 16, true)) : timeout
    return { ...base, delay: Math.max(0, Number(left) / NANOSECONDS) }
  }
  return (from: number, to: number, count: number, result: number): void => {
    if (count === 0) throw new Errno('EINVAL', 'poll_oneoff')
    const wanted = Array.from({ length: count }, (_, index) =>
      read((from >>> 0) + index * SUBSCRIPTION_BYTES),
    )
    const delays = wanted.flatMap(({ delay }) => (delay === undefined ? [] : [delay]))
    const timeout = delays.length === 0 ? null : Math.min(...delays)
    const entries = wanted.flatMap(({ fd, type }): PollEntry[] =>
      fd === undefined ? [] : [{ fd, read: type === READ, write: type === WRITE }],
    )
    const ready = syscalls().poll({ entries, timeoutMs: timeout === null ? null : Math.ceil(timeout) })
    const isOver = ({ fd, type, delay }: Subscription): boolean =>
      delay === undefined
        ? ready.some((each) => each.fd === fd && (type === READ ? each.read : each.write))
        : ready.length === 0 && delay === timeout
    const events = wanted.filter(isOver)
    for (const [index, { userData, type }] of events.entries()) {
      const at = (to >>> 0) + index * EVENT_BYTES
      memory.bytes(at, EVENT_BYTES).fill(0)
      memory.setU64(at, userData)
      memory.setU8(at + 10, type)
    }
    memory.setU32(result, events.length)
  }
}
