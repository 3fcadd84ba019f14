/** The person's search in files: every match by its place, in parts, so that a slow one can be watched and stopped. */
import type { FindTextQuery, FoundInFile, FoundMatch, FoundText } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import {
  FIND_AFTER_CHARS,
  FIND_BEFORE_CHARS,
  FIND_FILE_MS,
  FIND_MAX_LINE_CHARS,
  FIND_MAX_MATCH_CHARS,
  FIND_PART_MATCHES,
  FIND_PART_MS,
} from '../contract/limits.ts'
import { Pause } from '../contract/pause.ts'
import { compileGlob } from './glob-pattern.ts'
import type { PathMatcher } from './glob-pattern.ts'
import { compilePattern } from './pattern.ts'
import type { Pattern } from './pattern.ts'

type PatternQuery = Pick<FindTextQuery, 'pattern' | 'caseInsensitive'>

/**
 * A pattern for lines one by one of which every match is wanted whole. What is compiled for single lines leaves out
 * what does not change which of them match, but does change where; what is compiled for texts does not.
 */
export function linePattern({ pattern, caseInsensitive = false }: PatternQuery): Result<Pattern> {
  const forLines = compilePattern(pattern, { caseInsensitive, multiline: false })
  return forLines.ok ? compilePattern(pattern, { caseInsensitive, multiline: true }) : forLines
}

export function pathFilter({
  include = [],
  exclude = [],
}: Pick<FindTextQuery, 'include' | 'exclude'>): PathMatcher {
  const [wanted, unwanted] = [include.map(fileOrFolder), exclude.map(fileOrFolder)]
  return (relative, name) =>
    (wanted.length === 0 || wanted.some((matches) => matches(relative, name))) &&
    !unwanted.some((matches) => matches(relative, name))
}

/** A pattern without a slash is also the name of a folder at any depth. */
function fileOrFolder(glob: string): PathMatcher {
  const asFile = compileGlob(glob)
  if (glob.replace(/\/$/, '').includes('/')) return asFile
  const asFolder = compileGlob(`**/${glob.replace(/\/$/, '')}/**`)
  return (relative, name) => asFile(relative, name) || asFolder(relative, name)
}

/** Collects one part of a search. */
export class FoundParts {
  tooLarge = 0
  readonly pause = new Pause()
  readonly #pattern: Pattern
  readonly #limit: number
  readonly #files: FoundInFile[] = []
  readonly #endsAt = performance.now() + FIND_PART_MS
  #matches = 0
  #searched = 0
  #binary = 0
  #tooSlow = 0
  #longLines = 0

  constructor(pattern: Pattern, limit: number) {
    this.#pattern = pattern
    this.#limit = limit
  }

  /** It has as many matches as are wanted at all. */
  get isFull(): boolean {
    return this.#matches >= this.#limit
  }

  /** It is time to hand over what there is. */
  get isDue(): boolean {
    return this.#matches >= FIND_PART_MATCHES || performance.now() >= this.#endsAt
  }

  /** `text` is undefined for a binary file. */
  async add(path: string, text: string | undefined, signal: AbortSignal): Promise<void> {
    if (text === undefined) {
      this.#binary += 1
      return
    }
    this.#searched += 1
    const { literal } = this.#pattern
    if (literal !== '' && !text.includes(literal)) return
    const found: FoundMatch[] = []
    const until = performance.now() + FIND_FILE_MS
    let line = 0
    for (let start = 0; start < text.length && !this.isFull;) {
      const newline = text.indexOf('\n', start)
      const end = newline === -1 ? text.length : newline
      line += 1
      this.#addLine(found, line, text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end))
      start = end + 1
      if (!this.pause.due()) continue
      await this.pause.take()
      if (signal.aborted) return
      if (performance.now() < until) continue
      this.#tooSlow += 1
      break
    }
    if (found.length > 0) this.#files.push({ path, matches: found })
  }

  result(next: string | undefined): FoundText {
    return {
      files: this.#files,
      searched: this.#searched,
      binary: this.#binary,
      tooLarge: this.tooLarge,
      tooSlow: this.#tooSlow,
      longLines: this.#longLines,
      ...(next === undefined ? {} : { next }),
    }
  }

  #addLine(found: FoundMatch[], line: number, whole: string): void {
    const { literal } = this.#pattern
    if (literal !== '' && !whole.includes(literal)) return
    const isLong = whole.length > FIND_MAX_LINE_CHARS
    if (isLong) this.#longLines += 1
    const searched = isLong ? whole.slice(0, FIND_MAX_LINE_CHARS) : whole
    for (const { start, end, groups } of this.#pattern.matches(searched)) {
      if (this.isFull) return
      if (end === start || end - start > FIND_MAX_MATCH_CHARS) continue
      this.#matches += 1
      found.push({
        line,
        start,
        end,
        text: whole.slice(start, end),
        before: whole.slice(Math.max(0, start - FIND_BEFORE_CHARS), start),
        after: whole.slice(end, end + FIND_AFTER_CHARS),
        groups: groups(),
      })
    }
  }
}
