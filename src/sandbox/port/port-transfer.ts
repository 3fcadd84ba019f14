/** Buffers that are moved across the port instead of copied. */
import { PORT_TRANSFER_BYTES } from '../contract/limits.ts'

/** Buffers of large byte arrays directly in the values (or in a result's value): moved instead of copied. */
export function buffersOf(values: readonly unknown[]): Transferable[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown, depth: number) => {
    if (value instanceof Uint8Array) {
      const { buffer, byteLength } = value
      const isWhole = byteLength === buffer.byteLength
      if (buffer instanceof ArrayBuffer && isWhole && byteLength >= PORT_TRANSFER_BYTES) buffers.add(buffer)
      return
    }
    if (depth > 0 && typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner, depth - 1)
    }
  }
  for (const value of values) visit(value, 2)
  return [...buffers]
}
