/** What a compiled awk program calls: `compile.ts` knows these names. */
import { AWK_MAX_DEPTH } from '../../../../limits.ts'
import { shownNow } from '../../../process/realm-moment.ts'
import { UTC, zoneOf } from '../date/zone.ts'
import { CommandError } from '../command-error.ts'
import type { StreamRun } from '../../stream/stream-run.ts'
import { AwkRegex, groupReplacementOf, replaceIn, replacementOf } from './awk-regex.ts'
import { fieldCount, Fields } from './fields.ts'
import { format, numberText } from './format.ts'
import { bits, length, mktime, RandomNumbers, strftime, strtonum, substr } from './functions.ts'
import type { Streams } from './streams.ts'
import { compare, Input, toBoolean, toNumber, type Value } from './values.ts'

export type AwkArray = Map<string, Value>

/** Thrown by `next`, `nextfile` and `exit`. */
export class Jump {
  readonly kind: 'next' | 'nextfile' | 'exit'

  constructor(kind: 'next' | 'nextfile' | 'exit') {
    this.kind = kind
  }
}

const NEXT = new Jump('next')
const NEXT_FILE = new Jump('nextfile')
const EXIT = new Jump('exit')
/** Rounds of a loop before it is looked whether it is time to pause. */
const ROUNDS = 1024

interface Parts {
  readonly run: StreamRun
  readonly streams: Streams
  /** The next record of the input. */
  readonly nextRecord: () => Promise<string | undefined>
  readonly environment: Readonly<Record<string, string>>
}

