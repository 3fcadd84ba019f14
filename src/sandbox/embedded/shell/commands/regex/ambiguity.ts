/**
 * Detects POSIX expressions that a backtracking engine may get wrong: it takes the first alternative that
 * matches, not the longest, and it can take exponential time.
 */
import { CLASSES, type Node } from './syntax-tree.ts'

/** Which letters a single place can hold: a flag for each of ASCII, and one for all others. */
type Letters = readonly boolean[]
const ASCII = 128

/** True when the match may be shorter than it could be. */
export function mayBeTooShort(node: Node): boolean {
  switch (node.type) {
    case 'choice':
      return node.options.some(mayBeTooShort) || !areApart(node.options)
    case 'group':
    case 'repeat':
      return mayBeTooShort(node.body)
    case 'sequence':
      return node.items.some(mayBeTooShort)
    default:
      return false
  }
}

/** True when something that repeats without end is repeated without end. */
export function mayTakeForever(node: Node, isRepeated = false): boolean {
  switch (node.type) {
    case 'choice':
      return (
        node.options.some((option) => mayTakeForever(option, isRepeated)) ||
        (isRepeated && !areApart(node.options))
      )
    case 'group':
      return mayTakeForever(node.body, isRepeated)
    case 'sequence':
      return node.items.some((item) => mayTakeForever(item, isRepeated))
    case 'repeat':
      return (isRepeated && node.max - node.min > 1) || mayTakeForever(node.body, isRepeated || node.max > 8)
    default:
      return false
  }
}

/** No text that begins with one of them can begin with another. */
function areApart(options: readonly Node[]): boolean {
  const starts = options.map((option) => startOf(option).letters)
  return starts.every((one, at) => starts.slice(at + 1).every((other) => differ(one, other)))
}

function differ(one: readonly Letters[], other: readonly Letters[]): boolean {
  return one.some((letters, at) => {
    const others = other[at]
    return others !== undefined && letters.every((can, code) => !can || others[code] !== true)
  })
}

interface Start {
  /** Letters possible at the first places, as far as every match has the same there. */
  readonly letters: readonly Letters[]
  /** The letters cover the whole node: its successor is at the next place. */
  readonly isWhole: boolean
}

function startOf(node: Node): Start {
  switch (node.type) {
    case 'char':
      return { letters: [lettersOf([node.value, node.value])], isWhole: true }
    case 'set':
      return { letters: [lettersOfSet(node)], isWhole: true }
    case 'any':
      return { letters: [Array.from({ length: ASCII + 1 }, () => true)], isWhole: true }
    case 'group':
      return startOf(node.body)
    case 'sequence':
      return sequenceStart(node.items)
    case 'repeat':
      return node.min === 0 ? { letters: [], isWhole: false } : { ...startOf(node.body), isWhole: false }
    case 'anchor':
    case 'word':
      return { letters: [], isWhole: true }
    case 'choice':
    case 'back':
      return { letters: [], isWhole: false }
    default:
      return node satisfies never
  }
}

function sequenceStart(items: readonly Node[]): Start {
  const letters: Letters[] = []
  for (const item of items) {
    const start = startOf(item)
    letters.push(...start.letters)
    if (!start.isWhole) return { letters, isWhole: false }
  }
  return { letters, isWhole: true }
}

function lettersOf([from, to]: readonly [string, string]): boolean[] {
  const low = from.codePointAt(0) ?? 0
  const high = to.codePointAt(0) ?? 0
  return Array.from({ length: ASCII + 1 }, (_, code) =>
    code === ASCII ? high >= ASCII : code >= low && code <= high,
  )
}

function lettersOfSet({ items, isNegated }: Extract<Node, { type: 'set' }>): Letters {
  const parts = items.map((item) => {
    if (item.type === 'range') return lettersOf([item.from, item.to])
    const test = new RegExp(`[${CLASSES[item.name]}]`, 'u')
    return Array.from(
      { length: ASCII + 1 },
      (_, code) => code === ASCII || code === 10 || test.test(String.fromCharCode(code)),
    )
  })
  return Array.from({ length: ASCII + 1 }, (_, code) => {
    const isIn = parts.some((letters) => letters[code] === true)
    return isNegated ? !isIn || code === ASCII : isIn
  })
}
