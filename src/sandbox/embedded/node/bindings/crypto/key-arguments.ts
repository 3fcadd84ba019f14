/** A key as the library hands it down: a handle, or data with numbers for its format and encoding. */
import { bytesOf } from '../buffer.ts'
import { decode, encode } from '../text-codec.ts'
import type { AsymmetricKey } from './asymmetric-key.ts'
import { readDerKey, readPemKey, writeDerKey, writeJwk, writePem } from './key-formats.ts'
import { derPassphrase, encryptPem, encryptPkcs8, pemPassphrase } from './key-encryption.ts'
import type { Passphrase } from './key-encryption.ts'
import type { KeyEncoding } from './key-formats.ts'

const DER = 0
const PEM = 1
/** In the order of `kKeyEncodingPKCS1` and on. */
const ENCODINGS: readonly KeyEncoding[] = ['pkcs1', 'pkcs8', 'spki', 'sec1']

/** Keys by the handles of their `KeyObject`s. */
export const asymmetricKeys = new WeakMap<object, AsymmetricKey>()

export interface KeyArgument {
  readonly data: unknown
  readonly format?: number | undefined
  readonly type?: number | undefined
  readonly isPrivate: boolean
  readonly passphrase?: Passphrase
}

export function keyFrom({ data, ...how }: KeyArgument): AsymmetricKey {
  const known = typeof data === 'object' && data !== null ? asymmetricKeys.get(data) : undefined
  const key = known ?? parse(data, how)
  if (how.isPrivate && !key.secret) throw unsupported()
  return key
}

function parse(
  data: unknown,
  { format, type, isPrivate, passphrase }: Omit<KeyArgument, 'data'>,
): AsymmetricKey {
  const bytes = typeof data === 'string' ? encode(data, 'utf8') : bytesOf(data)
  try {
    if (format !== DER) return readPemKey(decode(bytes, 'utf8'), passphrase)
    return readDerKey(bytes, ENCODINGS[type ?? 0] ?? 'pkcs8', { isPrivate, passphrase })
  } catch (error) {
    // A known format that is not supported here has an error of its own.
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

/** How a key is written: its numbers for format and encoding, and what it is encrypted with. */
export interface KeyForm {
  readonly format: number
  readonly type: number | undefined
  readonly cipher?: string | null | undefined
  readonly passphrase?: Passphrase
}

/** As `KeyObject.export` gives it: text for PEM, bytes for DER. */
export function exportKey(
  key: AsymmetricKey,
  { format, type, cipher, passphrase }: KeyForm,
): string | Uint8Array {
  const encoding = ENCODINGS[type ?? 1] ?? 'spki'
  const { label, bytes } = writeDerKey(key, encoding)
  if (cipher === undefined || cipher === null) return format === PEM ? writePem(label, bytes) : bytes
  if (encoding === 'pkcs8') {
    const encrypted = encryptPkcs8(bytes, cipher, derPassphrase(passphrase))
    return format === PEM ? writePem(`ENCRYPTED ${label}`, encrypted) : encrypted
  }
  const { head, bytes: encrypted } = encryptPem(bytes, cipher, pemPassphrase(passphrase))
  return writePem(label, encrypted, head)
}

export function exportAs(key: AsymmetricKey, form: KeyForm): unknown {
  return form.format === DER || form.format === PEM ? exportKey(key, form) : writeJwk(key)
}
