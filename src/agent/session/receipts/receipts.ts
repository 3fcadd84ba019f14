/**
 * Receipts of a summary. The model writes it, so the program checks it against the log before it counts: each line gets the numbers of
 * the events that it rests on, names are put right, and what the log does not say, or says otherwise, is remarked. The user's latest
 * request and decisions are added where they are missing. No model is asked. Pure.
 */
import { failuresIn } from '../../context/compression/failures.ts'
import { conversationEvents } from '../../context/compression/conversation-events.ts'
import { ownWords } from '../../context/compression/own-words.ts'
import { RECEIPT_ADDED, RECEIPT_LINE_NAMES, RECEIPT_LINES, RECEIPT_QUOTED_CHARS } from '../../limits.ts'
import { stemOf, wordsOf } from '../../memory/recall/words.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { citesText, remarkText, withoutCites } from '../../protocol/text/cites.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { KnownNames } from './known-names.ts'
import { remarksOn } from './line-remarks.ts'
import type { LineFacts } from './line-remarks.ts'
import { actsIn } from './log-acts.ts'
import { namesIn } from './names.ts'
import { Sources, sourcesIn } from './sources.ts'
import { stringsIn } from './strings-in.ts'
import { summaryLines } from './summary-lines.ts'
import type { SummaryLine } from './summary-lines.ts'
import type { Receipts } from '../../protocol/events/compaction-events.ts'

export interface ReceiptScene {
  /** The whole log up to now. */
  readonly events: readonly AgentEvent[]
  /** Texts that stand beside the log, e.g. earlier summaries: their names are known, too. */
  readonly beside: readonly string[]
  /** Lines name their sources; not where nobody could look them up, as in the thread of an agent. */
  readonly cites: boolean
  /** The latest request and decisions of the user are added where they are missing; absent: nothing is. */
  readonly adds?: SaidBeside
}

/** Words of the user that stand, or may stand, beside a summary. */
export interface SaidBeside {
  /** Messages that stay. */
  readonly kept: readonly Message[]
  /** All that the user has said, as `saidIn` gives it, but for those messages. */
  readonly said: readonly string[]
  /** Tokens that the model takes. */
  readonly window: number
}

