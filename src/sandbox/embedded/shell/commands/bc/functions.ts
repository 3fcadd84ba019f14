/** The functions of `bc -l`, with series in fixed point and some digits more than are asked for. */
import { ArithmeticError, integer, rescale, wholePart, ZERO, type Decimal } from './decimal.ts'

/** Digits that rounding on the way may spoil. */
const GUARD = 12

interface Fixed {
  readonly unit: bigint
  readonly scale: number
}

function fixed(scale: number): Fixed {
  const all = scale + GUARD
  return { unit: 10n ** BigInt(all), scale: all }
}

function into(value: Decimal, to: Fixed): bigint {
  return rescale(value, to.scale).digits
}

function outOf(value: bigint, from: Fixed, scale: number): Decimal {
  return rescale({ digits: value, scale: from.scale }, scale)
}

function exponential(value: Decimal, scale: number): Decimal {
  const size = Math.abs(Number(wholePart(value)))
  if (size > 1_000_000) throw new ArithmeticError('exponent too large in e')
  const at = fixed(scale + Math.ceil(size * 0.44))
  // e(x) is e(x / 2^n) squared n times.
  let halvings = 0n
  let x = into(value, at)
  while ((x < 0n ? -x : x) > at.unit / 2n) {
    x /= 2n
    halvings += 1n
  }
  let sum = at.unit
  let term = at.unit
  for (let count = 1n; term !== 0n; count += 1n) {
    term = (term * x) / at.unit / count
    sum += term
  }
  for (; halvings > 0n; halvings -= 1n) sum = (sum * sum) / at.unit
  return outOf(sum, at, scale)
}

function logarithm(value: Decimal, scale: number): Decimal {
  // GNU's result for values that have no logarithm.
  if (value.digits <= 0n) return rescale({ digits: 1n - 10n ** BigInt(scale), scale: 0 }, scale)
  const at = fixed(scale + 4)
  let x = into(value, at)
  let doublings = 0n
  // Towards 1 by square roots: l(x) is 2 l(sqrt(x)).
  while (x > at.unit + at.unit / 8n || x < at.unit - at.unit / 8n) {
    x = rootOf(x * at.unit)
    doublings += 1n
  }
  const ratio = ((x - at.unit) * at.unit) / (x + at.unit)
  const square = (ratio * ratio) / at.unit
  let sum = 0n
  let term = ratio
  for (let count = 1n; term !== 0n; count += 2n) {
    sum += term / count
    term = (term * square) / at.unit
  }
  return outOf((sum * 2n) << doublings, at, scale)
}

function rootOf(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

function arctangent(value: Decimal, scale: number): Decimal {
  const at = fixed(scale)
  let x = into(value, at)
  let doublings = 0n
  // a(x) is 2 a(x / (1 + sqrt(1 + x^2))).
  while ((x < 0n ? -x : x) > at.unit / 8n) {
    x = (x * at.unit) / (at.unit + rootOf(at.unit * at.unit + x * x))
    doublings += 1n
  }
  const square = (x * x) / at.unit
  let sum = 0n
  let term = x
  for (let count = 1n; term !== 0n; count += 2n) {
    sum += count % 4n === 1n ? term / count : -(term / count)
    term = (term * square) / at.unit
  }
  return outOf(sum << doublings, at, scale)
}

function sine(value: Decimal, scale: number, shift: 0 | 1 = 0): Decimal {
  const digits = wholePart(value).toString().length
  const at = fixed(scale + digits)
  const pi = into(arctangent(integer(1), at.scale), at) * 4n
  let x = into(value, at) + (shift === 0 ? 0n : pi / 2n)
  x %= pi * 2n
  const square = (x * x) / at.unit
  let sum = 0n
  let term = x
  for (let count = 2n; term !== 0n; count += 2n) {
    sum += term
    term = -((term * square) / at.unit / (count * (count + 1n)))
  }
  return outOf(sum, at, scale)
}

function bessel(order: Decimal, value: Decimal, scale: number): Decimal {
  const size = Number(wholePart(value))
  const at = fixed(scale + Math.ceil(Math.abs(size) * 1.5))
  let n = wholePart(order)
  const sign = n < 0n && n % 2n !== 0n ? -1n : 1n
  if (n < 0n) n = -n
  const half = into(value, at) / 2n
  let term = at.unit
  for (let count = 1n; count <= n; count += 1n) term = (term * half) / at.unit / count
  const square = (half * half) / at.unit
  let sum = 0n
  for (let count = 1n; term !== 0n; count += 1n) {
    sum += term
    term = -((term * square) / at.unit / (count * (n + count)))
  }
  return outOf(sum * sign, at, scale)
}

type LibraryFunction = (args: readonly Decimal[], scale: number) => Decimal

export const LIBRARY: ReadonlyMap<string, LibraryFunction> = new Map<string, LibraryFunction>([
  ['e', ([x = ZERO], scale) => exponential(x, scale)],
  ['l', ([x = ZERO], scale) => logarithm(x, scale)],
  ['a', ([x = ZERO], scale) => arctangent(x, scale)],
  ['s', ([x = ZERO], scale) => sine(x, scale)],
  ['c', ([x = ZERO], scale) => sine(x, scale, 1)],
  ['j', ([n = ZERO, x = ZERO], scale) => bessel(n, x, scale)],
])