export class Runtime {
  readonly #parts: Parts
  readonly #fields: Fields
  readonly #regexes = new Map<string, AwkRegex>()
  readonly #random = new RandomNumbers()
  readonly #waiting: string[] = []
  #waitingLength = 0
  #rounds = 0
  #depth = 0
  exitCode = 0
  ORS = '\n'
  SUBSEP = '\x1c'
  RS = '\n'
  NR = 0
  FNR = 0
  readonly ENVIRON: AwkArray
  readonly ARGV: AwkArray = new Map()
  readonly #others = new Map<string, Value>([
    ['CONVFMT', '%.6g'],
    ['OFMT', '%.6g'],
    ['RSTART', 0],
    ['RLENGTH', -1],
    ['FILENAME', ''],
    ['ARGC', 0],
  ])
  #convert = '%.6g'
  #outputFormat = '%.6g'

  readonly num = toNumber
  readonly bool = toBoolean
  readonly length = length
  readonly substr = substr
  readonly strtonum = strtonum
  readonly sin = Math.sin
  readonly cos = Math.cos
  readonly atan2 = Math.atan2
  readonly exp = Math.exp
  readonly log = Math.log
  readonly sqrt = Math.sqrt
  readonly int = Math.trunc

  constructor(parts: Parts) {
    this.#parts = parts
    this.#fields = new Fields((value) => this.str(value))
    this.ENVIRON = new Map(Object.entries(parts.environment).map(([name, value]) => [name, new Input(value)]))
  }

  str(value: Value): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return numberText(value, this.#convert)
    return value === undefined ? '' : value.text
  }

  /** As `print` shows it. */
  shown(value: Value): string {
    return typeof value === 'number' ? numberText(value, this.#outputFormat) : this.str(value)
  }

  key(value: Value): string {
    return this.str(value)
  }

  input(text: string): Value {
    return new Input(text)
  }

  compare(left: Value, right: Value): number {
    return compare(left, right, (value) => this.str(value))
  }

  divide(left: number, right: number): number {
    if (right === 0) throw new CommandError('division by zero', 2)
    return left / right
  }

  fail(message: string): never {
    throw new CommandError(message, 2)
  }

  get record(): string {
    return this.#fields.record
  }

  get OFS(): string {
    return this.#fields.outputSeparator
  }

  field(index: number): Value {
    return this.#fields.get(index)
  }

  setField(index: number, value: Value): Value {
    return this.#fields.set(index, value)
  }

  /** A record that was read; it may count. */
  setRecord(text: string, counts: boolean, countsInFile: boolean): void {
    if (counts) this.count(countsInFile)
    this.#fields.record = text
  }

  count(countsInFile: boolean): void {
    this.NR += 1
    if (countsInFile) this.FNR += 1
  }

  get(array: AwkArray, key: string): Value {
    const value = array.get(key)
    if (value === undefined && !array.has(key)) array.set(key, undefined)
    return value
  }

  put(array: AwkArray, key: string, value: Value): Value {
    array.set(key, value)
    return value
  }

  getSpecial(name: string): Value {
    switch (name) {
      case 'NF':
        return this.#fields.count
      case 'NR':
        return this.NR
      case 'FNR':
        return this.FNR
      case 'FS':
        return this.#fields.separator
      case 'OFS':
        return this.OFS
      case 'ORS':
        return this.ORS
      case 'RS':
        return this.RS
      case 'SUBSEP':
        return this.SUBSEP
      default:
        return this.#others.get(name)
    }
  }

  setSpecial(name: string, value: Value): Value {
    switch (name) {
      case 'NF':
        this.#fields.count = fieldCount(value)
        return value
      case 'NR':
        this.NR = toNumber(value)
        return value
      case 'FNR':
        this.FNR = toNumber(value)
        return value
      case 'FS':
        this.#fields.separator = this.str(value)
        return value
      case 'OFS':
        // What was put together so far used the one before.
        void this.record
        this.#fields.outputSeparator = this.str(value)
        return value
      case 'ORS':
        this.ORS = this.str(value)
        return value
      case 'RS':
        this.RS = this.str(value)
        this.#fields.isParagraph = this.RS === ''
        return value
      case 'SUBSEP':
        this.SUBSEP = this.str(value)
        return value
      case 'CONVFMT':
        this.#convert = this.str(value)
        break
      case 'OFMT':
        this.#outputFormat = this.str(value)
        break
    }
    this.#others.set(name, value)
    return value
  }

  regex(source: string): AwkRegex {
    const known = this.#regexes.get(source)
    if (known !== undefined) return known
    const regex = new AwkRegex(source)
    this.#regexes.set(source, regex)
    return regex
  }

  test(regex: AwkRegex, text: string): boolean {
    return regex.test(text)
  }

  split(text: string, array: AwkArray, by: string | AwkRegex | undefined): number {
    const parts = this.#fields.split(text, by ?? this.#fields.separator)
    array.clear()
    for (const [at, part] of parts.entries()) array.set(String(at + 1), new Input(part))
    return parts.length
  }

  substitute(
    regex: AwkRegex,
    replacement: string,
    text: string,
    isGlobal: boolean,
  ): { readonly text: string; readonly count: number } | undefined {
    return replaceIn(regex, text, { nth: isGlobal ? 0 : 1, by: replacementOf(replacement) })
  }

  gensub(regex: AwkRegex, replacement: string, how: Value, text: string): string {
    const which = this.str(how)
    const nth = /^[gG]/.test(which) ? 0 : Math.max(1, Math.trunc(toNumber(how)))
    return replaceIn(regex, text, { nth, by: groupReplacementOf(replacement) })?.text ?? text
  }

  match(text: string, regex: AwkRegex, array?: AwkArray): number {
    const match = regex.find(text)
    const start = match === undefined ? 0 : length(text.slice(0, match.index)) + 1
    this.#others.set('RSTART', start)
    this.#others.set('RLENGTH', match === undefined ? -1 : length(text.slice(match.index, match.end)))
    if (array !== undefined) {
      array.clear()
      for (const [at, group] of match?.groups.entries() ?? [])
        if (group !== undefined) array.set(String(at), new Input(group))
    }
    return start
  }

  index(text: string, part: string): number {
    const at = text.indexOf(part)
    return at < 0 ? 0 : length(text.slice(0, at)) + 1
  }

  tolower(text: string): string {
    return text.toLowerCase()
  }

  toupper(text: string): string {
    return text.toUpperCase()
  }

  format(text: string, args: readonly Value[]): string {
    return format(text, args, (value) => this.str(value))
  }

  rand(): number {
    return this.#random.next()
  }

  srand(seed: number = Math.floor(shownNow() / 1000)): number {
    return this.#random.seed(seed)
  }

  systime(): number {
    return Math.floor(shownNow() / 1000)
  }

  strftime(text = '%a %b %e %H:%M:%S %Z %Y', seconds = this.systime(), isUtc = 0): string {
    return strftime(text, seconds, isUtc === 0 ? zoneOf(this.str(this.ENVIRON.get('TZ')) || undefined) : UTC)
  }

  mktime(text: string): number {
    return mktime(text, zoneOf(this.str(this.ENVIRON.get('TZ')) || undefined))
  }

  and(one: number, other: number): number {
    return bits((left, right) => left & right, one, other)
  }

  or(one: number, other: number): number {
    return bits((left, right) => left | right, one, other)
  }

  xor(one: number, other: number): number {
    return bits((left, right) => left ^ right, one, other)
  }

  lshift(one: number, other: number): number {
    return bits((left, right) => left << right, one, other)
  }

  rshift(one: number, other: number): number {
    return bits((left, right) => left >> right, one, other)
  }

  compl(one: number): number {
    return Number(~BigInt(Math.trunc(one)) & ((1n << 53n) - 1n))
  }

  print(text: string): void {
    this.#waiting.push(text)
    this.#waitingLength += text.length
  }

  printRecord(): void {
    this.print(this.record + this.ORS)
  }

  printTo(kind: '>' | '>>' | '|', target: string, text: string): void {
    if (kind !== '|' && (target === '/dev/stdout' || target === '-')) this.print(text)
    else this.#parts.streams.write(kind, target, text)
  }

  /** Letters of output that wait. */
  get waitingLength(): number {
    return this.#waitingLength
  }

  async flushOutput(): Promise<void> {
    if (this.#waiting.length === 0) return
    const text = this.#waiting.join('')
    this.#waiting.length = 0
    this.#waitingLength = 0
    await this.#parts.run.out(text)
  }

  async system(command: string): Promise<number> {
    await this.flushOutput()
    return this.#parts.streams.system(command)
  }

  async close(name: string): Promise<number> {
    await this.flushOutput()
    return this.#parts.streams.close(name)
  }

  async fflush(): Promise<number> {
    await this.flushOutput()
    await this.#parts.streams.flush()
    return 0
  }

  async readInput(): Promise<{ readonly text: string | undefined; readonly result: number }> {
    await this.flushOutput()
    return { text: await this.#parts.nextRecord(), result: 0 }
  }

  async readLine(
    from: 'file' | 'command',
    source: string,
  ): Promise<{ readonly text: string | undefined; readonly result: number }> {
    await this.flushOutput()
    return this.#parts.streams.readLine(from, source, this.RS)
  }

  isDue(): boolean {
    this.#rounds += 1
    return this.#rounds % ROUNDS === 0
  }

  async pause(): Promise<void> {
    await this.flushOutput()
    const wait = this.#parts.run.context.host.tick()
    if (wait !== undefined) await wait
  }

  enter(): void {
    this.#depth += 1
    if (this.#depth > AWK_MAX_DEPTH)
      throw new CommandError(
        `functions call each other more than ${AWK_MAX_DEPTH} deep: is there an end to it?`,
        2,
      )
  }

  leave(): void {
    this.#depth -= 1
  }

  next(): never {
    throw NEXT
  }

  nextFile(): never {
    throw NEXT_FILE
  }

  exit(code: number | undefined): never {
    if (code !== undefined) this.exitCode = Math.trunc(code) & 255
    throw EXIT
  }
}
