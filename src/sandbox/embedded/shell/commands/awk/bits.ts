/** awk's functions of bits, for whole numbers at least 0, up to 2^53. */

export function and(...numbers: readonly number[]): number {
  return bits((left, right) => left & right, numbers)
}

export function or(...numbers: readonly number[]): number {
  return bits((left, right) => left | right, numbers)
}

export function xor(...numbers: readonly number[]): number {
  return bits((left, right) => left ^ right, numbers)
}

export function lshift(one: number, other: number): number {
  return bits((left, right) => left << right, [one, other])
}

export function rshift(one: number, other: number): number {
  return bits((left, right) => left >> right, [one, other])
}

export function compl(one: number): number {
  return Number(~BigInt(Math.trunc(one)) & ((1n << 53n) - 1n))
}

function bits(operation: (one: bigint, other: bigint) => bigint, numbers: readonly number[]): number {
  return Number(numbers.map((number) => BigInt(Math.trunc(number))).reduce(operation))
}
