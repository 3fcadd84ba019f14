/** Diffie-Hellman over big integers: the groups with names, new parameters, keys. Not in constant time. */
import { bytesOf } from '../buffer.ts'
import { bitLength } from './asymmetric-key.ts'
import type { PowerKey } from './asymmetric-key.ts'
import { toBigInt } from './der.ts'
import { randomBytes } from './jobs.ts'
import { opensslError } from './openssl-error.ts'
import { isPrime, modulo, newSafePrime, randomBits } from './primes.ts'

export interface DhParameters {
  readonly p: bigint
  readonly g: bigint
}

/** Bits, and what RFC 2409 and RFC 3526 add to the digits of π for a safe prime. */
const GROUPS: Readonly<Record<string, readonly [bits: number, addend: bigint]>> = {
  modp1: [768, 149_686n],
  modp2: [1024, 129_093n],
  modp5: [1536, 741_804n],
  modp14: [2048, 124_476n],
  modp15: [3072, 1_690_314n],
  modp16: [4096, 240_904n],
  modp17: [6144, 929_484n],
  modp18: [8192, 4_743_158n],
}
const LEAST_BITS = 512
/** Twice the strength of the largest group, and more than any needs. */
const PRIVATE_BITS = 512

/** π, times 2 to that power: by Machin's formula, with room for what is cut off. */
function piTimes(bits: number): bigint {
  const room = 64n
  const one = 1n << (BigInt(bits) + room)
  const arctan = (inverse: bigint): bigint => {
    let [sum, power] = [0n, one / inverse]
    for (let n = 1n, sign = 1n; power !== 0n; n += 2n, sign = -sign) {
      sum += (sign * power) / n
      power /= inverse * inverse
    }
    return sum
  }
  return (4n * (4n * arctan(5n) - arctan(239n))) >> room
}

const groups = new Map<string, DhParameters>()

export function groupNamed(name: string): DhParameters {
  const lower = name.toLowerCase()
  const known = groups.get(lower)
  if (known) return known
  const group = Object.hasOwn(GROUPS, lower) ? GROUPS[lower] : undefined
  if (!group) throw Object.assign(new Error('Unknown DH group'), { code: 'ERR_CRYPTO_UNKNOWN_DH_GROUP' })
  const [bits, addend] = group
  const size = BigInt(bits)
  const middle = piTimes(bits - 130) + addend
  const made = { p: (1n << size) - (1n << (size - 64n)) - 1n + (middle << 64n), g: 2n }
  groups.set(lower, made)
  return made
}

/** A prime that is given, or a new one of so many bits. */
export function parametersOf(sizeOrPrime: number | Uint8Array | ArrayBuffer, g: bigint): DhParameters {
  if (typeof sizeOrPrime === 'number' && sizeOrPrime < LEAST_BITS)
    throw opensslError('0280007E', 'Diffie-Hellman routines', 'modulus too small')
  if (g <= 1n) throw opensslError('02800065', 'Diffie-Hellman routines', 'bad generator')
  return typeof sizeOrPrime === 'number'
    ? { p: newSafePrime(sizeOrPrime, g, randomBytes), g }
    : { p: toBigInt(bytesOf(sizeOrPrime)), g }
}

export function newDhSecret({ p }: DhParameters): bigint {
  return randomBits(Math.min(bitLength(p) - 1, PRIVATE_BITS), randomBytes) | 2n
}

export function newDhKey({ p, g }: DhParameters): PowerKey {
  const x = newDhSecret({ p, g })
  return { type: 'dh', p, q: 0n, g, y: modulo.power(g, x, p), secret: { x } }
}

const NOT_PRIME = 1
const NOT_SAFE = 2
const BAD_GENERATOR = 8
const TOO_SMALL = 128

/** OpenSSL's judgement, a bit a fault. */
export function checkParameters({ p, g }: DhParameters): number {
  if ([...groups.values()].some((group) => group.p === p && group.g === g)) return 0
  const prime = isPrime(p, randomBytes)
  return (
    (bitLength(p) < LEAST_BITS ? TOO_SMALL : 0) |
    (g <= 1n || g >= p - 1n ? BAD_GENERATOR : 0) |
    (prime ? 0 : NOT_PRIME) |
    (prime && !isPrime(p >> 1n, randomBytes) ? NOT_SAFE : 0)
  )
}
