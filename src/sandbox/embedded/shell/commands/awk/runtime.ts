/** Runtime of compiled awk programs: `compile.ts` uses these names. */
import { AWK_MAX_DEPTH } from '../../../../contract/limits.ts'
import { shownNow } from '../../../process/realm-moment.ts'
import { UTC, zoneOf } from '../date/zone.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { StreamRun } from '../../stream/stream-run.ts'
import type { Redirection } from '../../../../languages/awk/syntax-tree.ts'
import { arrayAt, cellAt, fill, keysOf, sortInto, typeOf, valueAt } from './arrays.ts'
import { AwkRegex, groupReplacementOf, putGroups, replaceIn, replacementOf } from './awk-regex.ts'
import { partsLike } from './field-cutters.ts'
import { format } from './format.ts'
import {
  index,
  length,
  mktime,
  RandomNumbers,
  strftime,
  strtonum,
  substr,
  tolower,
  toupper,
} from './functions.ts'
import { comparisonOf } from './sorted-order.ts'
import type { Sight } from './sorted-order.ts'
import type { Streams } from './streams.ts'
import { Input, toBoolean, toNumber } from './values.ts'
import type { AwkArray, Cell, OwnFunction, Value } from './values.ts'
import { Variables } from './variables.ts'
import { and, or, xor, lshift, rshift, compl } from './bits.ts'
import { NEXT, NEXT_FILE, EXIT } from './jump.ts'

/** Rounds of a loop before it is looked whether it is time to pause. */
const ROUNDS = 1024

interface Parts {
  readonly run: StreamRun
  readonly streams: Streams
  /** To where `print` writes. */
  readonly write: (text: string) => Promise<void>
  /** The next record of the input. */
  readonly nextRecord: () => Promise<string | undefined>
  readonly environment: Readonly<Record<string, string>>
  /** Terminator of the record that was read last. */
  readonly terminator: () => string
}

export class Runtime extends Variables {
  readonly #parts: Parts
  readonly #random = new RandomNumbers()
  readonly #waiting: string[] = []
  #waitingLength = 0
  #rounds = 0
  #depth = 0
  exitCode = 0
  /** The program's own, by name: the compiled code puts them here. */
  functions: ReadonlyMap<string, OwnFunction> = new Map()

  readonly num = toNumber
  readonly bool = toBoolean
  readonly length = length
  readonly get = valueAt
  readonly arrayAt = arrayAt
  readonly cellAt = cellAt
  readonly typeOf = typeOf
  readonly substr = substr
  readonly strtonum = strtonum
  readonly sin = Math.sin
  readonly cos = Math.cos
  readonly atan2 = Math.atan2
  readonly exp = Math.exp
  readonly log = Math.log
  readonly sqrt = Math.sqrt
  readonly int = Math.trunc
  readonly and = and
  readonly or = or
  readonly xor = xor
  readonly lshift = lshift
  readonly rshift = rshift
  readonly compl = compl
  readonly tolower = tolower
  readonly toupper = toupper

  constructor(parts: Parts) {
    super(parts.environment, parts.terminator)
    this.#parts = parts
  }

  put(array: AwkArray, key: string, value: Value): Value {
    array.set(key, value)
    return value
  }

  divide(left: number, right: number): number {
    if (right === 0) throw new CommandError('division by zero', 2)
    return left / right
  }

  fail(message: string): never {
    throw new CommandError(message, 2)
  }

  /** The index of the first that the value is, or matches; -1 when there is none. */
  choose(value: Value, cases: readonly (number | string | AwkRegex | undefined)[]): number {
    return cases.findIndex((each) => {
      if (each === undefined) return false
      return each instanceof AwkRegex ? each.test(this.str(value)) : this.compare(value, each) === 0
    })
  }

  /** Calls the program's function of that name. */
  callNamed(name: string, args: readonly Cell[]): unknown {
    const own = this.functions.get(name)
    if (own === undefined) throw new CommandError(`function \`${name}' called indirectly does not exist`, 2)
    return own(...args)
  }

  /** The keys in the order that `PROCINFO["sorted_in"]` asks for. */
  keys(array: AwkArray): readonly string[] {
    const order = this.PROCINFO.get('sorted_in')
    if (order === undefined) return keysOf(array, undefined)
    return keysOf(array, comparisonOf(this.str(order), this.#sight))
  }

  asort(from: AwkArray, into: AwkArray = from, order: Value = '@val_type_asc'): number {
    return sortInto(from, into, { what: 'values', order: this.str(order), sight: this.#sight })
  }

  asorti(from: AwkArray, into: AwkArray = from, order: Value = '@ind_str_asc'): number {
    return sortInto(from, into, { what: 'indices', order: this.str(order), sight: this.#sight })
  }

  get #sight(): Sight {
    return {
      text: (value) => (this.regexes.ignoreCase ? this.str(value).toLowerCase() : this.str(value)),
      compared: (name) => this.functions.get(name),
    }
  }

  lengthOf(cell: Cell): number {
    return cell instanceof Map ? cell.size : length(this.str(cell))
  }

  split(text: string, into: AwkArray, by: string | AwkRegex | undefined, separators?: AwkArray): number {
    const around: string[] = []
    const at = by ?? this.fields.separator
    const parts = this.fields.split(text, at, separators && around)
    fill(into, parts, 1)
    if (!separators) return parts.length
    fill(separators, around, 1)
    const [leading] = at === ' ' ? (/^[ \t\n]+/.exec(text) ?? []) : []
    if (leading !== undefined && parts.length > 0) separators.set('0', new Input(leading))
    return parts.length
  }

  patsplit(
    text: string,
    into: AwkArray,
    pattern = this.regex(this.str(this.getSpecial('FPAT'))),
    around?: AwkArray,
  ): number {
    const { parts, separators } = partsLike(pattern, text)
    fill(into, parts, 1)
    if (around) fill(around, separators, 0)
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

  match(text: string, regex: AwkRegex, into?: AwkArray): number {
    const match = into === undefined ? regex.find(text) : regex.locate(text)
    const start = match === undefined ? 0 : length(text.slice(0, match.index)) + 1
    this.others.set('RSTART', start)
    this.others.set('RLENGTH', match === undefined ? -1 : length(text.slice(match.index, match.end)))
    if (into !== undefined) putGroups(into, { text, match, separator: this.SUBSEP })
    return start
  }

  index(text: string, part: string): number {
    return this.regexes.ignoreCase ? index(text.toLowerCase(), part.toLowerCase()) : index(text, part)
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

  print(text: string): void {
    this.#waiting.push(text)
    this.#waitingLength += text.length
  }

  printRecord(): void {
    this.print(this.record + this.ORS)
  }

  printTo(kind: Redirection['kind'], target: string, text: string): void {
    if (kind !== '|' && kind !== '|&' && (target === '/dev/stdout' || target === '-')) this.print(text)
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
    await this.#parts.write(text)
  }

  async system(command: string): Promise<number> {
    await this.flushOutput()
    return this.#parts.streams.system(command)
  }

  async close(name: string, end?: string): Promise<number> {
    await this.flushOutput()
    return this.#parts.streams.close(name, end)
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
    from: 'file' | 'command' | 'coprocess',
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
