/**
 * Reads and writes that may have to wait. The kernel never blocks: it is called back when a pipe lets it go
 * on, which may be before these functions return.
 */
import { Errno } from '../syscalls.ts'
import type { OpenFile } from './open-file.ts'

export type Settle<T> = (
  outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Errno },
) => void

/** Calls the operation off, so that `done` is not called any more. */
export type CallOff = () => void

/** One read: settles with at least a byte, or with none at the end. */
export function readWhenReady(
  file: OpenFile,
  range: { length: number; position: number | null },
  done: Settle<Uint8Array>,
): CallOff {
  return retry(done, () => {
    const value = file.tryRead(range.length, range.position)
    return value === undefined ? { wait: (again) => file.whenReadable(again) } : { value }
  })
}

/** Writes all of `data`, however long the reader takes; settles with its length. */
export function writeWhenReady(
  file: OpenFile,
  write: { data: Uint8Array; position: number | null },
  done: Settle<number>,
): CallOff {
  let written = 0
  return retry(done, () => {
    while (written < write.data.length) {
      const taken = file.tryWrite(write.data.subarray(written), write.position)
      if (taken === 0) return { wait: (again) => file.whenWritable(again) }
      written += taken
    }
    return { value: written }
  })
}

type Attempt<T> = { readonly value: T } | { readonly wait: (again: () => void) => CallOff }

/** Tries again whenever it is called back, until there is a value or an `Errno`. */
export function retry<T>(done: Settle<T>, attempt: () => Attempt<T>): CallOff {
  let stopWaiting: CallOff = () => undefined
  const step = (): void => {
    const outcome = settled(attempt)
    if ('wait' in outcome) stopWaiting = outcome.wait(step)
    else done(outcome)
  }
  step()
  return () => stopWaiting()
}

function settled<T>(
  attempt: () => Attempt<T>,
): Parameters<Settle<T>>[0] | { readonly wait: (again: () => void) => CallOff } {
  try {
    const outcome = attempt()
    return 'wait' in outcome ? outcome : { ok: true, value: outcome.value }
  } catch (error) {
    if (error instanceof Errno) return { ok: false, error }
    throw error
  }
}
