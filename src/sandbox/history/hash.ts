/** SHA-256 of an object. */
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex } from './directory-object.ts'

/** Undefined in the workers of an opaque frame: a `blob:` address on no origin counts as no secure context. */
const { subtle } = crypto as { readonly subtle?: SubtleCrypto }

/**
 * Lower-case hex. Where there is one, the platform's own, off this thread: 2,000 files of 10 KB take some 20 ms
 * (origins.md, 4).
 */
export async function sha256(data: Uint8Array): Promise<string> {
  if (!subtle) return bytesToHex(hash(data))
  // WebCrypto refuses shared memory only; a file's content never lies in it.
  const digest = await subtle.digest('SHA-256', data as Uint8Array<ArrayBuffer>)
  return bytesToHex(new Uint8Array(digest))
}
