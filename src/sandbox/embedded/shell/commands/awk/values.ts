/** The values of awk: numbers, strings, what was read (a number if it looks like one), and what was never set. */

/** Text from outside. */
export class Input {
  readonly text: string
  #number: number | undefined

  constructor(text: string) {
    this.text = text
  }

  /** NaN when it does not look like a number. */
  get asNumber(): number {
    this.#number ??= looksNumeric(this.text) ? Number(this.text.trim().replace(/^\+/, '')) : Number.NaN
    return this.#number
  }
}

export type Value = number | string | Input | undefined
export type AwkArray = Map<string, Cell>
/** Element of an array. */
export type Cell = Value | AwkArray
/** A function of the program; a promise where it waits. */
export type OwnFunction = (...args: readonly Cell[]) => Value | Promise<Value>

const NUMERIC = /^[ \t\n\r\f\v]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[ \t\n\r\f\v]*$/
const PREFIX = /^[ \t\n\r\f\v]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/

function looksNumeric(text: string): boolean {
  return NUMERIC.test(text)
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value
  if (value === undefined) return 0
  if (typeof value === 'string') return numberAtStart(value)
  const number = value.asNumber
  return Number.isNaN(number) ? numberAtStart(value.text) : number
}

function numberAtStart(text: string): number {
  const found = PREFIX.exec(text)?.[1]
  return found === undefined ? 0 : Number(found)
}

export function toBoolean(value: Value): boolean {
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  if (value === undefined) return false
  const number = value.asNumber
  return Number.isNaN(number) ? value.text !== '' : number !== 0
}

/** Negative, 0 or positive; as numbers where both are, else as text by its code points. */
export function compare(left: Value, right: Value, text: (value: Value) => string): number {
  const [one, other] = [asNumber(left), asNumber(right)]
  if (one !== undefined && other !== undefined)
    return one < other ? -1 : one > other ? 1 : one === other ? 0 : 1
  const [first, second] = [text(left), text(right)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Undefined for what is text. */
function asNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (value === undefined) return 0
  if (typeof value === 'string') return undefined
  const number = value.asNumber
  return Number.isNaN(number) ? undefined : number
}
