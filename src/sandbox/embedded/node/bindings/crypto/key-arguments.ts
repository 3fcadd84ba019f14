/** A key as the library hands it down: a handle, or data with numbers for its format and encoding. */
import { bytesOf } from '../buffer.ts'
import { decode, encode } from '../text-codec.ts'
import type { AsymmetricKey } from './asymmetric-key.ts'
import { readDerKey, readPemKey, writeDerKey, writeJwk, writePem } from './key-formats.ts'
import type { KeyEncoding } from './key-formats.ts'

const DER = 0
const PEM = 1
/** In the order of `kKeyEncodingPKCS1` and on. */
const ENCODINGS: readonly KeyEncoding[] = ['pkcs1', 'pkcs8', 'spki', 'sec1']

/** What belongs to handles of `KeyObject`s. */
export const asymmetricKeys = new WeakMap<object, AsymmetricKey>()

export interface KeyArgument {
  readonly data: unknown
  readonly format?: number | undefined
  readonly type?: number | undefined
  readonly isPrivate: boolean
}

export function keyFrom({ data, format, type, isPrivate }: KeyArgument): AsymmetricKey {
  const known = typeof data === 'object' && data !== null ? asymmetricKeys.get(data) : undefined
  const key = known ?? parse(data, { format, type, isPrivate })
  if (isPrivate && !key.secret) throw unsupported()
  return key
}

function parse(data: unknown, { format, type, isPrivate }: Omit<KeyArgument, 'data'>): AsymmetricKey {
  const bytes = typeof data === 'string' ? encode(data, 'utf8') : bytesOf(data as Uint8Array)
  try {
    if (format !== DER) return readPemKey(decode(bytes, 'utf8'))
    return readDerKey(bytes, ENCODINGS[type ?? 0] ?? 'pkcs8', isPrivate)
  } catch (error) {
    // What is known and cannot be read here says so itself.
    if ((error as { code?: unknown }).code !== undefined) throw error
    throw unsupported()
  }
}

function unsupported(): Error {
  return Object.assign(new Error('error:1E08010C:DECODER routines::unsupported'), {
    library: 'DECODER routines',
    reason: 'unsupported',
    code: 'ERR_OSSL_UNSUPPORTED',
  })
}

/** As `KeyObject.export` gives it: text for PEM, bytes for DER. */
export function exportKey(key: AsymmetricKey, format: number, type: number): string | Uint8Array {
  const { label, bytes } = writeDerKey(key, ENCODINGS[type] ?? 'spki')
  return format === PEM ? writePem(label, bytes) : bytes
}

export function exportAs(key: AsymmetricKey, format: number, type: number | undefined): unknown {
  if (format === DER || format === PEM) return exportKey(key, format, type ?? 1)
  return writeJwk(key)
}
