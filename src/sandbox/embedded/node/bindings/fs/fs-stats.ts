/** `Stats` as the arrays of numbers that the library reads. */
import type { Stats } from '../../../syscalls.ts'

const TYPE_BITS: Readonly<Record<Stats['kind'], number>> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  character: 0o020000,
  fifo: 0o010000,
  socket: 0o140000,
}

/** libuv's directory entry types. */
export const ENTRY_TYPES: Readonly<Record<string, number>> = {
  file: 1,
  directory: 2,
  symlink: 3,
  fifo: 4,
  character: 6,
}

const STATS_FIELDS = 18
const NO_FILE: readonly number[] = Array.from({ length: STATS_FIELDS }, () => 0)
const BLOCK_SIZE = 4096
const DEVICE = 1
const OWNER = 1000

/** The fields of `Stats` as the library reads them: numbers or big integers. */
export type StatsArray = Float64Array | BigInt64Array

function numbersOf(stats: Stats): readonly number[] {
  const times = [stats.atimeMs, stats.mtimeMs, stats.ctimeMs, stats.birthtimeMs].flatMap((ms) => [
    Math.floor(ms / 1000),
    Math.round((ms - Math.floor(ms / 1000) * 1000) * 1e6),
  ])
  return [
    DEVICE,
    TYPE_BITS[stats.kind] | stats.mode,
    stats.nlink,
    OWNER,
    OWNER,
    0,
    BLOCK_SIZE,
    stats.ino,
    stats.size,
    Math.ceil(stats.size / 512),
    ...times,
  ]
}

/** Twice the fields: the library keeps "previous" in the second half. */
export function statsArray(stats: Stats, big: boolean): StatsArray {
  return arrayOf(numbersOf(stats), big)
}

/** The fields of a file now and before; zeros where there is none. */
export function statsPair(
  [current, previous]: readonly [Stats | undefined, Stats | undefined],
  big: boolean,
): StatsArray {
  return arrayOf(
    [current, previous].flatMap((stats) => (stats ? numbersOf(stats) : NO_FILE)),
    big,
  )
}

function arrayOf(numbers: readonly number[], big: boolean): StatsArray {
  if (!big) {
    const array = new Float64Array(STATS_FIELDS * 2)
    array.set(numbers)
    return array
  }
  const array = new BigInt64Array(STATS_FIELDS * 2)
  array.set(numbers.map((value) => BigInt(Math.trunc(value))))
  return array
}
