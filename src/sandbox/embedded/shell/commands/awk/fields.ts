/** The record and its fields, cut when one of them is asked for. */
import { splitBy } from './awk-regex.ts'
import type { AwkRegex, AwkRegexes } from './awk-regex.ts'
import { partsLike, partsOfWidths, readWidths } from './field-cutters.ts'
import { Input, toNumber, type Value } from './values.ts'
import { CommandError } from '../../../../contract/command-error.ts'

type Cutter = (text: string) => string[]

/** Fields of one record. */
const MAX_FIELDS = 1_000_000

export class Fields {
  #record = ''
  #recordValue: Value
  #fields: Value[] | undefined
  /** Text of the fields as cut from the record. */
  #parts: string[] | undefined = []
  #isStale = false
  readonly #text: (value: Value) => string
  readonly #regexes: AwkRegexes
  #separator = ' '
  /** FS as it was when the record came. */
  #used = ' '
  /** Instead of FS: what FPAT or FIELDWIDTHS says, and what it said when the record came. */
  #cutter: Cutter | undefined
  #usedCutter: Cutter | undefined
  /** RS is empty: a newline separates fields too. */
  isParagraph = false
  /** OFS. */
  outputSeparator = ' '

  constructor(text: (value: Value) => string, regexes: AwkRegexes) {
    this.#text = text
    this.#regexes = regexes
  }

  /** FS. */
  get separator(): string {
    return this.#separator
  }

  set separator(separator: string) {
    this.#separator = separator
    this.#cutter = undefined
  }

  /** FPAT: records that come are cut by what fields look like. */
  cutLike(pattern: AwkRegex): void {
    this.#cutter = (text) => partsLike(pattern, text).parts
  }

  /** FIELDWIDTHS. Throws `CommandError`. */
  cutAtWidths(text: string): void {
    const widths = readWidths(text)
    this.#cutter = (record) => partsOfWidths(widths, record)
  }

  get record(): string {
    if (this.#isStale) {
      this.#record = this.#all().map(this.#text).join(this.outputSeparator)
      this.#recordValue = undefined
      this.#isStale = false
    }
    return this.#record
  }

  set record(text: string) {
    this.#record = text
    this.#recordValue = undefined
    this.#fields = undefined
    this.#parts = undefined
    this.#isStale = false
    this.#used = this.#separator
    this.#usedCutter = this.#cutter
  }

  get count(): number {
    return (this.#fields ?? this.#cut()).length
  }

  set count(wanted: number) {
    const fields = this.#all()
    if (wanted < 0 || wanted > MAX_FIELDS)
      throw new CommandError(`NF set to ${wanted}, which is out of range`, 2)
    while (fields.length < wanted) fields.push(undefined)
    fields.length = wanted
    this.#isStale = true
  }

  get(index: number): Value {
    const at = Math.trunc(index)
    if (at === 0) {
      const { record } = this
      this.#recordValue ??= new Input(record)
      return this.#recordValue
    }
    if (at < 0) throw new CommandError(`attempt to access field ${at}`, 2)
    return this.#all()[at - 1]
  }

  set(index: number, value: Value): Value {
    const at = Math.trunc(index)
    if (at === 0) {
      this.record = this.#text(value)
      return value
    }
    if (at < 0 || at > MAX_FIELDS) throw new CommandError(`attempt to access field ${at}`, 2)
    const fields = this.#all()
    while (fields.length < at) fields.push(undefined)
    fields[at - 1] = value
    this.#isStale = true
    return value
  }

  #all(): Value[] {
    this.#fields ??= this.#cut().map((part) => new Input(part))
    return this.#fields
  }

  #cut(): readonly string[] {
    this.#parts ??= this.#usedCutter?.(this.#record) ?? this.split(this.#record, this.#used)
    return this.#parts
  }

  /** Collects the text between the parts in `separators`. */
  split(text: string, by: string | AwkRegex, separators?: string[]): string[] {
    if (text === '') return []
    if (typeof by !== 'string') return splitBy(by, text, separators)
    if (by === ' ') return separators ? this.#words(text, separators) : words(text)
    if (by === '') return [...text]
    if (this.isParagraph && by === this.#used)
      return splitBy(this.#regexes.get(`${by.length === 1 ? `[${by}]` : `(${by})`}|\n`), text, separators)
    if (by.length === 1 && by !== '\\') {
      const parts = text.split(by)
      for (let count = 1; separators && count < parts.length; count += 1) separators.push(by)
      return parts
    }
    return splitBy(this.#regexes.get(by), text, separators)
  }

  /** Blanks at the end are a separator too. */
  #words(text: string, separators: string[]): string[] {
    const [inner = ''] = /[^ \t\n](?:[^]*[^ \t\n])?/.exec(text) ?? []
    const found = splitBy(this.#regexes.get('[ \t\n]+'), inner, separators)
    const [trailing] = /[ \t\n]+$/.exec(text) ?? []
    if (trailing !== undefined && inner !== '') separators.push(trailing)
    return found
  }
}

function words(text: string): string[] {
  const found: string[] = []
  let start = -1
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    const isBlank = char === 32 || char === 9 || char === 10
    if (isBlank && start >= 0) {
      found.push(text.slice(start, at))
      start = -1
    } else if (!isBlank && start < 0) start = at
  }
  if (start >= 0) found.push(text.slice(start))
  return found
}

export function fieldCount(value: Value): number {
  return Math.trunc(toNumber(value))
}
