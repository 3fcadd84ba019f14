/** Evaluates a word of a command, as far as possible without running anything. */
import { HOME } from '../../../../sandbox/contract/path.ts'
import { checkArithmetic, checkSubscript } from './arithmetic.ts'
import type { ParameterOperation, ScriptNode, WordNode, WordPart } from '../generated/bash-parser.js'
import { ANY } from './guarded-pattern.ts'
import { combined, type Scope } from './scope.ts'
import { checkSteering } from './steering.ts'

export interface WordValue {
  /** All that it may be, one of them in each run; undefined when only a run can tell. */
  readonly texts: readonly string[] | undefined
  /** The certain beginning of an unknown word. */
  readonly start: string
  /** A pattern for names of files that it is replaced by, where that is all that is not known. */
  readonly pattern?: string
  /** Patterns of a word that is not known, one of which it fits in each run; `ANY` in them is what nothing is known of. */
  readonly like?: readonly string[]
  /** It becomes several words, one for each of `texts`, in their order: `{a,b}`. */
  readonly isSeries?: boolean
  /** It may become several words that begin like it (`alike`: names of files), or like nothing that is known (`any`). */
  readonly several?: 'alike' | 'any'
}

/** Told of what a word runs while it is expanded. */
export interface Expansion {
  readonly scope: Scope
  /** Runs in a subshell. */
  readonly onScript: (script: ScriptNode) => void
  /** It does something that cannot be followed: why, as in "it …". */
  readonly onProblem: (problem: string) => void
}

const UNKNOWN: WordValue = { texts: undefined, start: '' }
/** A value without quotes: it is split at its blanks. */
const SPLIT: WordValue = { ...UNKNOWN, several: 'any' }

export function wordValue(word: WordNode, expansion: Expansion): WordValue {
  const pieces = word.parts.map((part) => pieceOf(part, expansion, false))
  const bracket = word.parts.findIndex((part) => part.type === 'Glob' && part.pattern === '[')
  if (bracket < 0) return joined(pieces)
  // Alone it is the command; else characters in quotes follow (`["a"]`), so that nobody knows where the set ends.
  return word.parts.length === 1 ? knownWord('[') : joined([...pieces.slice(0, bracket), ANY_NAME])
}

type Piece = WordValue & { readonly isGlob?: boolean }

function joined(pieces: readonly Piece[]): WordValue {
  const lists = pieces.map(({ texts }) => texts)
  const known = lists.findIndex((texts) => texts === undefined)
  const isSeries = pieces.some((piece) => piece.isSeries)
  // The words that it becomes would depend on its other parts.
  const isMixed =
    isSeries && pieces.some((piece) => piece.isSeries !== true && (piece.texts?.length ?? 2) > 1)
  const several = severalOf(pieces, isMixed)
  const extent = several === undefined ? {} : { several }
  const start = combined((known < 0 ? lists : lists.slice(0, known)).map((texts) => texts ?? [])) ?? []
  const first = start.length === 1 ? (start[0] ?? '') : commonStart(start)
  if (!pieces.some(({ isGlob }) => isGlob)) {
    const texts = known < 0 && !isMixed ? combined(lists.map((list) => list ?? [])) : undefined
    return texts === undefined
      ? { texts, start: first + (pieces[known]?.start ?? ''), like: likeOf(pieces), ...extent }
      : { texts, start: first, ...(isSeries ? { isSeries } : {}), ...extent }
  }
  const isWritten = pieces.every(({ texts, isGlob, pattern }) =>
    isGlob ? pattern !== undefined : texts?.length === 1,
  )
  const before = pieces.findIndex(({ isGlob }) => isGlob)
  const literal = combined(pieces.slice(0, before).map(({ texts }) => texts ?? ['']))
  const pattern = isWritten
    ? pieces.map((piece) => piece.pattern ?? piece.texts?.[0] ?? '').join('')
    : undefined
  return {
    texts: undefined,
    start: literal?.length === 1 && isWritten ? (literal[0] ?? '') : '',
    like: likeOf(pieces),
    ...(pattern === undefined ? {} : { pattern }),
    ...extent,
  }
}

function likeOf(pieces: readonly Piece[]): readonly string[] {
  return (
    combined(pieces.map(({ texts, like, pattern, start }) => texts ?? like ?? [pattern ?? start + ANY])) ?? [
      ANY,
    ]
  )
}

function severalOf(pieces: readonly Piece[], isMixed: boolean): WordValue['several'] {
  if (pieces.some(({ several }) => several === 'any')) return 'any'
  return isMixed || pieces.some(({ several, isGlob }) => several === 'alike' || isGlob) ? 'alike' : undefined
}

/** The words that it becomes: those of a series one by one, empty ones left out, as the shell does. */
export function wordsOf(value: WordValue): readonly WordValue[] {
  if (value.isSeries !== true || value.texts === undefined) return [value]
  return value.texts.filter((text) => text !== '').map(knownWord)
}

/** A word that is one text for sure. */
export function knownWord(text: string): WordValue {
  return { texts: [text], start: text }
}

