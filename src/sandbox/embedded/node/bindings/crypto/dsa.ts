/** The old Digital Signature Algorithm: new keys, signatures. Not in constant time. */
import { concatenate } from '../../../../contract/bytes.ts'
import { bitLength } from './asymmetric-key.ts'
import type { PowerKey } from './asymmetric-key.ts'
import {
  fromBigInt,
  readDer,
  readInteger,
  readSequence,
  TAG,
  toBigInt,
  writeDer,
  writeInteger,
} from './der.ts'
import { randomBytes } from './jobs.ts'
import { isPrime, modulo, randomBits } from './primes.ts'
import type { Random } from './primes.ts'

/** Bits that are drawn beyond those of the order, so that the remainder is even. */
const SPARE_BITS = 64

function randomBelow(limit: bigint, random: Random): bigint {
  return (randomBits(bitLength(limit) + SPARE_BITS, random) % (limit - 1n)) + 1n
}

export function newDsaKey(bits: number, divisorBits: number, random: Random): PowerKey {
  let q: bigint
  do q = randomBits(divisorBits, random) | (1n << BigInt(divisorBits - 1)) | 1n
  while (!isPrime(q, random))
  let p: bigint
  do {
    const noise = randomBits(bits, random) | (1n << BigInt(bits - 1))
    p = noise - (noise % (2n * q)) + 1n
  } while (bitLength(p) !== bits || !isPrime(p, random))
  let g = 1n
  for (let base = 2n; g === 1n; base += 1n) g = modulo.power(base, (p - 1n) / q, p)
  const x = randomBelow(q, random)
  return { type: 'dsa', p, q, g, y: modulo.power(g, x, p), secret: { x } }
}

/** The leftmost bits of the digest, as many as the order has. */
function numberOf(digest: Uint8Array, q: bigint): bigint {
  const extra = digest.length * 8 - bitLength(q)
  return extra > 0 ? toBigInt(digest) >> BigInt(extra) : toBigInt(digest)
}

/** Both numbers in ASN.1, or one after the other in as many bytes as the order has. */
export function signDsa(key: PowerKey, digest: Uint8Array, isPlain: boolean): Uint8Array {
  const { p, q, g, secret } = key
  if (!secret) throw new Error('The key is public: it does not sign.')
  for (;;) {
    const k = randomBelow(q, randomBytes)
    const r = modulo.power(g, k, p) % q
    const s = (modulo.inverse(k, q) * (numberOf(digest, q) + secret.x * r)) % q
    if (r === 0n || s === 0n) continue
    const size = Math.ceil(bitLength(q) / 8)
    return isPlain
      ? concatenate([fromBigInt(r, size), fromBigInt(s, size)])
      : writeDer(TAG.sequence, writeInteger(r), writeInteger(s))
  }
}

export function verifyDsa(
  { p, q, g, y }: PowerKey,
  { digest, signature }: { readonly digest: Uint8Array; readonly signature: Uint8Array },
  isPlain: boolean,
): boolean {
  const half = signature.length / 2
  const [r = 0n, s = 0n] = isPlain
    ? [toBigInt(signature.subarray(0, half)), toBigInt(signature.subarray(half))]
    : readSequence(readDer(signature)[0]).map(readInteger)
  if (r <= 0n || r >= q || s <= 0n || s >= q) return false
  const w = modulo.inverse(s, q)
  const left = modulo.power(g, (numberOf(digest, q) * w) % q, p)
  const right = modulo.power(y, (r * w) % q, p)
  return ((left * right) % p) % q === r
}
