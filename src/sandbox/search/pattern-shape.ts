/** Static facts on a regular expression: the text that every match contains, and how slow it can get. */
export interface PatternShape {
  /** Text that every match contains; empty when nothing is known. */
  readonly literal: string
  /**
   * A backtracking engine takes up to the length of the line to the power of one more than this. Infinite when it
   * may take exponentially long: where something that can match in several ways is repeated.
   */
  readonly degree: number
  /** It has a `|` outside of all groups. */
  readonly branches: boolean
}

/** Facts on a group, or on the whole pattern. */
interface Frame {
  degree: number
  /** It can match one text in several ways, or texts of different lengths: repeating it is dangerous. */
  isVariable: boolean
  branches: boolean
  /** The first characters of its alternatives, while each is plain text. */
  starts: Set<string>
  isPlain: boolean
  atStart: boolean
}

interface Quantifier {
  readonly length: number
  readonly min: number
  readonly max: number
}

/** A repetition of more than this counts as endless. */
const MANY = 10

const ATOM =
  /\\(?:[pPxuU]\{[^}]*\}|x[0-9a-fA-F]{2}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\((?:\?P?<\w+>|\?[a-zA-Z-]*:|\?[a-zA-Z-]+\))?|[\s\S]/y

export function shapeOf(source: string): PatternShape {
  const stack: Frame[] = [newFrame()]
  const literals = new LiteralRuns()
  for (ATOM.lastIndex = 0; ATOM.lastIndex < source.length;) {
    const atom = ATOM.exec(source)?.[0] ?? ''
    const frame = stack.at(-1)
    if (frame === undefined) break
    if (isGroupStart(atom)) {
      literals.end()
      frame.isPlain = false
      stack.push(newFrame())
      continue
    }
    if (atom === '|') {
      frame.branches = true
      frame.atStart = true
      continue
    }
    const group = atom === ')' && stack.length > 1 ? stack.pop() : undefined
    const quantifier = quantifierAt(source, ATOM.lastIndex)
    ATOM.lastIndex += quantifier?.length ?? 0
    const parent = stack.at(-1)
    if (parent === undefined) break
    if (group === undefined) notePlain(parent, atom, quantifier)
    addRepetition(parent, group, quantifier)
    literals.add(stack.length === 1 && group === undefined ? literalOf(atom) : undefined, quantifier)
  }
  const [whole = newFrame()] = stack
  const branches = stack.some((frame) => frame.branches)
  // Flags inside may ignore case, then no text is certain.
  const literal = branches || /\(\?[a-zA-Z-]*i/.test(source) ? '' : literals.longest()
  return { literal, degree: whole.degree, branches: whole.branches }
}

function newFrame(): Frame {
  return { degree: 0, isVariable: false, branches: false, starts: new Set(), isPlain: true, atStart: true }
}

/** `(`, `(?:`, `(?P<x>`; but `(?i)` only sets flags. */
function isGroupStart(atom: string): boolean {
  return atom.startsWith('(') && !atom.endsWith(')')
}

/** Alternatives of plain text that begin differently can be told apart at once. */
function notePlain(frame: Frame, atom: string, quantifier: Quantifier | undefined): void {
  const literal = literalOf(atom)
  if (literal === undefined || quantifier !== undefined) frame.isPlain = false
  if (frame.atStart && literal !== undefined) {
    if (frame.starts.has(literal)) frame.isPlain = false
    frame.starts.add(literal)
  }
  frame.atStart = false
}

function addRepetition(parent: Frame, group: Frame | undefined, quantifier: Quantifier | undefined): void {
  const ambiguous = group !== undefined && (group.isVariable || (group.branches && !group.isPlain))
  const repeats = quantifier !== undefined && quantifier.max > 1
  if (ambiguous && repeats) parent.degree = Infinity
  parent.degree += group?.degree ?? 0
  if (quantifier !== undefined && quantifier.max > MANY) parent.degree += 1
  if (ambiguous || (quantifier !== undefined && quantifier.min !== quantifier.max)) parent.isVariable = true
}

function quantifierAt(source: string, at: number): Quantifier | undefined {
  const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})[?+]?/.exec(source.slice(at, at + 32))
  if (match === null) return undefined
  const [text, sign, min = '0', comma, max] = match
  const length = text.length
  if (sign !== undefined) return { length, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
  if (comma === '') return { length, min: Number(min), max: Number(min) }
  return { length, min: Number(min), max: max === '' || max === undefined ? Infinity : Number(max) }
}

/** The one character that an atom stands for, if it does. */
function literalOf(atom: string): string | undefined {
  if (atom.length === 1) return '.^$*+?()[]{}|\n'.includes(atom) ? undefined : atom
  return /^\\[^\w\s]$/.test(atom) ? atom.slice(1) : undefined
}

/** Collects runs of characters that must stand beside each other. */
class LiteralRuns {
  #longest = ''
  #run = ''

  add(literal: string | undefined, quantifier: Quantifier | undefined): void {
    if (literal === undefined || quantifier?.min === 0) return this.end()
    this.#run += literal
    if (quantifier !== undefined) this.end()
  }

  end(): void {
    if (this.#run.length > this.#longest.length) this.#longest = this.#run
    this.#run = ''
  }

  longest(): string {
    this.end()
    return this.#longest
  }
}
