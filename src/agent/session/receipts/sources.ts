/** Events of a log on which a line of a summary may rest, and those on which it does: by names and words that both have. Pure. */
import {
  RECEIPT_LINE_NAMES,
  RECEIPT_READ_CHARS,
  RECEIPT_SOURCE_CHARS,
  RECEIPT_SOURCES,
} from '../../limits.ts'
import { stemOf, wordsOf } from '../../memory/recall/words.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { namesIn } from './names.ts'
import { stringsIn } from './strings-in.ts'
import type { Section } from './summary-lines.ts'

/** `user`: the user's own words, their answers and comments among them. `done`: a call and its result. */
export type SourceKind = 'user' | 'agent' | 'done'

export interface Source {
  readonly seq: number
  readonly kind: SourceKind
  readonly text: string
  /** The call's tool, and whether it failed. */
  readonly tool?: string
  readonly failed?: boolean
}

/** A source of a line, and the share of the line's words and names that it has, the rare ones more: 0 to 1. */
export interface Support {
  readonly source: Source
  readonly share: number
}

/** Share of a line that the first source has, and that each further one adds. */
const LEAST_SHARE = 0.3
const LEAST_ADDED = 0.15
/** A name counts as so many words. */
const NAME_WEIGHT = 2
/** A word that stands everywhere tells a little still. */
const LEAST_RARITY = 0.05
/** A source that is likely for its section wins over another that has as much. */
const LIKELY = 1.25
const LIKELY_FOR: Readonly<Record<Section, (source: Source) => boolean>> = {
  task: ({ kind }) => kind === 'user',
  state: ({ kind }) => kind === 'done',
  knowledge: () => false,
  tried: ({ failed = false }) => failed,
  next: ({ kind }) => kind === 'agent',
}

/** Words of a summary about who said something, which no source has for that. */
const TELLING: ReadonlySet<string> = new Set(
  `user person agent assistant ask asks asked asking want wants wanted request requests requested say says said tell tells told
nutzer nutzerin benutzer benutzerin möchte mochte wollte will bittet bat sagt sagte fragt fragte verlangt`
    .split(/\s+/)
    .map(stemOf),
)

interface Shelved {
  readonly source: Source
  readonly text: string
  readonly stems: ReadonlySet<string>
}

/** A source, and the terms of a line that it has. */
interface Held {
  readonly source: Source
  readonly terms: readonly (readonly [string, number])[]
}

export class Sources {
  readonly #shelved: readonly Shelved[]
  readonly #counts = new Map<string, number>()

