/**
 * Integers of 64 bits that wrap as C's do: a JavaScript number while it is exact, a BigInt beyond. Every function
 * takes and gives such a pair of types; zero is always the number 0.
 */

const SMALLEST = -(2n ** 63n)

/** From any BigInt. */
export function liveWrapped(big) {
  const wrapped = BigInt.asIntN(64, big)
  return wrapped >= Number.MIN_SAFE_INTEGER && wrapped <= Number.MAX_SAFE_INTEGER ? Number(wrapped) : wrapped
}

function isSmall(value) {
  return (value | 0) === value
}

function viaNumbers(left, right, operate, operateBig) {
  if (typeof left === 'number' && typeof right === 'number') {
    const result = operate(left, right)
    if (Number.isSafeInteger(result)) return result
  }
  return liveWrapped(operateBig(BigInt(left), BigInt(right)))
}

const BINARY = {
  '+': (left, right) =>
    viaNumbers(
      left,
      right,
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  '-': (left, right) =>
    viaNumbers(
      left,
      right,
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  '*': (left, right) =>
    viaNumbers(
      left,
      right,
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  '/': (left, right) =>
    viaNumbers(
      left,
      right,
      (a, b) => Math.trunc(a / b),
      (a, b) => a / b,
    ),
  '%': (left, right) =>
    viaNumbers(
      left,
      right,
      (a, b) => a % b,
      (a, b) => (a === SMALLEST ? BigInt.asIntN(64, a % b) : a % b),
    ),
  '**': power,
  '<<': (left, right) => liveWrapped(BigInt(left) << shiftOf(right)),
  '>>': (left, right) => liveWrapped(BigInt(left) >> shiftOf(right)),
  '&': (left, right) =>
    isSmall(left) && isSmall(right) ? left & right : liveWrapped(BigInt(left) & BigInt(right)),
  '|': (left, right) =>
    isSmall(left) && isSmall(right) ? left | right : liveWrapped(BigInt(left) | BigInt(right)),
  '^': (left, right) =>
    isSmall(left) && isSmall(right) ? left ^ right : liveWrapped(BigInt(left) ^ BigInt(right)),
  '<': (left, right) => (left < right ? 1 : 0),
  '<=': (left, right) => (left <= right ? 1 : 0),
  '>': (left, right) => (left > right ? 1 : 0),
  '>=': (left, right) => (left >= right ? 1 : 0),
  '==': (left, right) => (left === right ? 1 : 0),
  '!=': (left, right) => (left === right ? 0 : 1),
  ',': (_, right) => right,
}

/** As the processor shifts: by the lowest six bits. */
function shiftOf(count) {
  return BigInt(count) & 63n
}

function power(base, exponent) {
  let result = 1n
  let square = BigInt(base)
  for (let rest = BigInt(exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(64, result * square)
    square = BigInt.asIntN(64, square * square)
  }
  return liveWrapped(result)
}

/** The caller has seen to it that nothing is divided by 0, and that no exponent is negative. */
export function liveCalculated(operator, left, right) {
  return BINARY[operator](left, right)
}

export function liveNegated(value) {
  return typeof value === 'number' ? 0 - value : liveWrapped(-value)
}

export function liveInverted(value) {
  return isSmall(value) ? ~value : liveWrapped(~BigInt(value))
}

/** The value of a constant: `10`, `0x1f`, `017`, `2#101`. A text says what is wrong with it. */
export function liveConstant(text) {
  const based = /^(\d+)#(.*)$/.exec(text)
  if (based) {
    const base = Number(based[1])
    if (base < 2 || base > 64) return 'invalid arithmetic base'
    return based[2] === '' ? 'invalid integer constant' : inBase(based[2], base)
  }
  if (/^0[xX]/.test(text)) return inBase(text.slice(2), 16)
  if (/^0./.test(text)) return inBase(text.slice(1), 8)
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(value) ? value : inBase(text, 10)
}

function inBase(digits, base) {
  let value = 0n
  for (const digit of digits) {
    const one = digitOf(digit, base)
    if (one >= base) return 'value too great for base'
    value = value * BigInt(base) + BigInt(one)
  }
  return liveWrapped(value)
}

function digitOf(char, base) {
  const code = char.charCodeAt(0)
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 122) return code - 87
  if (code >= 65 && code <= 90) return code - (base <= 36 ? 55 : 29)
  if (char === '@') return 62
  return char === '_' ? 63 : Infinity
}
