/** Private keys under a passphrase: PKCS#8 with PBES2, and the older way in the head of PEM. Ciphers: AES in CBC. */
import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { concatenate } from '../../../../contract/bytes.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf } from '../buffer.ts'
import { decode, encode } from '../text-codec.ts'
import { findCipher } from './cipher-names.ts'
import {
  contentOf,
  readDer,
  readInteger,
  readObject,
  readSequence,
  TAG,
  writeDer,
  writeInteger,
  writeObject,
} from './der.ts'
import { digestFor, randomBytes } from './jobs.ts'
import { badDecrypt, opensslError } from './openssl-error.ts'

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'
const HMAC = '1.2.840.113549.2.'
/** The last number of the identifier. */
const HMAC_DIGESTS = [
  ['7', 'sha1'],
  ['8', 'sha224'],
  ['9', 'sha256'],
  ['10', 'sha384'],
  ['11', 'sha512'],
] as const
const AES = '2.16.840.1.101.3.4.1.'
const AES_CBC = [
  ['2', 16],
  ['22', 24],
  ['42', 32],
] as const
/** As OpenSSL has it. */
const ITERATIONS = 2048
const SALT = 16
const BLOCK = 16
const PEM_SALT = 8

export type Passphrase = string | Uint8Array | ArrayBuffer | null | undefined

function bytesOfPassphrase(passphrase: NonNullable<Passphrase>): Uint8Array {
  return typeof passphrase === 'string' ? encode(passphrase, 'utf8') : bytesOf(passphrase)
}

/** Passphrase of a PEM text as bytes; without one, throws OpenSSL's error for a prompt that is cancelled. */
export function pemPassphrase(passphrase: Passphrase): Uint8Array {
  if (passphrase === undefined || passphrase === null)
    throw opensslError('07880109', 'common libcrypto routines', 'interrupted or cancelled')
  return bytesOfPassphrase(passphrase)
}

export function derPassphrase(passphrase: Passphrase): Uint8Array {
  if (passphrase !== undefined && passphrase !== null) return bytesOfPassphrase(passphrase)
  throw Object.assign(new TypeError('Passphrase required for encrypted key'), {
    code: 'ERR_MISSING_PASSPHRASE',
  })
}

function keyLengthOf(cipher: string): number {
  const found = findCipher(cipher)
  if (!found) throw Object.assign(new Error('Unknown cipher'), { code: 'ERR_CRYPTO_UNKNOWN_CIPHER' })
  if (found.mode !== 'cbc')
    throw new UnavailableError(`A key under ${cipher}`, 'Use aes-128-cbc, aes-192-cbc or aes-256-cbc.')
  return found.keyLength
}

/**
 * A wrong passphrase mostly leaves a padding that is none. One in 256 leaves one by chance, and then no key stands before it: that
 * is the same error. OpenSSL's own differs there, so that a program would see one of two by luck.
 */
function decrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  try {
    const bytes = cbc(key, iv).decrypt(data)
    const [value] = readDer(bytes)
    if (readSequence(value).length > 0 && value?.bytes.length === bytes.length) return bytes
  } catch {
    // Neither the cipher nor the encoding says more than that it does not fit.
  }
  throw badDecrypt()
}

export function encryptPkcs8(key: Uint8Array, cipher: string, passphrase: Uint8Array): Uint8Array {
  const length = keyLengthOf(cipher)
  const [salt, iv] = [randomBytes(SALT), randomBytes(BLOCK)]
  const secret = pbkdf2(digestFor('sha256'), passphrase, salt, { c: ITERATIONS, dkLen: length })
  const digest = writeDer(TAG.sequence, writeObject(`${HMAC}9`), writeDer(TAG.nothing))
  const derivation = writeDer(
    TAG.sequence,
    writeDer(TAG.octets, salt),
    writeInteger(BigInt(ITERATIONS)),
    digest,
  )
  const aes = AES_CBC.find(([, size]) => size === length)?.[0] ?? ''
  const parameters = writeDer(
    TAG.sequence,
    writeDer(TAG.sequence, writeObject(PBKDF2), derivation),
    writeDer(TAG.sequence, writeObject(AES + aes), writeDer(TAG.octets, iv)),
  )
  return writeDer(
    TAG.sequence,
    writeDer(TAG.sequence, writeObject(PBES2), parameters),
    writeDer(TAG.octets, cbc(secret, iv).encrypt(key)),
  )
}

export function decryptPkcs8(bytes: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const [algorithm, data] = readSequence(readDer(bytes)[0])
  const [scheme, parameters] = readSequence(algorithm)
  if (readObject(scheme) !== PBES2)
    throw new UnavailableError('A key that is encrypted in another way than PBES2')
  const [derivation, encryption] = readSequence(parameters)
  const [method, values] = readSequence(derivation)
  if (readObject(method) !== PBKDF2)
    throw new UnavailableError('A key whose passphrase goes another way than PBKDF2')
  const [salt, iterations, ...rest] = readSequence(values)
  const digestId = rest.find(({ tag }) => tag === TAG.sequence)
  const id = digestId ? readObject(readSequence(digestId)[0]) : `${HMAC}7`
  const digest = HMAC_DIGESTS.find(([number]) => id === HMAC + number)?.[1]
  const [cipher, iv] = readSequence(encryption)
  const length = AES_CBC.find(([number]) => readObject(cipher) === AES + number)?.[1]
  if (digest === undefined || length === undefined)
    throw new UnavailableError('A key under another cipher than AES in CBC')
  const secret = pbkdf2(digestFor(digest), passphrase, contentOf(salt, TAG.octets), {
    c: Number(readInteger(iterations)),
    dkLen: length,
  })
  return decrypt(secret, contentOf(iv, TAG.octets), contentOf(data, TAG.octets))
}

/** OpenSSL's old derivation: one round of MD5 after the other. */
function pemKey(passphrase: Uint8Array, iv: Uint8Array, length: number): Uint8Array {
  const salt = iv.subarray(0, PEM_SALT)
  let key: Uint8Array = new Uint8Array(0)
  let last: Uint8Array = new Uint8Array(0)
  while (key.length < length) {
    last = md5(concatenate([last, passphrase, salt]))
    key = concatenate([key, last])
  }
  return key.subarray(0, length)
}

/** The head of the PEM text, and what stands in it. */
export function encryptPem(
  key: Uint8Array,
  cipher: string,
  passphrase: Uint8Array,
): { head: string; bytes: Uint8Array } {
  const length = keyLengthOf(cipher)
  const iv = randomBytes(BLOCK)
  const head = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-${length * 8}-CBC,${decode(iv, 'hex').toUpperCase()}\n\n`
  return { head, bytes: cbc(pemKey(passphrase, iv, length), iv).encrypt(key) }
}

export function decryptPem(info: string, data: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const [cipher = '', hex = ''] = info.split(',')
  const iv = encode(hex.trim(), 'hex')
  return decrypt(pemKey(passphrase, iv, keyLengthOf(cipher.trim())), iv, data)
}