/** The common beginning of all texts; empty if there are none. */
export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const text of others) while (!text.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

function pieceOf(part: WordPart, expansion: Expansion, isQuoted: boolean): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return knownWord(part.value)
    case 'DoubleQuoted':
      return inQuotes(joined(part.parts.map((inner) => pieceOf(inner, expansion, true))))
    case 'TildeExpansion':
      return part.user === null ? knownWord(HOME) : UNKNOWN
    case 'Glob':
      // The text of a group (`@(a|$(b))`) is expanded while it is matched, and not in the tree.
      if (/[$`]/.test(part.pattern)) {
        expansion.onProblem('has a pattern with something in it that the shell expands')
        return ANY_NAME
      }
      return isQuoted
        ? knownWord(part.pattern)
        : { texts: undefined, start: '', pattern: patternOf(part.pattern), isGlob: true }
    case 'BraceExpansion':
      return bracesOf(part.items, expansion)
    case 'CommandSubstitution':
    case 'ProcessSubstitution':
      expansion.onScript(part.body)
      if (part.type === 'ProcessSubstitution') return { texts: undefined, start: '/dev/fd/' }
      return isQuoted ? UNKNOWN : SPLIT
    case 'ArithmeticExpansion':
      checkArithmetic(part.expression, expansion)
      return SOME_NUMBER
    case 'ParameterExpansion':
      return parameterOf(part.parameter, part.operation, expansion, isQuoted)
    default:
      part satisfies never
      expansion.onProblem('has a word of a kind that is not known')
      return UNKNOWN
  }
}

/** Stands for any number: it leads to no other place, and is no other command. */
const SOME_NUMBER: Piece = knownWord('0')

/** Stands for a pattern of which nothing is known. */
const ANY_NAME: Piece = { texts: undefined, start: '', isGlob: true, several: 'alike' }

/** A set or a group, as one that matches no less where quotes or groups within it hide its end. */
function patternOf(pattern: string): string {
  if (pattern.startsWith('[')) return /[\\'"]/.test(pattern) ? '?' : pattern
  return /[\\'"]|\(.*\(/s.test(pattern) ? '@()' : pattern
}

function bracesOf(
  items: Extract<WordPart, { type: 'BraceExpansion' }>['items'],
  expansion: Expansion,
): Piece {
  const texts: string[] = []
  const like: string[] = []
  let isKnown = true
  for (const item of items) {
    if (item.type === 'Range') {
      isKnown = false
      like.push(ANY)
    } else {
      const value = wordValue(item.word, expansion)
      like.push(...(value.texts ?? value.like ?? [ANY]))
      const isQuotedEmpty = item.word.parts.length > 0 && value.texts?.includes('') === true
      if (value.texts === undefined || isQuotedEmpty) isKnown = false
      else if (value.texts.length > 1 && value.isSeries !== true) isKnown = false
      else texts.push(...value.texts)
    }
  }
  return isKnown ? { texts, start: commonStart(texts), isSeries: true } : { ...SPLIT, like }
}

/** Quotes keep one word one, but for the list of arguments. */
function inQuotes({ several, ...value }: Piece): Piece {
  return several === 'any' ? { ...value, several } : value
}

function parameterOf(
  parameter: string,
  operation: ParameterOperation | null,
  expansion: Expansion,
  isQuoted: boolean,
): Piece {
  const subscript = /\[(.*)\]$/s.exec(parameter)?.[1]
  if (subscript !== undefined) checkSubscript(subscript, expansion)
  if (operation !== null) {
    const isSplit = checkOperation(parameter, operation, expansion) || !isQuoted
    return isSplit || isList(parameter, subscript) ? SPLIT : UNKNOWN
  }
  if (/^[#?$!-]$/.test(parameter)) return SOME_NUMBER
  const known = expansion.scope.get(parameter)
  if (known === undefined || known === 'unknown') {
    const start = expansion.scope.startOf(parameter)
    // One that begins in a known way is the name of a file that a loop goes through.
    const isWhole = isQuoted ? !isList(parameter, subscript) : start !== ''
    return { texts: undefined, start, ...(isWhole ? {} : { several: 'any' }) }
  }
  // Without quotes a value is split, and its stars are replaced.
  if (!isQuoted && known.some((value) => value === '' || /[\s*?[\]]/.test(value)))
    return { ...SPLIT, like: known.flatMap((value) => value.split(/\s+/)) }
  return { texts: known, start: commonStart(known) }
}

/** All arguments or all of an array: several words in quotes, too. */
function isList(parameter: string, subscript: string | undefined): boolean {
  return parameter === '@' || subscript === '@'
}

/** Checks the commands in the operation. True: its result may be several words, in quotes, too. */
function checkOperation(parameter: string, operation: ParameterOperation, expansion: Expansion): boolean {
  const inner = (word: WordNode | null) => word !== null && wordValue(word, expansion).several === 'any'
  switch (operation.type) {
    case 'DefaultValue':
    case 'UseAlternative':
    case 'ErrorIfUnset':
      return inner(operation.word)
    case 'AssignDefault':
      checkSteering(parameter, expansion.onProblem)
      expansion.scope.set(parameter, 'unknown')
      return inner(operation.word)
    case 'PatternRemoval':
      inner(operation.pattern)
      return false
    case 'PatternReplacement':
      inner(operation.pattern)
      inner(operation.replacement)
      return false
    case 'CaseModification':
      inner(operation.pattern)
      return false
    case 'Substring':
      checkArithmetic(operation.offset, expansion)
      if (operation.length !== null) checkArithmetic(operation.length, expansion)
      return false
    case 'Length':
      return false
    case 'ArrayKeys':
    case 'VarNamePrefix':
      return true
    case 'Transform':
      if (operation.operator === 'P') expansion.onProblem('expands a value once more')
      return false
    case 'Indirection':
      expansion.onProblem('takes the name of a variable from another')
      return false
    case 'LengthSliceError':
    case 'BadSubstitution':
      expansion.onProblem('has a substitution that cannot be read')
      return false
    default:
      operation satisfies never
      expansion.onProblem('has a substitution that is not known')
      return false
  }
}