/** Texts of a request that are in no log: names of tools, and what the prompt says. */
export function textsBeside({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): readonly string[] {
  return [...system.map(({ text }) => text), ...tools.flatMap(stringsIn)]
}

export interface CheckedSummary {
  readonly summary: string
  readonly receipts: Receipts
}

/** `summary` as the model gave it: sources and remarks in it are not believed. */
export function checkedSummary(summary: string, scene: ReceiptScene): CheckedSummary {
  const plain = withoutCites(summary)
  const events = conversationEvents(scene.events)
  const facts: LineFacts = {
    sources: new Sources(sourcesIn(events)),
    acts: actsIn(events),
    failures: failuresIn(events),
    cites: scene.cites,
  }
  const names = new KnownNames([...textsIn(events), ...scene.beside])
  const lines = plain.split('\n')
  const said = summaryLines(plain).slice(0, RECEIPT_LINES)
  const counts = { cited: 0, remarks: 0 }
  const corrected = new Map<string, string>()
  for (const line of said) {
    const named = withNames(lines[line.at] ?? '', line, names)
    for (const [was, now] of named.corrected) corrected.set(was, now)
    const text = withCorrected(line.text, named.corrected)
    const sources = facts.sources.of(text, line.section).map(({ source }) => source.seq)
    const remarks = [...named.remarks, ...remarksOn({ ...line, text }, facts)]
    if (sources.length > 0) counts.cited++
    counts.remarks += remarks.length
    const cites = scene.cites ? citesText(sources.toSorted((one, other) => one - other)) : ''
    lines[line.at] = named.text + cites + remarks.map(remarkText).join('')
  }
  const added = missingLines(lines.join('\n'), events, scene, facts.sources)
  return {
    summary: [...added.before, ...lines, ...added.after].join('\n'),
    receipts: {
      lines: said.length,
      ...counts,
      corrected: [...corrected].map(([was, now]) => ({ was, now })),
      added: added.before.length + added.after.length,
    },
  }
}

interface Named {
  readonly text: string
  readonly corrected: ReadonlyMap<string, string>
  readonly remarks: readonly string[]
}

/** Names of a plan may be new. */
function withNames(whole: string, { text, section }: SummaryLine, known: KnownNames): Named {
  const corrected = new Map<string, string>()
  const remarks: string[] = []
  for (const name of namesIn(text).slice(0, RECEIPT_LINE_NAMES)) {
    if (section === 'next') continue
    const verdict = known.judge(name)
    if (verdict.type === 'slip') corrected.set(name, verdict.meant)
    if (verdict.type === 'unknown') remarks.push(`\`${name}\` does not stand in the log`)
    if (verdict.type === 'other')
      remarks.push(`\`${name}\` does not stand in the log, but \`${verdict.alike}\` does`)
  }
  return { text: withCorrected(whole, corrected), corrected, remarks }
}

function withCorrected(text: string, corrected: ReadonlyMap<string, string>): string {
  let right = text
  for (const [was, now] of corrected) right = right.replaceAll(wholeName(was), () => now)
  return right
}

/** Not a part of a longer one. */
function wholeName(name: string): RegExp {
  const exact = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${exact}(?![\p{L}\p{N}_])`, 'gu')
}

interface Added {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const NOTHING_ADDED: Added = { before: [], after: [] }

/** The latest request, and decisions of the user that stand nowhere else. */
function missingLines(
  summary: string,
  events: readonly AgentEvent[],
  { adds, cites }: ReceiptScene,
  sources: Sources,
): Added {
  if (!adds) return NOTHING_ADDED
  const { kept, said, window } = adds
  const latest = events.findLast((event) => event.type === 'user_message' && event.origin === 'human')
  const before: string[] = []
  if (latest?.type === 'user_message') {
    const text = textOf(latest)
    if (!isIn(kept, text) && !says(summary, text))
      before.push(
        `Latest request of the person, word for word: "${quoted(text)}"${citesText(cites ? [latest.seq] : [])}`,
        '',
      )
  }
  const own = oneLine(ownWords(said, window) ?? '')
  const decided = said
    .filter(
      (text) =>
        /^\((?:asked|about)/.test(text) &&
        !own.includes(oneLine(text).slice(0, RECEIPT_QUOTED_CHARS)) &&
        !says(summary, text),
    )
    .slice(-RECEIPT_ADDED)
    .map((text) => {
      const source = sources.most(text, ['user'])
      return `- ${quoted(text)}${citesText(source && cites ? [source.source.seq] : [])}`
    })
  return {
    before,
    after: decided.length === 0 ? [] : ['', 'Decisions of the person that stand nowhere else:', ...decided],
  }
}

/** Share of the words of a message that a summary has which speaks of it. */
const SAID_SHARE = 0.4
const LEAST_WORDS = 2

function says(summary: string, message: string): boolean {
  const text = message.slice(0, RECEIPT_QUOTED_CHARS)
  if (namesIn(text).some((name) => !summary.includes(name))) return false
  const stems = new Set(wordsOf(text).map(stemOf))
  if (stems.size < LEAST_WORDS) return true
  const known = new Set(wordsOf(summary).map(stemOf))
  return [...stems].filter((stem) => known.has(stem)).length >= stems.size * SAID_SHARE
}

function isIn(messages: readonly Message[], text: string): boolean {
  return messages.some(({ content }) => content.some((block) => block.type === 'text' && block.text === text))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function quoted(text: string): string {
  const line = oneLine(text)
  return line.length > RECEIPT_QUOTED_CHARS ? `${line.slice(0, RECEIPT_QUOTED_CHARS).toWellFormed()}…` : line
}

/** All texts of a conversation, whoever wrote them. */
function textsIn(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'user_message':
        return [textOf(event)]
      case 'assistant_block': {
        const { content } = event
        if (content.type === 'text') return [content.text]
        if (content.type === 'thinking') return [content.thinking]
        return content.type === 'tool_use' ? stringsIn(content.input) : []
      }
      case 'tool_result':
        return [event.tool, textOf(event.content)]
      case 'question_asked':
        return stringsIn(event.question)
      case 'question_answered':
        return stringsIn(event.answer)
      case 'permission_decided':
        return event.comment === undefined ? [] : [event.comment]
      case 'turn_committed':
        return event.extra.map(({ text }) => text)
      case 'conversation_compacted':
        return [...event.notes]
      case 'job_ended':
        return [`exit ${event.exitCode}`]
      default:
        return []
    }
  })
}
