/** RSA on big integers: signatures and encryption by PKCS#1 (both versions), and new keys. Not in constant time. */
import { concatenate } from '../../../../contract/bytes.ts'
import { bitLength } from './asymmetric-key.ts'
import type { RsaKey } from './asymmetric-key.ts'
import { isPrime, modulo, randomBits } from './primes.ts'
import type { Random } from './primes.ts'
import { fromBigInt, TAG, toBigInt, writeDer, writeObject } from './der.ts'

export type HashFunction = (data: Uint8Array) => Uint8Array

const PADDING_ERROR = () =>
  Object.assign(new Error('error:0200009F:rsa routines::pkcs decoding error'), {
    code: 'ERR_OSSL_RSA_PKCS_DECODING_ERROR',
  })

export const DIGEST_IDS: Readonly<Record<string, string>> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  ripemd160: '1.3.36.3.2.1',
}

export function sizeOf({ n }: RsaKey): number {
  return Math.ceil(bitLength(n) / 8)
}

/** The block as a number, which must be smaller than the modulus. */
function blockValue({ n }: RsaKey, input: Uint8Array): bigint {
  const value = toBigInt(input)
  if (value >= n) throw new Error('The data is too large for the key.')
  return value
}

export function rsaPublic(key: RsaKey, input: Uint8Array): Uint8Array {
  return fromBigInt(modulo.power(blockValue(key, input), key.e, key.n), sizeOf(key))
}

/** By the remainders of both primes, which is four times as quick. */
export function rsaPrivate(key: RsaKey, input: Uint8Array): Uint8Array {
  if (!key.secret) throw new Error('The key is public: it neither signs nor decrypts.')
  const value = blockValue(key, input)
  const { d, p, q } = key.secret
  const first = modulo.power(value % p, d % (p - 1n), p)
  const second = modulo.power(value % q, d % (q - 1n), q)
  const difference = (((first - second) % p) + p) % p
  const result = second + ((modulo.inverse(q, p) * difference) % p) * q
  return fromBigInt(result, sizeOf(key))
}

/** The hash with its name, between a frame of ones and the rest. */
export function pkcs1Frame(digest: Uint8Array, name: string, size: number): Uint8Array {
  const id = DIGEST_IDS[name]
  if (id === undefined) throw new Error(`The digest ${name} has no name in signatures.`)
  const algorithm = writeDer(TAG.sequence, writeObject(id), writeDer(TAG.nothing))
  return typeOneFrame(writeDer(TAG.sequence, algorithm, writeDer(TAG.octets, digest)), size)
}

export function typeOneFrame(data: Uint8Array, size: number): Uint8Array {
  const fill = size - data.length - 3
  if (fill < 8) throw new Error('The key is too small for that.')
  return concatenate([Uint8Array.of(0, 1), new Uint8Array(fill).fill(0xff), Uint8Array.of(0), data])
}

export function typeTwoFrame(data: Uint8Array, size: number, random: Random): Uint8Array {
  const fill = size - data.length - 3
  if (fill < 8) throw new Error('The data is too large for the key.')
  const noise = random(fill).map((byte) => byte || 1)
  return concatenate([Uint8Array.of(0, 2), noise, Uint8Array.of(0), data])
}

/** Content of a frame of either type. */
export function unframe(block: Uint8Array, type: 1 | 2): Uint8Array {
  const end = block.indexOf(0, 2)
  if (block[0] !== 0 || block[1] !== type || end < 10) throw PADDING_ERROR()
  return block.subarray(end + 1)
}

function mask(seed: Uint8Array, length: number, hash: HashFunction): Uint8Array {
  const parts: Uint8Array[] = []
  for (let counter = 0, have = 0; have < length; counter += 1) {
    const part = hash(concatenate([seed, fromBigInt(BigInt(counter), 4)]))
    parts.push(part)
    have += part.length
  }
  return concatenate(parts).subarray(0, length)
}

function mixed(left: Uint8Array, right: Uint8Array): Uint8Array {
  return left.map((byte, index) => byte ^ (right[index] ?? 0))
}

export interface PssParts {
  readonly hash: HashFunction
  readonly digest: Uint8Array
  /** Bits of the key, less one. */
  readonly bits: number
}

