/** Bytes made smaller and back, by the browser. */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { Damage } from './problem.ts'

/** Undefined where that makes them no smaller. */
export async function compressed(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts = await collected(bytes, new CompressionStream('deflate-raw'), bytes.length - 1)
  return parts && concatenate(parts)
}

/** Throws `Damage` where these are not `length` bytes when decompressed; reads no further than that. */
export async function decompressed(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] | undefined
  try {
    parts = await collected(bytes, new DecompressionStream('deflate-raw'), length)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Damage('it cannot be decompressed')
  }
  const whole = parts && concatenate(parts)
  if (whole?.length !== length) throw new Damage('it has another length than it says')
  return whole
}

/** The output of `through`; undefined when it is more than `most` bytes. */
async function collected(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array[] | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts
    size += value.length
    if (size > most) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
}
