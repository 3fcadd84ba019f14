/** The parts of `node:zlib` that just-bash uses for gzip, gunzip, zcat and `rg -z`. */
import { gunzipSync as gunzip, gzipSync as gzip } from 'fflate'

export const constants = { Z_BEST_COMPRESSION: 9, Z_BEST_SPEED: 1, Z_DEFAULT_COMPRESSION: 6 }

export function gzipSync(data, { level = constants.Z_DEFAULT_COMPRESSION } = {}) {
  return gzip(data, { level, mtime: 0 })
}

export function gunzipSync(data, { maxOutputLength = Infinity } = {}) {
  const size = new DataView(data.buffer, data.byteOffset + data.length - 4, 4).getUint32(0, true)
  if (size > maxOutputLength)
    throw new RangeError(`Cannot create a buffer larger than ${maxOutputLength} bytes`)
  return gunzip(data)
}