export function pssFrame({ hash, digest, bits }: PssParts, salt: Uint8Array): Uint8Array {
  const size = Math.ceil(bits / 8)
  const fill = size - salt.length - digest.length - 2
  if (fill < 0) throw new Error('The key is too small for that digest and salt.')
  const inner = hash(concatenate([new Uint8Array(8), digest, salt]))
  const data = concatenate([new Uint8Array(fill), Uint8Array.of(1), salt])
  const masked = mixed(data, mask(inner, data.length, hash))
  masked[0] = (masked[0] ?? 0) & (0xff >> (8 * size - bits))
  return concatenate([masked, inner, Uint8Array.of(0xbc)])
}

/** `saltLength` undefined: whatever the signature has. */
export function pssFits({ hash, digest, bits }: PssParts, block: Uint8Array, saltLength?: number): boolean {
  const size = Math.ceil(bits / 8)
  const frame = block.subarray(block.length - size)
  const cut = frame.length - digest.length - 1
  if (cut < 1 || frame.at(-1) !== 0xbc) return false
  const inner = frame.subarray(cut, -1)
  const data = mixed(frame.subarray(0, cut), mask(inner, cut, hash))
  data[0] = (data[0] ?? 0) & (0xff >> (8 * size - bits))
  const start = data.indexOf(1)
  if (start < 0 || data.subarray(0, start).some((byte) => byte !== 0)) return false
  const salt = data.subarray(start + 1)
  if (saltLength !== undefined && salt.length !== saltLength) return false
  const again = hash(concatenate([new Uint8Array(8), digest, salt]))
  return again.every((byte, index) => byte === inner[index])
}

export interface OaepParts {
  readonly hash: HashFunction
  readonly label: Uint8Array
  readonly size: number
}

export function oaepFrame({ hash, label, size }: OaepParts, data: Uint8Array, seed: Uint8Array): Uint8Array {
  const name = hash(label)
  const fill = size - data.length - 2 * name.length - 2
  if (fill < 0) throw new Error('The data is too large for the key.')
  const block = concatenate([name, new Uint8Array(fill), Uint8Array.of(1), data])
  const maskedBlock = mixed(block, mask(seed, block.length, hash))
  return concatenate([Uint8Array.of(0), mixed(seed, mask(maskedBlock, seed.length, hash)), maskedBlock])
}

export function oaepUnframe({ hash, label }: OaepParts, frame: Uint8Array): Uint8Array {
  const name = hash(label)
  const maskedBlock = frame.subarray(1 + name.length)
  const seed = mixed(frame.subarray(1, 1 + name.length), mask(maskedBlock, name.length, hash))
  const block = mixed(maskedBlock, mask(seed, maskedBlock.length, hash))
  const start = block.indexOf(1, name.length)
  const isWhole =
    frame[0] === 0 &&
    name.every((byte, index) => byte === block[index]) &&
    start > 0 &&
    block.subarray(name.length, start).every((byte) => byte === 0)
  if (isWhole) return block.subarray(start + 1)
  throw Object.assign(new Error('error:02000079:rsa routines::oaep decoding error'), {
    code: 'ERR_OSSL_RSA_OAEP_DECODING_ERROR',
  })
}

function newPrime(bits: number, e: bigint, random: Random): bigint {
  for (;;) {
    const noise = randomBits(bits, random)
    // The two highest bits, so that the product has all of its; and odd.
    let candidate = noise | (3n << BigInt(bits - 2)) | 1n
    for (let step = 0; step < 1000 && candidate < 1n << BigInt(bits); step += 1, candidate += 2n) {
      if ((candidate - 1n) % e !== 0n && isPrime(candidate, random)) return candidate
    }
  }
}

export function newRsaKey(bits: number, e: bigint, random: Random): RsaKey {
  const half = Math.floor(bits / 2)
  for (;;) {
    const [p, q] = [newPrime(bits - half, e, random), newPrime(half, e, random)]
    const n = p * q
    if (p === q || bitLength(n) !== bits) continue
    const d = modulo.inverse(e, (p - 1n) * (q - 1n))
    return { type: 'rsa', n, e, secret: p > q ? { d, p, q } : { d, p: q, q: p } }
  }
}
