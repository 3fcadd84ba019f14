/** A command's arguments, read by the parser of options that its executor has. */
import { parseOptions, type Options, type Syntax } from '../../../../sandbox/languages/option-parser.ts'
import type { FileWord } from '../words/classes.ts'
import { fileWord, mayBeOption, one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

export interface ReadOptions {
  readonly options: Options
  /** The text of an operand or of an option's value; undefined where only a run can tell it. */
  readonly textOf: (value: string) => string | undefined
  readonly fileOf: (value: string) => FileWord
}

/** A private character, which no command line may have, and a number. */
const PLACEHOLDER = /^\u{f0000}\d+$/u

/** Undefined where the executor would refuse the arguments, or where the shell builds what may be an option. */
export function readOptions(syntax: Syntax, args: readonly WordValue[]): ReadOptions | undefined {
  if (args.some(mayBeOption)) return undefined
  const unknown = new Map<string, WordValue>()
  const texts = args.map((word, at) => {
    const known = one(word)
    if (known !== undefined) return known
    const placeholder = `\u{f0000}${at}`
    unknown.set(placeholder, word)
    return placeholder
  })
  let options: Options
  try {
    options = parseOptions(syntax, texts)
  } catch {
    return undefined
  }
  return {
    options,
    textOf: (value) => (PLACEHOLDER.test(value) ? undefined : value),
    fileOf: (value) => {
      const word = unknown.get(value)
      return word === undefined ? { texts: [value] } : fileWord(word)
    },
  }
}
