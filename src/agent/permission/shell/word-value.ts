/** What a word of a command becomes, as far as that can be told without running anything. */
import { HOME } from '../../../sandbox/path.ts'
import { checkArithmetic, checkSubscript } from './arithmetic.ts'
import type { ParameterOperation, ScriptNode, WordNode, WordPart } from './generated/bash-parser.js'
import { combined, type Scope } from './scope.ts'
import { checkSteering } from './steering.ts'

export interface WordValue {
  /** All that it may be; undefined when only a run can tell. */
  readonly texts: readonly string[] | undefined
  /** Of a word that is not known: how it begins for sure. */
  readonly start: string
  /** A pattern for names of files that it is replaced by, where that is all that is not known. */
  readonly pattern?: string
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

export function wordValue(word: WordNode, expansion: Expansion): WordValue {
  const pieces = word.parts.map((part) => pieceOf(part, expansion, false))
  return joined(pieces)
}

type Piece = WordValue & { readonly isGlob?: boolean }

function joined(pieces: readonly Piece[]): WordValue {
  const lists = pieces.map(({ texts }) => texts)
  const known = lists.findIndex((texts) => texts === undefined)
  const start = combined((known < 0 ? lists : lists.slice(0, known)).map((texts) => texts ?? [])) ?? []
  const first = start.length === 1 ? (start[0] ?? '') : commonStart(start)
  if (!pieces.some(({ isGlob }) => isGlob)) {
    const texts = known < 0 ? combined(lists.map((list) => list ?? [])) : undefined
    return texts === undefined
      ? { texts, start: first + (pieces[known]?.start ?? '') }
      : { texts, start: first }
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
    ...(pattern === undefined ? {} : { pattern }),
  }
}

/** What all of them begin with; nothing where there is none. */
export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const text of others) while (!text.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

function text(value: string): Piece {
  return { texts: [value], start: value }
}

function pieceOf(part: WordPart, expansion: Expansion, isQuoted: boolean): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return text(part.value)
    case 'DoubleQuoted':
      return joined(part.parts.map((inner) => pieceOf(inner, expansion, true)))
    case 'TildeExpansion':
      return part.user === null ? text(HOME) : UNKNOWN
    case 'Glob':
      // A bracket alone is the command `[`.
      return isQuoted || part.pattern === '['
        ? text(part.pattern)
        : { texts: undefined, start: '', pattern: part.pattern, isGlob: true }
    case 'BraceExpansion':
      return bracesOf(part.items, expansion)
    case 'CommandSubstitution':
    case 'ProcessSubstitution':
      expansion.onScript(part.body)
      return part.type === 'ProcessSubstitution' ? { texts: undefined, start: '/dev/fd/' } : UNKNOWN
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
const SOME_NUMBER: Piece = text('0')

function bracesOf(
  items: Extract<WordPart, { type: 'BraceExpansion' }>['items'],
  expansion: Expansion,
): Piece {
  const texts: string[] = []
  for (const item of items) {
    if (item.type === 'Range') return UNKNOWN
    const value = wordValue(item.word, expansion)
    if (value.texts === undefined) return UNKNOWN
    texts.push(...value.texts)
  }
  return { texts, start: commonStart(texts) }
}

function parameterOf(
  parameter: string,
  operation: ParameterOperation | null,
  expansion: Expansion,
  isQuoted: boolean,
): Piece {
  const subscript = /\[(.*)\]$/s.exec(parameter)?.[1]
  if (subscript !== undefined) checkSubscript(subscript, expansion)
  if (operation !== null) return operated(parameter, operation, expansion)
  if (/^[#?$!-]$/.test(parameter)) return SOME_NUMBER
  const known = expansion.scope.get(parameter)
  if (known === undefined || known === 'unknown')
    return { texts: undefined, start: expansion.scope.startOf(parameter) }
  // Without quotes a value is split, and its stars are replaced.
  if (!isQuoted && known.some((value) => value === '' || /[\s*?[\]]/.test(value))) return UNKNOWN
  return { texts: known, start: commonStart(known) }
}

function operated(parameter: string, operation: ParameterOperation, expansion: Expansion): Piece {
  const inner = (word: WordNode | null) => {
    if (word !== null) wordValue(word, expansion)
  }
  switch (operation.type) {
    case 'DefaultValue':
    case 'UseAlternative':
    case 'ErrorIfUnset':
      inner(operation.word)
      return UNKNOWN
    case 'AssignDefault':
      inner(operation.word)
      checkSteering(parameter, expansion.onProblem)
      expansion.scope.set(parameter, 'unknown')
      return UNKNOWN
    case 'PatternRemoval':
      inner(operation.pattern)
      return UNKNOWN
    case 'PatternReplacement':
      inner(operation.pattern)
      inner(operation.replacement)
      return UNKNOWN
    case 'CaseModification':
      inner(operation.pattern)
      return UNKNOWN
    case 'Substring':
      checkArithmetic(operation.offset, expansion)
      if (operation.length !== null) checkArithmetic(operation.length, expansion)
      return UNKNOWN
    case 'Length':
    case 'ArrayKeys':
    case 'VarNamePrefix':
      return UNKNOWN
    case 'Transform':
      if (operation.operator === 'P') expansion.onProblem('expands a value once more')
      return UNKNOWN
    case 'Indirection':
      expansion.onProblem('takes the name of a variable from another')
      return UNKNOWN
    case 'LengthSliceError':
    case 'BadSubstitution':
      expansion.onProblem('has a substitution that cannot be read')
      return UNKNOWN
    default:
      operation satisfies never
      expansion.onProblem('has a substitution that is not known')
      return UNKNOWN
  }
}
