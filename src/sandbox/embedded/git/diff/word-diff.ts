/** `--word-diff`: changed lines of a hunk, compared word by word. */
import { GitFailure } from '../failure.ts'
import type { Options } from '../options.ts'
import { RESET } from '../colors.ts'
import { withoutPosixClasses } from '../posix-classes.ts'
import type { Config } from '../store/config.ts'
import type { DiffColors } from './color.ts'
import { diffLines } from './lines.ts'

export interface WordDiff {
  readonly mode: 'plain' | 'color' | 'porcelain'
  /** Pattern of a word; undefined: a run of non-blanks. */
  readonly words: RegExp | undefined
}

/** Undefined: lines are shown. */
export function wordDiffOf(options: Options, config: Config): WordDiff | undefined {
  const isColor = options.has('color-words')
  const given = options.has('word-diff') ? options.value('word-diff') || 'plain' : undefined
  const asked = options.value('word-diff-regex')
  const mode = isColor ? 'color' : (given ?? (asked === undefined ? undefined : 'plain'))
  if (mode === undefined || mode === 'none') return undefined
  if (mode !== 'plain' && mode !== 'color' && mode !== 'porcelain')
    throw new GitFailure(`bad --word-diff argument: ${mode}`, { prefix: 'error: ', exitCode: 129 })
  const source = asked ?? (options.value('color-words') || config.get('diff.wordregex'))
  try {
    return { mode, words: source === undefined ? undefined : new RegExp(withoutPosixClasses(source), 'g') }
  } catch {
    throw new GitFailure(`invalid regular expression: ${source ?? ''}`)
  }
}

interface Look {
  readonly prefix: string
  readonly suffix: string
  readonly color: string
}

const MARKS = {
  plain: { added: ['{+', '+}'], gone: ['[-', '-]'], kept: ['', ''], newline: '\n' },
  color: { added: ['', ''], gone: ['', ''], kept: ['', ''], newline: '\n' },
  porcelain: { added: ['+', '\n'], gone: ['-', '\n'], kept: [' ', '\n'], newline: '~\n' },
} as const

/** The body of a hunk, whose lines have their marks in front. */
export function wordHunk(lines: readonly string[], style: WordDiff, colors: DiffColors | undefined): string {
  let text = ''
  let [gone, added] = ['', '']
  const flush = (): void => {
    text += compareWords(gone, added, { style, colors })
    gone = ''
    added = ''
  }
  const take = (line: string): void => {
    if (line.startsWith('-')) gone += line.slice(1)
    else if (line.startsWith('+')) added += line.slice(1)
    else {
      flush()
      const shown = (style.mode === 'porcelain' ? line : line.slice(1)).replace(/\n$/, '')
      text += `${colors === undefined || shown === '' ? shown : colors.wrap('context', shown)}\n`
      if (style.mode === 'porcelain') text += '~\n'
    }
  }
  // The note that a newline is missing is no line of its own.
  for (const line of lines) take(line.replace(/\n\\ No newline at end of file\n$/, '\n'))
  flush()
  return text
}

interface Word {
  readonly start: number
  readonly end: number
}

function compareWords(
  gone: string,
  added: string,
  { style, colors }: { style: WordDiff; colors: DiffColors | undefined },
): string {
  if (gone === '' && added === '') return ''
  const marks = MARKS[style.mode]
  const look = (of: readonly [string, string], part: 'old' | 'new' | 'context'): Look => ({
    prefix: of[0],
    suffix: of[1],
    color: colors?.code(part) ?? '',
  })
  const write = (text: string, how: Look): string => writeText(text, how, marks.newline)
  const [old, young, kept] = [look(marks.gone, 'old'), look(marks.added, 'new'), look(marks.kept, 'context')]
  if (added === '') return write(gone, old)
  const [before, after] = [wordsOf(gone, style.words), wordsOf(added, style.words)]
  const textOf = (text: string, words: readonly Word[]): string[] =>
    words.map(({ start, end }) => text.slice(start, end))
  let out = ''
  let shown = 0
  for (const change of diffLines(textOf(gone, before), textOf(added, after), { indents: false })) {
    const minus = spanOf(before, change.a, change.aCount)
    const plus = spanOf(after, change.b, change.bCount)
    if (shown !== plus.start) out += write(added.slice(shown, plus.start), kept)
    if (minus.start !== minus.end) out += write(gone.slice(minus.start, minus.end), old)
    if (plus.start !== plus.end) out += write(added.slice(plus.start, plus.end), young)
    shown = plus.end
  }
  return shown === added.length ? out : out + write(added.slice(shown), kept)
}

/** From the first to the last of the words; behind the one before where there is none. */
function spanOf(words: readonly Word[], at: number, count: number): Word {
  const end = words[at + Math.max(count, 0) - 1]?.end ?? 0
  return { start: count === 0 ? end : (words[at]?.start ?? end), end }
}

function wordsOf(text: string, pattern: RegExp | undefined): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(pattern ?? /\S+/g)) {
    // A word ends with its line.
    const [line = ''] = match[0].split('\n')
    if (line !== '') words.push({ start: match.index, end: match.index + line.length })
  }
  return words
}

function writeText(text: string, look: Look, newline: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (line === '') return ''
      const shown = `${look.color}${look.prefix}${line}${look.suffix}`
      return look.color === '' ? shown : shown + RESET
    })
    .join(newline)
}
