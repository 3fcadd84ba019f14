/** zlib as objects and packs use it. */
import { unzlibSync } from 'fflate'
import { Inflate } from 'pako'
import { VFS_MAX_FILE_BYTES } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'

/** Deflate cannot make data grow more than this many times. */
const MAX_RATIO = 1032

/** Undefined when it is damaged or has not exactly `size` bytes. `data` ends with the stream. */
export function inflate(data: Uint8Array, size: number): Uint8Array | undefined {
  refuseHuge(size)
  try {
    // One byte more, so that a stream that says too little is noticed.
    const out = unzlibSync(data, { out: new Uint8Array(size + 1) })
    return out.length === size ? out.subarray(0, size) : undefined
  } catch {
    // fflate throws for every damage.
    return undefined
  }
}

/** As `inflate` where the size is not known beforehand. */
export function inflateAll(data: Uint8Array): Uint8Array | undefined {
  if (data.length * MAX_RATIO > VFS_MAX_FILE_BYTES) return inflateStream(data, VFS_MAX_FILE_BYTES)?.data
  try {
    return unzlibSync(data)
  } catch {
    // fflate throws for every damage.
    return undefined
  }
}

/** As `inflate` where it is not known where the stream ends. More than `max` bytes are damage. */
export function inflateStream(data: Uint8Array, max: number): { data: Uint8Array; used: number } | undefined {
  refuseHuge(max)
  const stream = new Inflate()
  let size = 0
  const keep = stream.onData.bind(stream)
  stream.onData = (chunk) => {
    size += chunk.length
    if (size > max) throw new RangeError('longer than said')
    keep(chunk)
  }
  try {
    stream.push(data, true)
  } catch {
    // Longer than said, or damaged beyond what pako reports by its code.
    return undefined
  }
  const { result } = stream
  if (stream.err !== 0 || !(result instanceof Uint8Array)) return undefined
  // pako's types hide the field that tells where a stream ends; its documentation and tests use it.
  const { strm } = stream as unknown as { strm: { avail_in: number } }
  return { data: result, used: data.length - strm.avail_in }
}

function refuseHuge(size: number): void {
  if (size <= VFS_MAX_FILE_BYTES) return
  throw new GitFailure(`an object of ${size} bytes is larger than this sandbox's files may be`)
}
