/** The functions of C's mathematics. */
import type { Native } from './calls.ts'
import { wantNumber } from './describe.ts'

type OfOne = (x: number) => number
type OfTwo = (x: number, y: number) => number

const ONE: Readonly<Record<string, OfOne>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  fabs: Math.abs,
  floor: Math.floor,
  gamma: logGamma,
  lgamma: logGamma,
  lgamma_r: logGamma,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  logb: (x) => (x === 0 ? -Infinity : Number.isFinite(x) ? parts(x).exponent - 1 : Math.abs(x)),
  nearbyint: toEven,
  rint: toEven,
  round: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  significand: (x) => (x === 0 || !Number.isFinite(x) ? x : parts(x).mantissa * 2),
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  tgamma: (x) => gammaOf(x),
  trunc: Math.trunc,
}
const TWO: Readonly<Record<string, OfTwo>> = {
  atan2: Math.atan2,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  drem: remainderOf,
  fdim: (x, y) => Math.max(0, x - y),
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  ldexp: (x, y) => x * 2 ** y,
  pow: (x, y) => x ** y,
  remainder: remainderOf,
  scalb: (x, y) => x * 2 ** y,
  scalbln: (x, y) => x * 2 ** y,
}

export const MATH: Readonly<Record<string, Native>> = {
  ...Object.fromEntries(
    Object.entries(ONE).map(([name, of]): [string, Native] => [
      `${name}/0`,
      (value) => of(wantNumber(value)),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(TWO).map(([name, of]): [string, Native] => [
      `${name}/2`,
      (_, x = null, y = null) => of(wantNumber(x), wantNumber(y)),
    ]),
  ),
  'fma/3': (_, x = null, y = null, z = null) => wantNumber(x) * wantNumber(y) + wantNumber(z),
  'frexp/0': (value) => {
    const { mantissa, exponent } = parts(wantNumber(value))
    return [mantissa, exponent]
  },
  'modf/0': (value) => {
    const x = wantNumber(value)
    const whole = Math.trunc(x)
    return [Number.isFinite(x) ? x - whole : Number.isNaN(x) ? x : 0, whole]
  },
}

/** `x` is mantissa times two to the exponent, the mantissa from a half to one. */
function parts(x: number): { readonly mantissa: number; readonly exponent: number } {
  if (x === 0 || !Number.isFinite(x)) return { mantissa: x, exponent: 0 }
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1)
  let mantissa = x * 2 ** -exponent
  while (Math.abs(mantissa) < 0.5) {
    mantissa *= 2
    exponent -= 1
  }
  while (Math.abs(mantissa) >= 1) {
    mantissa /= 2
    exponent += 1
  }
  return { mantissa, exponent }
}

function toEven(x: number): number {
  const down = Math.floor(x)
  if (x - down !== 0.5) return Math.round(x)
  return down % 2 === 0 ? down : down + 1
}

function remainderOf(x: number, y: number): number {
  return y === 0 ? Number.NaN : x - y * toEven(x / y)
}

/** Lanczos' approximation. */
const LANCZOS = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
]

function gammaOf(x: number): number {
  if (Number.isInteger(x) && x > 0 && x < 171) {
    let product = 1
    for (let factor = 2; factor < x; factor += 1) product *= factor
    return product
  }
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gammaOf(1 - x))
  return Math.exp(logGamma(x))
}

function logGamma(x: number): number {
  if (x === 1 || x === 2) return 0
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x)
  const t = x + 6.5
  const sum = LANCZOS.reduce((total, factor, at) => (at === 0 ? factor : total + factor / (x - 1 + at)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}
