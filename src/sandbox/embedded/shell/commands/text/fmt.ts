/**
 * `fmt`: paragraphs filled again. Lines are broken where the sum of their costs is least, with the costs that GNU's
 * program has: a line is best at 93 % of the width, and does not end after a sentence's first word or before its last.
 */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError, retell } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { expandTabs, TAB } from './tab-stops.ts'

const SYNTAX: Syntax = {
  name: 'fmt',
  usage: 'fmt [-cstu] [-p STRING] [-w WIDTH] [-g WIDTH] [FILE]...',
  options: [
    'c,crown-margin',
    'g,goal=',
    'p,prefix=',
    's,split-only',
    't,tagged-paragraph',
    'u,uniform-spacing',
    'w,width=',
  ],
}
const DEFAULT_WIDTH = 75
const TAGGED_INDENT = 3
/** Costs, as squares of columns. */
const LINE = 70 ** 2
const NO_BREAK = 600 ** 2
const SENTENCE_BONUS = 50 ** 2
const PAREN_BONUS = 40 ** 2
const PUNCT_BONUS = 40 ** 2
const WIDOW = 200 ** 2
const ORPHAN = 150 ** 2

interface Word {
  readonly text: string
  readonly length: number
  /** Columns between it and the next one. */
  space: number
  readonly isOpening: boolean
  readonly hasPunctuation: boolean
  readonly isPeriod: boolean
  /** Ends a sentence. */
  isFinal: boolean
}

interface Style {
  readonly width: number
  readonly goal: number
  readonly prefix: string
  readonly isUniform: boolean
  readonly kind: 'plain' | 'crown' | 'tagged' | 'split'
  /** The text has tabs, so what is indented gets tabs again. */
  readonly hasTabs: boolean
}

interface Line {
  readonly indent: number
  readonly text: string
}

export const fmt = streamTool(
  SYNTAX,
  async (run) => {
    const style = styleOf(run)
    await run.each(run.inputs, async (file) => {
      let text
      try {
        text = await run.text(file)
      } catch (error) {
        retell(error, ({ operand, reason }) => `cannot open '${operand}' for reading: ${reason}`)
      }
      await run.out(format(text, { ...style, hasTabs: text.includes('\t') }))
    })
  },
  (args) => args.map((arg, at) => (at === 0 ? arg.replace(/^-(\d+)$/, '-w$1') : arg)),
)

function styleOf(run: StreamRun): Style {
  const { options } = run
  const goal = options.value('g')
  const width = numberOf(options.value('w'), goal === undefined ? DEFAULT_WIDTH : Number(goal) + 10)
  return {
    width,
    goal: numberOf(goal, Math.floor((width * 187) / 200)),
    prefix: (options.value('p') ?? '').trim(),
    isUniform: options.has('u'),
    hasTabs: false,
    kind: options.has('s') ? 'split' : options.has('c') ? 'crown' : options.has('t') ? 'tagged' : 'plain',
  }
}

function numberOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid width: '${text}'`)
  return Number(text)
}

function format(text: string, style: Style): string {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const out: string[] = []
  for (let at = 0; at < lines.length;) {
    const first = lineOf(lines[at] ?? '', style)
    if (first === undefined) {
      out.push((lines[at] ?? '').trimEnd())
      at += 1
      continue
    }
    const paragraph = [first]
    while (at + paragraph.length < lines.length) {
      const next = lineOf(lines[at + paragraph.length] ?? '', style)
      if (next === undefined || !belongs(paragraph, next, style)) break
      paragraph.push(next)
    }
    at += paragraph.length
    const indents = [first.indent, restIndent(paragraph, style)] as const
    const words = paragraph.flatMap((line, index) =>
      wordsOf(line.text, { isUniform: style.isUniform, isLastLine: index === paragraph.length - 1 }),
    )
    out.push(...fill(words, indents, style))
  }
  return out.map((line) => `${line}\n`).join('')
}

/** Undefined for a line that is no part of a paragraph. */
function lineOf(raw: string, style: Style): Line | undefined {
  const text = expandTabs(raw)
  const body = text.trimStart()
  if (!body.startsWith(style.prefix)) return undefined
  const rest = body.slice(style.prefix.length)
  const words = rest.trim()
  if (words === '') return undefined
  const before = style.prefix === '' ? text.length - body.length : rest.length - rest.trimStart().length
  return { indent: before, text: words }
}

function belongs(paragraph: readonly Line[], next: Line, { kind }: Style): boolean {
  const [first, second] = paragraph
  if (kind === 'split') return false
  if (kind === 'plain') return next.indent === first?.indent
  if (second !== undefined) return next.indent === second.indent
  return kind === 'crown' || next.indent !== first?.indent
}

function restIndent(paragraph: readonly Line[], { kind }: Style): number {
  const [first, second] = paragraph
  const own = first?.indent ?? 0
  if (kind === 'plain' || kind === 'split') return own
  if (second !== undefined) return second.indent
  if (kind === 'crown') return own
  return own === 0 ? TAGGED_INDENT : 0
}

function wordsOf(
  text: string,
  { isUniform, isLastLine }: { isUniform: boolean; isLastLine: boolean },
): readonly Word[] {
  const found = [...text.matchAll(/(\S+)(\s*)/g)]
  return found.map(([, word = '', space = ''], at) => {
    const isPeriod = /[.?!]['")\]]*$/.test(word)
    const isLineEnd = at === found.length - 1
    const isFinal = isPeriod && (isLineEnd || space.length > 1)
    const width = isLineEnd || isUniform ? (isFinal ? 2 : 1) : space.length
    return {
      text: word,
      length: [...word].length,
      space: isLineEnd && isLastLine ? 0 : width,
      isOpening: /^['"([`]/.test(word),
      hasPunctuation: /[!-/:-@[-`{-~]$/.test(word),
      isPeriod,
      isFinal: isFinal || (isLineEnd && isLastLine),
    }
  })
}

/** From the last word back: the cheapest way to break what begins there. */
function fill(words: readonly Word[], [first, rest]: readonly [number, number], style: Style): string[] {
  const { width, goal, prefix } = style
  const best: { cost: number; length: number; next: number }[] = []
  best[words.length] = { cost: 0, length: 0, next: words.length }
  for (let start = words.length - 1; start >= 0; start -= 1) {
    let length = prefix.length + (start === 0 ? first : rest)
    let found = { cost: Infinity, length, next: start + 1 }
    for (let next = start + 1; next <= words.length; next += 1) {
      const word = words[next - 1]
      length += (word?.length ?? 0) + (next - 1 > start ? (words[next - 2]?.space ?? 0) : 0)
      if (next > start + 1 && length >= width) break
      const after = best[next] ?? { cost: 0, length: 0, next }
      let cost = after.cost
      if (next < words.length) {
        cost += squared(10 * (goal - length))
        if (after.next < words.length) cost += squared(10 * (length - after.length)) / 2
      }
      if (cost < found.cost) found = { cost, length, next }
    }
    best[start] = { ...found, cost: found.cost + breakCost(words, start) }
  }
  const lines: string[] = []
  for (let at = 0; at < words.length;) {
    const next = best[at]?.next ?? words.length
    const line = words
      .slice(at, next)
      .map(({ text, space }, index, all) => (index === all.length - 1 ? text : text + ' '.repeat(space)))
    lines.push(prefix + indentText(lines.length === 0 ? first : rest, style) + line.join(''))
    at = next
  }
  return lines
}

function indentText(columns: number, { hasTabs, prefix }: Style): string {
  if (!hasTabs || prefix !== '') return ' '.repeat(columns)
  return '\t'.repeat(Math.floor(columns / TAB)) + ' '.repeat(columns % TAB)
}

/** Cost of a line break before that word. */
function breakCost(words: readonly Word[], at: number): number {
  const [word, before, earlier] = [words[at], words[at - 1], words[at - 2]]
  let cost = LINE
  if (word === undefined) return cost
  if (before !== undefined) {
    if (before.isPeriod) cost += before.isFinal ? -SENTENCE_BONUS : NO_BREAK
    else if (before.hasPunctuation) cost -= PUNCT_BONUS
    else if (earlier?.isFinal) cost += Math.floor(WIDOW / (before.length + 2))
  }
  if (word.isOpening) cost -= PAREN_BONUS
  else if (word.isFinal) cost += Math.floor(ORPHAN / (word.length + 2))
  return cost
}

function squared(value: number): number {
  return value * value
}
