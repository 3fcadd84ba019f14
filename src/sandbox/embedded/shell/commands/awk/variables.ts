/** The variables that awk itself keeps, and the record with its fields. */
import { CommandError } from '../../../../contract/command-error.ts'
import { AwkRegexes } from './awk-regex.ts'
import type { AwkRegex } from './awk-regex.ts'
import { fieldCount, Fields } from './fields.ts'
import { numberText } from './format.ts'
import { compare, Input, toBoolean, toNumber } from './values.ts'
import type { AwkArray, Cell, Value } from './values.ts'

/** gawk's version: programs read it to detect features. */
const VERSION = '5.2.1'

export class Variables {
  readonly regexes = new AwkRegexes()
  protected readonly fields: Fields
  ORS = '\n'
  SUBSEP = '\x1c'
  RS = '\n'
  NR = 0
  FNR = 0
  readonly ENVIRON: AwkArray
  readonly ARGV: AwkArray = new Map()
  readonly PROCINFO: AwkArray = new Map<string, Value>([
    ['version', VERSION],
    ['platform', 'posix'],
    ['FS', 'FS'],
    ['strftime', '%a %b %e %H:%M:%S %Z %Y'],
  ])
  protected readonly others = new Map<string, Value>([
    ['CONVFMT', '%.6g'],
    ['OFMT', '%.6g'],
    ['FPAT', '[^[:space:]]+'],
    ['FIELDWIDTHS', ''],
    ['IGNORECASE', 0],
    ['ERRNO', ''],
    ['RSTART', 0],
    ['RLENGTH', -1],
    ['FILENAME', ''],
    ['ARGC', 0],
  ])
  #convert = '%.6g'
  #outputFormat = '%.6g'
  readonly #terminator: () => string

  /** `terminator` gives what ended the record that was read last. */
  constructor(environment: Readonly<Record<string, string>>, terminator: () => string) {
    this.fields = new Fields((value) => this.str(value), this.regexes)
    this.#terminator = terminator
    this.ENVIRON = new Map(Object.entries(environment).map(([name, value]) => [name, new Input(value)]))
  }

  str(value: Cell): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return numberText(value, this.#convert)
    if (value === undefined) return ''
    if (value instanceof Map) throw new CommandError('attempt to use an array in a scalar context', 2)
    return value.text
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
    return compare(left, right, this.#compared)
  }

  readonly #asWritten = (value: Value): string => this.str(value)
  readonly #inAnyCase = (value: Value): string => this.str(value).toLowerCase()
  #compared = this.#asWritten

  regex(source: string): AwkRegex {
    return this.regexes.get(source)
  }

  test(regex: AwkRegex, text: string): boolean {
    return regex.test(text)
  }

  get record(): string {
    return this.fields.record
  }

  get OFS(): string {
    return this.fields.outputSeparator
  }

  field(index: number): Value {
    return this.fields.get(index)
  }

  setField(index: number, value: Value): Value {
    return this.fields.set(index, value)
  }

  /** A record that was read; it may count. */
  setRecord(text: string, counts: boolean, countsInFile: boolean): void {
    if (counts) this.count(countsInFile)
    this.fields.record = text
  }

  count(countsInFile: boolean): void {
    this.NR += 1
    if (countsInFile) this.FNR += 1
  }

  getSpecial(name: string): Value {
    switch (name) {
      case 'NF':
        return this.fields.count
      case 'NR':
        return this.NR
      case 'FNR':
        return this.FNR
      case 'FS':
        return this.fields.separator
      case 'OFS':
        return this.OFS
      case 'ORS':
        return this.ORS
      case 'RS':
        return this.RS
      case 'RT':
        return this.#terminator()
      case 'SUBSEP':
        return this.SUBSEP
      default:
        return this.others.get(name)
    }
  }

  setSpecial(name: string, value: Value): Value {
    switch (name) {
      case 'NF':
        this.fields.count = fieldCount(value)
        return value
      case 'NR':
        this.NR = toNumber(value)
        return value
      case 'FNR':
        this.FNR = toNumber(value)
        return value
      case 'FS':
        this.fields.separator = this.str(value)
        this.PROCINFO.set('FS', 'FS')
        return value
      case 'FPAT':
        this.fields.cutLike(this.regex(this.str(value)))
        this.PROCINFO.set('FS', 'FPAT')
        break
      case 'FIELDWIDTHS':
        this.fields.cutAtWidths(this.str(value))
        this.PROCINFO.set('FS', 'FIELDWIDTHS')
        break
      case 'IGNORECASE':
        this.regexes.ignoreCase = toBoolean(value)
        this.#compared = this.regexes.ignoreCase ? this.#inAnyCase : this.#asWritten
        break
      case 'OFS':
        // A stale record must be rebuilt with the old separator.
        void this.record
        this.fields.outputSeparator = this.str(value)
        return value
      case 'ORS':
        this.ORS = this.str(value)
        return value
      case 'RS':
        this.RS = this.str(value)
        this.fields.isParagraph = this.RS === ''
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
    this.others.set(name, value)
    return value
  }
}
