/** Names that the log has, and the one that a name of a summary was meant to be. Pure. */
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { stemOf } from '../../memory/recall/words.ts'
import { namesIn, withoutDigits } from './names.ts'

const ROOT = `${WORKSPACE_ROOT}/`
/** Letters in which a name may differ from one that looks like it, by its length. */
const LONG = 12
const SLIPS = { short: 1, long: 2 }
/** Letters of the shortest name, and of the shortest word in one, that is taken for a slip. */
const LEAST_NAME = 8
const LEAST_WORD = 4
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu

export type NameVerdict =
  | { readonly type: 'known' | 'unknown' }
  /** A slip: the only name of the log that is nearly the same, and no word in which they differ is one of the log. */
  | { readonly type: 'slip'; readonly meant: string }
  /** Another one of the log looks like it, but is no slip. */
  | { readonly type: 'other'; readonly alike: string }

export class KnownNames {
  readonly #texts: readonly string[]
  readonly #lower: readonly string[]
  #names: readonly string[] | undefined
  #words: ReadonlySet<string> | undefined

  constructor(texts: readonly string[]) {
    this.#texts = texts
    this.#lower = texts.map((text) => text.toLowerCase())
  }

  judge(name: string): NameVerdict {
    if (this.#has(name)) return { type: 'known' }
    const { length } = name
    const most = length < LONG ? SLIPS.short : SLIPS.long
    let best = most + 1
    let nearest = new Set<string>()
    for (const known of this.#all) {
      if (Math.abs(known.length - length) > most) continue
      const distance = slips(name, known, best)
      if (distance > most || distance > best) continue
      if (distance < best) nearest = new Set()
      best = distance
      nearest.add(known)
    }
    const [meant, second] = nearest
    if (meant !== undefined && second === undefined)
      return this.#isSlip(name, meant) ? { type: 'slip', meant } : { type: 'other', alike: meant }
    return this.#sameFile(name) ?? { type: 'unknown' }
  }

  /** `getUser` is no slip of `setUser`, nor `a.ts` one of `b.ts`: either may be meant. */
  #isSlip(name: string, meant: string): boolean {
    if (name.length < LEAST_NAME || withoutDigits(name) === withoutDigits(meant)) return false
    const [words, others] = [wordsIn(name), wordsIn(meant)]
    if (words.length !== others.length || words.join(' ') === others.join(' ')) return false
    return words.every((word, at) => {
      const other = others[at] ?? ''
      if (word === other) return true
      const isShort = word.length < LEAST_WORD || other.length < LEAST_WORD
      return !isShort && stemOf(word) !== stemOf(other) && !this.#isWord(word)
    })
  }

  /** The log has this word somewhere, by itself or in a name. */
  #isWord(word: string): boolean {
    this.#words ??= new Set(this.#texts.flatMap(wordsIn))
    return this.#words.has(word)
  }

  #has(name: string): boolean {
    const short = fromRoot(name).replace(/^\.\//, '')
    if (this.#texts.some((text) => text.includes(short))) return true
    if (spellings(short).some((digits) => this.#texts.some((text) => text.includes(digits)))) return true
    // Names of code are told apart by their capitals; of others nobody cares.
    return !/[\p{Lu}/_.]/u.test(short) && this.#lower.some((text) => text.includes(short.toLowerCase()))
  }

  /** Read when the first name is missed. */
  get #all(): readonly string[] {
    this.#names ??= [...new Set(this.#texts.flatMap(namesIn).map(fromRoot))]
    return this.#names
  }

  /** A file of that name stands in another folder. */
  #sameFile(name: string): NameVerdict | undefined {
    const file = name.split('/').at(-1) ?? ''
    if (!name.includes('/') || !/\.\w/.test(file)) return undefined
    const others = this.#all.filter((known) => known.endsWith(`/${file}`) || known === file)
    const [alike, second] = others
    return alike === undefined || second !== undefined ? undefined : { type: 'other', alike }
  }
}

/** Thousands are written with or without a separator. */
function spellings(number: string): readonly string[] {
  if (!/^\d{1,3}(?:[.,]\d{3})+$|^\d{4,15}$/.test(number)) return []
  const digits = number.replaceAll(/[.,]/g, '')
  const grouped = digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return [digits, grouped, grouped.replaceAll(',', '.')]
}

function wordsIn(text: string): string[] {
  return (text.match(WORDS) ?? []).map((word) => word.toLowerCase())
}

/** A path of the workspace as it is mostly written. */
function fromRoot(name: string): string {
  return name.startsWith(ROOT) ? name.slice(ROOT.length) : name
}

/** Letters to put in, take out, change, or swap with the next; more than `most` are not counted. */
function slips(one: string, other: string, most: number): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return least
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
