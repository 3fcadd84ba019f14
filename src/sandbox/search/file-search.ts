/** Search as one operation of the sandbox, with ripgrep's meaning (contract: `glob`, `grep`). */
import type {
  FindTextQuery,
  FoundText,
  GlobQuery,
  GlobResult,
  GrepLine,
  GrepQuery,
  GrepResult,
} from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import type { TreeSourceFile } from '../history/tree-source.ts'
import { BINARY_SNIFF_BYTES, FIND_MAX_FILE_BYTES, GREP_DEFAULT_LIMIT } from '../contract/limits.ts'
import { resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { Pause } from '../contract/pause.ts'
import { isOwnWithheldFile } from '../contract/withheld-file.ts'
import { FoundParts, linePattern, pathFilter } from './find-text.ts'
import type { FileView } from './file-view.ts'
import { knownTypes, matcherOfType } from './file-types.ts'
import { compileGlob } from './glob-pattern.ts'
import type { PathMatcher } from './glob-pattern.ts'
import { cancelled, filesAt, findPaths } from './find-paths.ts'
import { linesWithContext, matchingLines } from './grep-file.ts'
import { compilePattern } from './pattern.ts'
import type { FoundFile } from './walk-files.ts'

export class FileSearch {
  readonly #view: FileView
  /** Decoded text of files, for as long as their version stays; undefined for binary ones. */
  readonly #texts = new WeakMap<
    TreeSourceFile,
    { readonly version: number; readonly text: string | undefined }
  >()

  /** State of a search in parts: its last position, and the remaining files. */
  #walk: { readonly after: string; readonly files: Iterator<FoundFile> } | undefined

  constructor(view: FileView) {
    this.#view = view
  }

  glob(query: GlobQuery, signal: AbortSignal): Promise<Result<GlobResult>> {
    return findPaths(this.#view, query, signal)
  }

  async grep(query: GrepQuery, signal: AbortSignal): Promise<Result<GrepResult>> {
    const { caseInsensitive = false, multiline = false } = query
    const pattern = compilePattern(query.pattern, { caseInsensitive, multiline })
    if (!pattern.ok) return pattern
    const filter = fileFilter(query)
    if (!filter.ok) return filter
    const files = filesAt(this.#view, query.path, query.includeIgnored ?? false)
    if (!files.ok) return files
    const collector = new Collector(query)
    const named = resolve(query.path ?? WORKSPACE_ROOT)
    const withheld: string[] = []
    const pause = new Pause()
    for (const file of files.value) {
      if (pause.due()) await pause.take()
      if (signal.aborted) return cancelled()
      if (!filter.value(file.relative, file.name)) continue
      if (query.skipsWithheld === true && file.path !== named && this.#isWithheld(file)) {
        withheld.push(file.path)
        continue
      }
      const text = this.#text(file.node)
      if (text === undefined) continue
      const matches = await matchingLines(text, pattern.value, { multiline, pause, signal })
      if (matches.length > 0) collector.add(file.path, text, matches)
    }
    if (signal.aborted) return cancelled()
    return ok({ ...collector.result(), ...(withheld.length === 0 ? {} : { withheld }) })
  }

  /** Part by part: see `FindTextQuery`. */
  async findText(query: FindTextQuery, signal: AbortSignal): Promise<Result<FoundText>> {
    const pattern = linePattern(query)
    if (!pattern.ok) return pattern
    const walk = this.#walkFrom(query.after)
    if (!walk.ok) return walk
    const isWanted = pathFilter(query)
    const part = new FoundParts(pattern.value, query.limit)
    for (let step = walk.value.next(); step.done !== true; step = walk.value.next()) {
      const { path, relative, name, node } = step.value
      if (part.pause.due()) await part.pause.take()
      if (signal.aborted) return cancelled()
      if (!isWanted(relative, name)) continue
      if (node.size > FIND_MAX_FILE_BYTES) part.tooLarge += 1
      else await part.add(path, this.#text(node), signal)
      if (signal.aborted) return cancelled()
      if (part.isFull) break
      if (!part.isDue) continue
      this.#walk = { after: path, files: walk.value }
      return ok(part.result(path))
    }
    return ok(part.result(undefined))
  }

  /** All files, or those that are left of a walk: the one that ended there, where it is still known, goes on. */
  #walkFrom(after: string | undefined): Result<Iterator<FoundFile>> {
    const known = this.#walk
    this.#walk = undefined
    if (after !== undefined && known?.after === after) return ok(known.files)
    const files = filesAt(this.#view, WORKSPACE_ROOT, false)
    if (!files.ok) return files
    return ok(after === undefined ? files.value[Symbol.iterator]() : filesPast(files.value, after))
  }

  #isWithheld({ path, node }: FoundFile): boolean {
    return isOwnWithheldFile(path) || this.#view.isWithheld?.(node) === true
  }

  #text(file: TreeSourceFile): string | undefined {
    const known = this.#texts.get(file)
    if (known?.version === file.version) return known.text
    const bytes = file.content()
    const isBinary = bytes.subarray(0, BINARY_SNIFF_BYTES).includes(0)
    const text = isBinary ? undefined : new TextDecoder().decode(bytes)
    this.#texts.set(file, { version: file.version, text })
    return text
  }
}

function* filesPast(files: Iterable<FoundFile>, goal: string): Generator<FoundFile> {
  for (const file of files) if (file.path !== goal && isPast(file.path, goal)) yield file
}

/** Whether the walk has come to this path, or is beyond it: the file itself may be gone by then. */
function isPast(path: string, goal: string): boolean {
  const [parts, goals] = [path.split('/'), goal.split('/')]
  const differs = parts.findIndex((part, index) => part !== goals[index])
  if (differs === -1) return true
  const other = goals[differs]
  return other === undefined || (parts[differs] ?? '') > other
}

function fileFilter({ glob, type }: GrepQuery): Result<PathMatcher> {
  const byType = type === undefined ? () => true : matcherOfType(type)
  if (!byType) {
    return fail('invalid', `"${type}" is not a known file type.`, {
      hint: `Known: ${knownTypes()}; or use a glob.`,
    })
  }
  const byGlob: PathMatcher = glob === undefined ? () => true : compileGlob(glob)
  return ok((relative, name) => byType(name) && byGlob(relative, name))
}

/** Counts everything, keeps only what `offset` and `limit` ask for. */
class Collector {
  readonly #query: GrepQuery
  readonly #from: number
  readonly #to: number
  readonly #lines: GrepLine[] = []
  readonly #files: { path: string; matches: number }[] = []
  #total = 0

  constructor(query: GrepQuery) {
    this.#query = query
    this.#from = query.offset ?? 0
    this.#to = this.#from + (query.limit ?? GREP_DEFAULT_LIMIT)
  }

  add(path: string, text: string, matches: readonly number[]): void {
    if (this.#query.mode !== 'content') {
      if (this.#wanted()) this.#files.push({ path, matches: matches.length })
      this.#total += 1
      return
    }
    const { before = 0, after = 0, multiline = false } = this.#query
    for (const line of linesWithContext(path, text, matches, { multiline, before, after })) {
      if (this.#wanted()) this.#lines.push(line)
      this.#total += 1
    }
  }

  result(): GrepResult {
    return { lines: this.#lines, files: this.#files, total: this.#total }
  }

  #wanted(): boolean {
    return this.#total >= this.#from && this.#total < this.#to
  }
}
