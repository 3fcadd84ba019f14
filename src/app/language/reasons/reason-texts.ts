/** Sentences of the agent, which writes English in its log, in another language: found by their English, with their gaps. */
import { englishReasons } from './english.ts'
import type { LanguageCode, Translation } from '../language.svelte.ts'
import { textFor } from '../text-for.ts'

type Kind = 'sentences' | 'predicates' | 'parts'

/** Gaps that hold words of the agent's own. A sentence with others in them is somebody else's. */
const PART_GAPS = ['times', 'what', 'limit']
/** Gaps that hold a sentence, the agent's own or a service's. */
const SENTENCE_GAPS = ['reason', 'problem']
/** Gaps that hold a count as the agent writes it, e.g. `4,096` or `1.5M`. */
const COUNT_GAPS = ['tokens', 'used', 'length', 'most']

interface Pattern {
  readonly key: string
  readonly pattern: RegExp
}

/** Both return the text as it came where it is none that is known. */
export function reasonTexts(code: LanguageCode, translation: Translation<typeof englishReasons>) {
  const translator = new Translator(code, translation)
  return {
    sentence: (said: string) => translator.sentence(said),
    predicate: (said: string) => translator.predicate(said),
  }
}

class Translator {
  readonly #code: LanguageCode
  readonly #texts: Translation<typeof englishReasons>
  readonly #patterns = new Map<Kind, readonly Pattern[]>()

  constructor(code: LanguageCode, texts: Translation<typeof englishReasons>) {
    this.#code = code
    this.#texts = texts
  }

  sentence(said: string): string {
    return this.#translated('sentences', said) ?? this.#clause(said.replace(/\.$/, ''), '.') ?? said
  }

  predicate(said: string): string {
    return this.#translated('predicates', said) ?? said
  }

  /** Somebody and what he does. */
  #clause(said: string, end: string): string | undefined {
    const [, subject = '', predicate = ''] = /^(A command in it|\S+) (.+)$/is.exec(said) ?? []
    const does = this.#translated('predicates', predicate)
    return does === undefined ? undefined : `${this.#subject(subject)} ${does}${end}`
  }

  #subject(subject: string): string {
    const { itSubject, partSubject } = this.#texts
    if (subject.toLowerCase() === englishReasons.itSubject.toLowerCase()) return itSubject
    return subject.toLowerCase() === englishReasons.partSubject.toLowerCase() ? partSubject : subject
  }

  #translated(kind: Kind, said: string): string | undefined {
    for (const { key, pattern } of this.#patternsOf(kind)) {
      const found = pattern.exec(said)
      const text = found && textFor(this.#texts[kind], key)
      const isOther = PART_GAPS.some((gap) => {
        const value = found?.groups?.[gap]
        return value !== undefined && this.#translated('parts', value) === undefined
      })
      if (!text || isOther) continue
      return text.replace(/\{(\w+)\}/g, (_, gap: string) => this.#filled(gap, found.groups?.[gap] ?? ''))
    }
    return undefined
  }

  #filled(gap: string, value: string): string {
    if (PART_GAPS.includes(gap) || gap === 'span') return this.#translated('parts', value) ?? value
    if (SENTENCE_GAPS.includes(gap)) return this.sentence(value)
    if (COUNT_GAPS.includes(gap)) return countText(value, this.#code)
    return gap === 'obstacle' ? (this.#clause(value, '') ?? value) : value
  }

  /** Longest fixed texts first: a gap's value may look like a part of another text. */
  #patternsOf(kind: Kind): readonly Pattern[] {
    const known = this.#patterns.get(kind)
    if (known) return known
    const made = Object.entries(englishReasons[kind])
      .toSorted(([, a], [, b]) => fixedLength(b) - fixedLength(a))
      .map(([key, text]) => ({ key, pattern: patternOf(text) }))
    this.#patterns.set(kind, made)
    return made
  }
}

function fixedLength(text: string): number {
  return text.replace(/\{\w+\}/g, '').length
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/)
  const source = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>${gapPattern(part)})`))
  return new RegExp(`^${source.join('')}$`, 's')
}

function countText(value: string, code: LanguageCode): string {
  const [, digits = '', unit = ''] = /^([\d,.]+)([kM]?)$/.exec(value) ?? []
  return digits === '' ? value : Number(digits.replaceAll(',', '')).toLocaleString(code) + unit
}

/** Before `{what}` stands a path, which may have spaces. */
function gapPattern(gap: string): string {
  if (gap === 'number') return String.raw`\d+`
  return gap === 'what' ? Object.values(englishReasons.parts).map(escaped).join('|') : '.+'
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