  /** The newest are read while there is room. */
  constructor(all: readonly Source[]) {
    let room = RECEIPT_READ_CHARS
    const shelved: Shelved[] = []
    for (const source of all.toReversed()) {
      const text = ends(source.text)
      room -= text.length
      if (room < 0) break
      const stems = new Set(wordsOf(text).map(stemOf))
      for (const stem of stems) this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1)
      shelved.unshift({ source, text, stems })
    }
    this.#shelved = shelved
  }

  /** The best first, none that adds nothing; of equal ones the newest. */
  of(line: string, section?: Section): readonly Support[] {
    const { all, held } = this.#held(line)
    const isOpen = new Set(held.flatMap(({ terms }) => terms.map(([term]) => term)))
    const found: Support[] = []
    while (found.length < RECEIPT_SOURCES) {
      let best: { readonly one: Held; readonly share: number; readonly score: number } | undefined
      for (const one of held) {
        const share = sumOf(one.terms.filter(([term]) => isOpen.has(term))) / all
        const score = share * (section && LIKELY_FOR[section](one.source) ? LIKELY : 1)
        if (share > 0 && score >= (best?.score ?? 0)) best = { one, share, score }
      }
      if (!best || best.share < (found.length === 0 ? LEAST_SHARE : LEAST_ADDED)) break
      found.push({ source: best.one.source, share: best.share })
      for (const [term] of best.one.terms) isOpen.delete(term)
    }
    return found
  }

  /** The source of these kinds that has the largest share of a line. */
  most(line: string, kinds: readonly SourceKind[]): Support | undefined {
    const { all, held } = this.#held(line)
    let best: Support | undefined
    for (const { source, terms } of held) {
      const share = sumOf(terms) / all
      if (kinds.includes(source.kind) && share > (best?.share ?? 0)) best = { source, share }
    }
    return best
  }

  /** Sources that have words or names of a line, by their weights: rare ones tell more. `all`: the weight of the whole line. */
  #held(line: string): { readonly all: number; readonly held: readonly Held[] } {
    const stems = new Map<string, number>()
    for (const word of wordsOf(line)) {
      const stem = stemOf(word)
      if (!TELLING.has(stem)) stems.set(stem, this.#rarity(stem))
    }
    const names = namesIn(line).slice(0, RECEIPT_LINE_NAMES)
    const all = Math.max(LEAST_RARITY, sumOf([...stems]) + names.length * NAME_WEIGHT)
    const held = this.#shelved.flatMap(({ source, text, stems: known }): readonly Held[] => {
      const terms = [
        ...[...stems].filter(([stem]) => known.has(stem)),
        ...names.filter((name) => text.includes(name)).map((name) => [`\n${name}`, NAME_WEIGHT] as const),
      ]
      return terms.length === 0 ? [] : [{ source, terms }]
    })
    return { all, held }
  }

  #rarity(stem: string): number {
    const all = this.#shelved.length + 2
    return Math.max(LEAST_RARITY, Math.log(all / ((this.#counts.get(stem) ?? 0) + 1)) / Math.log(all))
  }
}

function sumOf(terms: readonly (readonly [string, number])[]): number {
  return terms.reduce((sum, [, weight]) => sum + weight, 0)
}

/** Messages, answers and calls of a conversation, the oldest first; `events` are those of the conversation. */
export function sourcesIn(events: readonly AgentEvent[]): readonly Source[] {
  const calls = new Map<string, ToolUseBlock>()
  /** Questions and calls that the user was asked about. */
  const asked = new Map<string, string>()
  return events.flatMap((event): readonly Source[] => {
    const { seq } = event
    switch (event.type) {
      case 'user_message':
        return event.origin === 'human'
          ? [{ seq, kind: 'user', text: textOf({ content: event.content }) }]
          : []
      case 'question_asked':
        asked.set(event.toolUseId, stringsIn(event.question).join('\n'))
        return []
      case 'question_answered': {
        const text = [asked.get(event.toolUseId) ?? '', ...stringsIn(event.answer)].join('\n')
        return [{ seq, kind: 'user', text }]
      }
      case 'permission_requested':
        asked.set(event.toolUseId, `${event.tool} ${event.title}`)
        return []
      case 'permission_decided': {
        if (event.source !== 'person') return []
        return [{ seq, kind: 'user', text: `${asked.get(event.toolUseId) ?? ''}\n${event.comment ?? ''}` }]
      }
      case 'assistant_block': {
        const { content } = event
        if (content.type === 'tool_use') calls.set(content.id, content)
        return content.type === 'text' ? [{ seq, kind: 'agent', text: content.text }] : []
      }
      case 'tool_result': {
        const input = calls.get(event.toolUseId)?.input ?? {}
        // Notes are the user's own, and a recall repeats what stands elsewhere.
        if (event.tool === RECALL_TOOL || isOfNotes(input)) return []
        const text = [event.tool, ...stringsIn(input), textOf(event.content)].join('\n')
        return [{ seq, kind: 'done', text, tool: event.tool, failed: event.outcome !== 'done' }]
      }
      default:
        return []
    }
  })
}

/** The beginning and the end tell what it was and how it ended. */
function ends(text: string): string {
  if (text.length <= 2 * RECEIPT_SOURCE_CHARS) return text
  return `${text.slice(0, RECEIPT_SOURCE_CHARS)}\n${text.slice(-RECEIPT_SOURCE_CHARS)}`
}
