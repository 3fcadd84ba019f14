/** Why a call is asked for, and what is told between the messages, in the language of the page. The log has what the agent says, in English. */
import { agentReasons } from '../../language/agent-reasons.ts'
import { reasons as t } from '../../language/en/reasons.ts'
import { languageCode } from '../../language/language.svelte.ts'
import { textFor } from '../../language/text-for.ts'

type Kind = 'sentences' | 'predicates' | 'parts'

/** Gaps that hold words of the agent's own. A sentence with others in them is somebody else's. */
const PART_GAPS = ['times', 'what', 'limit']
/** Gaps that hold a sentence, the agent's own or a service's. */
const SENTENCE_GAPS = ['reason', 'problem']
/** Gaps that hold a count as the agent writes it, e.g. `4,096` or `1.5M`. */
const COUNT_GAPS = ['tokens', 'used', 'length', 'most']

/** A sentence; as it came where it is none that is known. */
export function reasonText(said: string): string {
  if (languageCode() === 'en') return said
  return translated('sentences', said) ?? clauseText(said.replace(/\.$/, ''), '.') ?? said
}

/** A predicate about a part of a command, in the language of the page. */
export function predicateText(said: string): string {
  return languageCode() === 'en' ? said : (translated('predicates', said) ?? said)
}

/** Somebody and what he does. */
function clauseText(said: string, end: string): string | undefined {
  const [, subject = '', predicate = ''] = /^(A command in it|\S+) (.+)$/is.exec(said) ?? []
  const does = translated('predicates', predicate)
  return does === undefined ? undefined : `${subjectText(subject)} ${does}${end}`
}

function subjectText(subject: string): string {
  if (subject.toLowerCase() === agentReasons.itSubject.toLowerCase()) return t.itSubject
  return subject.toLowerCase() === agentReasons.partSubject.toLowerCase() ? t.partSubject : subject
}

interface Pattern {
  readonly key: string
  readonly pattern: RegExp
}
const patterns = new Map<Kind, readonly Pattern[]>()

function translated(kind: Kind, said: string): string | undefined {
  for (const { key, pattern } of patternsOf(kind)) {
    const found = pattern.exec(said)
    const text = found && textFor(t[kind], key)
    const isOther = PART_GAPS.some((gap) => {
      const value = found?.groups?.[gap]
      return value !== undefined && translated('parts', value) === undefined
    })
    if (!text || isOther) continue
    return text.replace(/\{(\w+)\}/g, (_, gap: string) => {
      const value = found.groups?.[gap] ?? ''
      if (PART_GAPS.includes(gap) || gap === 'span') return translated('parts', value) ?? value
      if (SENTENCE_GAPS.includes(gap)) return reasonText(value)
      if (COUNT_GAPS.includes(gap)) return countText(value)
      return gap === 'obstacle' ? (clauseText(value, '') ?? value) : value
    })
  }
  return undefined
}

/** Longest fixed texts first: a gap's value may look like a part of another text. */
function patternsOf(kind: Kind): readonly Pattern[] {
  const known = patterns.get(kind)
  if (known) return known
  const made = Object.entries(agentReasons[kind])
    .toSorted(([, a], [, b]) => fixedLength(b) - fixedLength(a))
    .map(([key, text]) => ({ key, pattern: patternOf(text) }))
  patterns.set(kind, made)
  return made
}

function fixedLength(text: string): number {
  return text.replace(/\{\w+\}/g, '').length
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/)
  const source = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>${gapPattern(part)})`))
  return new RegExp(`^${source.join('')}$`, 's')
}

function countText(value: string): string {
  const [, digits = '', unit = ''] = /^([\d,.]+)([kM]?)$/.exec(value) ?? []
  return digits === '' ? value : Number(digits.replaceAll(',', '')).toLocaleString(languageCode()) + unit
}

/** Before `{what}` stands a path, which may have spaces. */
function gapPattern(gap: string): string {
  if (gap === 'number') return String.raw`\d+`
  return gap === 'what' ? Object.values(agentReasons.parts).map(escaped).join('|') : '.+'
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
