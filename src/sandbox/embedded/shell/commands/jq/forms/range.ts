/** Implements `range`. */
import { wantNumber } from '../describe.ts'
import { JqError } from '../jq-error.ts'
import type { Value } from '../value.ts'

export function boundOf(value: Value): number {
  if (typeof value !== 'number') {
    try {
      return wantNumber(value)
    } catch (error) {
      if (!(error instanceof JqError)) throw error
      throw new JqError('Range bounds must be numeric')
    }
  }
  return value
}

export function count(from: number, to: number, by: number, emit: (value: Value) => void): void {
  if (by > 0) for (let at = from; at < to; at += by) emit(at)
  else if (by < 0) for (let at = from; at > to; at += by) emit(at)
}
