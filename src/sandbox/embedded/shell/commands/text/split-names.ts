/** The names that `split` gives: as many as come, in the order of their letters. */
import { CommandError } from '../../../../contract/command-error.ts'

export interface NameOptions {
  readonly prefix: string
  readonly digits: string
  /** Letters behind the prefix; undefined: two, and more when these are used up. */
  readonly length: number | undefined
  readonly start: number
  readonly suffix: string
}

/** Throws `CommandError` when there are no more. */
export function* splitNames({ prefix, digits, length, start, suffix }: NameOptions): Generator<string> {
  const base = digits.length
  if (length !== undefined) {
    for (let at = start; at < base ** length; at += 1) yield prefix + padded(at, digits, length) + suffix
    throw new CommandError('output file suffixes exhausted')
  }
  // The last letter opens a longer name: `yz` is followed by `zaaa`, so that names stay in order.
  let lead = ''
  for (let width = 2; ; width += 1) {
    const first = lead === '' ? start : 0
    for (let at = first; at < base ** width - base ** (width - 1); at += 1)
      yield prefix + lead + padded(at, digits, width) + suffix
    lead += digits.charAt(base - 1)
  }
}

function padded(value: number, digits: string, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / digits.length))
    text = digits.charAt(rest % digits.length) + text
  return text
}
