import { BINARY_PROBE_BYTES } from '../../limits.ts'

/** Valid UTF-8 without a NUL byte where git looks for one. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
