/** Arithmetic of remainders, and prime numbers. Not in constant time. */
import { toBigInt } from './der.ts'

export type Random = (size: number) => Uint8Array

/** Arithmetic of remainders. */
export const modulo = {
  power: (base: bigint, exponent: bigint, modulus: bigint): bigint => {
    // Four bits of the exponent at a time.
    const digits = exponent.toString(16)
    const powers = [1n % modulus]
    for (let digit = 1; digit < 16; digit += 1) powers.push(((powers[digit - 1] ?? 1n) * base) % modulus)
    let result = powers[Number.parseInt(digits[0] ?? '0', 16)] ?? 1n
    for (const digit of digits.slice(1)) {
      for (let square = 0; square < 4; square += 1) result = (result * result) % modulus
      if (digit !== '0') result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % modulus
    }
    return result
  },
  inverse: (value: bigint, modulus: bigint): bigint => {
    let [r, next, s, nextS] = [modulus, ((value % modulus) + modulus) % modulus, 0n, 1n]
    while (next !== 0n) {
      const quotient = r / next
      ;[r, next] = [next, r - quotient * next]
      ;[s, nextS] = [nextS, s - quotient * nextS]
    }
    return ((s % modulus) + modulus) % modulus
  },
}

/** Primes below this are tried before the test that costs. */
const SMALL_LIMIT = 2_003
/** Rounds after which a number that is no prime would have shown itself. */
const ROUNDS = 8

/** Fermat's test to base 2, where multiplying is shifting: sorts out before the real one. */
function mayBePrime(value: bigint): boolean {
  let result = 1n
  for (const bit of (value - 1n).toString(2)) {
    result = (result * result) % value
    if (bit === '1') result <<= 1n
  }
  return result % value === 1n
}

export function isPrime(value: bigint, random: Random): boolean {
  if (value < 2n || value % 2n === 0n) return value === 2n
  for (const prime of primesBelow(SMALL_LIMIT))
    if (value % BigInt(prime) === 0n) return value === BigInt(prime)
  if (!mayBePrime(value)) return false
  let [odd, twos] = [value - 1n, 0]
  while (odd % 2n === 0n) [odd, twos] = [odd / 2n, twos + 1]
  for (let round = 0; round < ROUNDS; round += 1) {
    let power = modulo.power((toBigInt(random(16)) % (value - 3n)) + 2n, odd, value)
    if (power === 1n || power === value - 1n) continue
    let isWitness = true
    for (let step = 1; step < twos && isWitness; step += 1) {
      power = (power * power) % value
      if (power === value - 1n) isWitness = false
    }
    if (isWitness) return false
  }
  return true
}

export function randomBits(bits: number, random: Random): bigint {
  return toBigInt(random(Math.ceil(bits / 8))) & ((1n << BigInt(bits)) - 1n)
}

/** Numbers that are looked at in one go for a safe prime, and how far the small primes go that sort them out. */
const WINDOW = 1 << 16
const SIEVE_LIMIT = 1 << 16

const sieves = new Map<number, readonly number[]>()

/** Made when they are first needed: most programs never do. */
function primesBelow(limit: number): readonly number[] {
  const known = sieves.get(limit)
  if (known) return known
  const isComposite = new Uint8Array(limit)
  const primes: number[] = []
  for (let value = 2; value < limit; value += 1) {
    if (isComposite[value] === 1) continue
    primes.push(value)
    for (let multiple = value * value; multiple < limit; multiple += value) isComposite[multiple] = 1
  }
  sieves.set(limit, primes)
  return primes
}

/** A prime whose half, rounded down, is one too; of the class of remainders that suits the generator. */
export function newSafePrime(bits: number, generator: bigint, random: Random): bigint {
  // As OpenSSL: so that 2 or 5 generates the part of prime order.
  const [step, rest] = generator === 2n ? [24, 23] : generator === 5n ? [60, 59] : [12, 11]
  const small = bits < 40 ? [] : primesBelow(SIEVE_LIMIT).filter((prime) => prime > 5)
  for (;;) {
    const noise = randomBits(bits, random) | (3n << BigInt(bits - 2))
    const start = noise - (noise % BigInt(step)) + BigInt(rest)
    const isOut = new Uint8Array(bits < 40 ? 64 : WINDOW)
    for (const prime of small) {
      const first = Number(start % BigInt(prime))
      const stepInverse = Number(modulo.inverse(BigInt(step), BigInt(prime)))
      // Neither the number nor the one below it may be divisible.
      for (const remainder of [0, 1]) {
        const offset = (((remainder - first + prime) % prime) * stepInverse) % prime
        for (let index = offset; index < isOut.length; index += prime) isOut[index] = 1
      }
    }
    for (const [index, out] of isOut.entries()) {
      const candidate = start + BigInt(index * step)
      if (out === 1 || candidate >> BigInt(bits) !== 0n) continue
      if (!mayBePrime(candidate >> 1n) || !mayBePrime(candidate)) continue
      if (isPrime(candidate >> 1n, random) && isPrime(candidate, random)) return candidate
    }
  }
}
