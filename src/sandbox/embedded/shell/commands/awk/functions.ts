/** awk's functions that need nothing of the run. */
import { formatDate } from '../date/format-date.ts'
import { fromLocal, zoneOf } from '../date/zone.ts'
import type { Zone } from '../date/zone.ts'

/** Text with letters outside of the basic plane counts them once. */
const ASTRAL = /[\ud800-\udbff]/

export function length(text: string): number {
  return ASTRAL.test(text) ? [...text].length : text.length
}

/** From `start` (the first letter is 1) as many as `count`, as far as they are there. */
export function substr(text: string, start: number, count = Infinity): string {
  if (Number.isNaN(start) || Number.isNaN(count)) return ''
  const from = round(start)
  const to = count === Infinity ? Infinity : from + round(count)
  const letters = ASTRAL.test(text) ? [...text] : undefined
  const begin = Math.max(1, from) - 1
  const end = to - 1
  if (end <= begin) return ''
  return letters === undefined ? text.slice(begin, end) : letters.slice(begin, end).join('')
}

/** Halves to the even one, as C's rint. */
function round(value: number): number {
  if (!Number.isFinite(value)) return value
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1
  return Math.round(value)
}

export function strtonum(text: string): number {
  const [, hex] = /^\s*[-+]?0[xX]([0-9a-fA-F]+)/.exec(text) ?? []
  const sign = /^\s*-/.test(text) ? -1 : 1
  if (hex !== undefined) return sign * Number.parseInt(hex, 16)
  const [, octal] = /^\s*[-+]?0([0-7]+)(?![\d.eE])/.exec(text) ?? []
  if (octal !== undefined) return sign * Number.parseInt(octal, 8)
  const value = Number.parseFloat(text)
  return Number.isNaN(value) ? 0 : value
}

/** `seconds` as the format says. */
export function strftime(format: string, seconds: number, zone: Zone): string {
  return formatDate(format, seconds * 1000, zone)
}

/** Seconds of `YYYY MM DD HH MM SS`; -1 for what is none. */
export function mktime(text: string, zone: Zone = zoneOf(undefined)): number {
  const parts = text.trim().split(/\s+/).map(Number)
  const [year, month, day, hours, minutes, seconds] = parts
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    hours === undefined ||
    minutes === undefined ||
    seconds === undefined
  )
    return -1
  if (parts.some(Number.isNaN)) return -1
  return Math.floor(fromLocal(Date.UTC(year, month - 1, day, hours, minutes, seconds), zone) / 1000)
}

/** Position of `part` in the text, from 1; 0 if absent. */
export function index(text: string, part: string): number {
  const at = text.indexOf(part)
  return at < 0 ? 0 : length(text.slice(0, at)) + 1
}

export function tolower(text: string): string {
  return text.toLowerCase()
}

export function toupper(text: string): string {
  return text.toUpperCase()
}

/** Park and Miller's: the same numbers for the same seed. */
export class RandomNumbers {
  #state = 1
  #seed = 0

  constructor() {
    this.seed(0)
  }

  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return (this.#state - 1) / 2_147_483_646
  }

  /** Returns the seed before. */
  seed(seed: number): number {
    const before = this.#seed
    this.#seed = seed
    this.#state = (Math.abs(Math.trunc(seed)) % 2_147_483_645) + 1
    for (let times = 0; times < 8; times += 1) this.next()
    return before
  }
}
