/** The user's own messages beside a summary. Pure. */
import {
  OWN_MESSAGE_CHARS,
  OWN_MESSAGE_READ_CHARS,
  OWN_SENTENCES_CHARS,
  OWN_SENTENCES_PART,
  OWN_SENTENCES_READ_CHARS,
  OWN_SENTENCES_SHARE,
  OWN_WORDS_CHARS,
  OWN_WORDS_SHARE,
} from '../../limits.ts'
import { GAP, sentencesOf } from './said-sentences.ts'
import { plainText } from './sentence-terms.ts'
import { worthOf } from './telling-sentences.ts'

/** Characters of a token, as estimated everywhere. */
const TOKEN_CHARS = 4
const LEFT_OUT = '…'
/** Share of all sentences' room that one message may take, where there are more. */
const MESSAGE_SHARE = 0.25

/**
 * The user's messages so far, verbatim, newest first to be kept; where not all have room, the sentences of the older ones that say the
 * most take a part of it. Undefined if there is nothing.
 */
export function ownWords(said: readonly string[], window: number): string | undefined {
  const room = Math.min(OWN_WORDS_CHARS, window * OWN_WORDS_SHARE * TOKEN_CHARS)
  const whole = wholeFrom(said, room, 0)
  const excerpts = whole === 0 ? [] : excerptsOf(said, whole, { room, window })
  const taken = excerpts.reduce((sum, { line }) => sum + line.length + 1, 0)
  // Excerpts that need less than the room that was set aside leave it to whole messages.
  const missing = wholeFrom(said, room, taken)
  const lines = excerpts.filter(({ message }) => message < missing).map(({ line }) => line)
  const quoted = said.slice(missing).map((text, index) => `${missing + index + 1}. ${cut(text)}`)
  const parts = lines.length === 0 ? quoted : [lines.join('\n'), ...quoted]
  if (parts.length === 0) return undefined
  return `What I have said so far, word for word.${leftText(missing, lines.length > 0)}\n\n${parts.join('\n\n')}`
}

/** Index of the first message that is kept whole with all that come after it. The newest one may take what is set aside. */
function wholeFrom(said: readonly string[], room: number, aside: number): number {
  let left = room - aside
  for (let at = said.length - 1; at >= 0; at--) {
    const { length } = cut(said[at] ?? '')
    const isNewest = at === said.length - 1
    if (length > (isNewest ? room : left)) return at + 1
    left -= length
  }
  return 0
}

function leftText(missing: number, isExcerpted: boolean): string {
  if (missing === 0) return ''
  if (!isExcerpted) return ` The ${missing} before them are only in the summary.`
  return ` The first ${missing} messages stand here as excerpts only: the program has picked single sentences, and ${LEFT_OUT} marks each part that is left out; the rest is only in the summary. Where two of them contradict each other, the later one holds.`
}

interface Candidate {
  /** Index of the message, and of the sentence in it. */
  readonly message: number
  readonly at: number
  readonly text: string
}

interface Excerpt {
  /** Index of the message. */
  readonly message: number
  readonly line: string
}

/** One line for each message that is not whole when room is set aside, in their order. */
function excerptsOf(
  said: readonly string[],
  whole: number,
  { room, window }: { readonly room: number; readonly window: number },
): readonly Excerpt[] {
  const most = Math.min(
    OWN_SENTENCES_CHARS,
    window * OWN_SENTENCES_SHARE * TOKEN_CHARS,
    OWN_SENTENCES_PART * said.slice(0, whole).reduce((sum, text) => sum + text.length, 0),
  )
  const missing = wholeFrom(said, room, most)
  const messages = sentencesOfAll(said.slice(0, missing))
  const { candidates, others } = candidatesOf(messages, said.slice(missing).map(cut).flatMap(sentencesOf))
  const worth = worthOf(
    candidates.map(({ text }) => text),
    others,
  )
  const ranked = candidates
    .map((candidate, index) => ({ candidate, worth: worth[index] ?? 0 }))
    .filter((one) => one.worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ candidate }) => candidate)
  return [...pick(ranked, most, Math.max(most * MESSAGE_SHARE, most / missing)).entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([message, ats]) => ({ message, line: excerpt(message, messages[message] ?? [], ats) }))
}

/** Each sentence where it was said last, none that stands in a kept message; and the other sentences. */
function candidatesOf(
  messages: readonly (readonly string[])[],
  kept: readonly string[],
): { readonly candidates: readonly Candidate[]; readonly others: readonly string[] } {
  const others = kept.filter((text) => text !== GAP)
  const known = new Set(others.map(plainText))
  const candidates: Candidate[] = []
  for (const [message, sentences] of [...messages.entries()].reverse()) {
    for (const [at, text] of [...sentences.entries()].reverse()) {
      const plain = plainText(text)
      if (plain === '') continue
      if (known.has(plain)) others.push(text)
      else candidates.push({ message, at, text })
      known.add(plain)
    }
  }
  return { candidates, others }
}

/** Sentences of each message, the newest ones first to be read: there may be too much. */
function sentencesOfAll(messages: readonly string[]): readonly (readonly string[])[] {
  let left = OWN_SENTENCES_READ_CHARS
  const read = messages.toReversed().map((text) => {
    const part = text.slice(0, Math.min(left, OWN_MESSAGE_READ_CHARS))
    left -= part.length
    return part.length < text.length ? [...sentencesOf(part), GAP] : sentencesOf(part)
  })
  return read.reverse()
}

/** Indices of the picked sentences, by message. */
function pick(
  ranked: readonly Candidate[],
  room: number,
  most: number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const picked = new Map<number, Set<number>>()
  const taken = new Map<number, number>()
  let left = room
  for (const { message, at, text } of ranked) {
    const ats = picked.get(message) ?? new Set()
    // Beside its neighbour it takes less.
    const frame = ats.size === 0 ? `\n${message + 1}. ${LEFT_OUT}  ${LEFT_OUT}` : ` ${LEFT_OUT} `
    const size = text.length + frame.length
    const used = (taken.get(message) ?? 0) + size
    if (size > left || used > most) continue
    left -= size
    taken.set(message, used)
    picked.set(message, ats.add(at))
  }
  return picked
}

function excerpt(message: number, sentences: readonly string[], ats: ReadonlySet<number>): string {
  const parts: string[] = []
  let next = 0
  for (const at of [...ats].toSorted((one, other) => one - other)) {
    if (at > next) parts.push(LEFT_OUT)
    parts.push(sentences[at] ?? '')
    next = at + 1
  }
  if (next < sentences.length) parts.push(LEFT_OUT)
  return `${message + 1}. ${parts.join(' ')}`
}

function cut(text: string): string {
  if (text.length <= OWN_MESSAGE_CHARS) return text
  return `${text.slice(0, OWN_MESSAGE_CHARS)} [${text.length - OWN_MESSAGE_CHARS} characters more]`
}
