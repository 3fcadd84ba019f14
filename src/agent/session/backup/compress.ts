/** Bytes made smaller and back, by the browser. */
import { readAtMost } from '../../../sandbox/contract/read-at-most.ts'
import { Damage } from './problem.ts'

/** Undefined where that makes them no smaller. */
export function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return collected(bytes, new CompressionStream('deflate-raw'), bytes.length - 1)
}

/** Throws `Damage` where these are not `length` bytes when decompressed; reads no further than that. */
export async function decompressed(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let whole: Uint8Array<ArrayBuffer> | undefined
  try {
    whole = await collected(bytes, new DecompressionStream('deflate-raw'), length)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Damage('it cannot be decompressed')
  }
  if (whole?.length !== length) throw new Damage('it has another length than it says')
  return whole
}

/** The output of `through`; undefined when it is more than `most` bytes. */
function collected(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return readAtMost(new Blob([bytes]).stream().pipeThrough(through), most)
}
