import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import { Errno } from '../../syscalls.ts'

const encoder = new TextEncoder()

/** Straight to standard error, past the program's streams. */
export function writeError(context: NodeContext, text: string): void {
  let data = encoder.encode(text)
  try {
    while (data.length > 0) data = data.subarray(syscalls(context).write(2, data, null))
  } catch (error) {
    // Standard error is closed: nobody is left to tell.
    if (!(error instanceof Errno)) throw error
  }
}
