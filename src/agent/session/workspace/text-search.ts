/** Search in all files by the person, and what they put in place of what was found. */
import type { FoundText } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { FileEdit, FileReplacements, ReplacedText, TextQuery } from '../../protocol/calls/files.ts'
import type { UserEdits } from './user-edits.ts'
import type { UserFiles } from './user-files.ts'

export interface TextSearchOptions {
  readonly files: UserFiles
  readonly edits: UserEdits
  readonly newId: () => string
}

export class TextSearch {
  readonly #options: TextSearchOptions
  #running: string | undefined

  constructor(options: TextSearchOptions) {
    this.#options = options
  }

  async search(query: TextQuery, limit: number, after?: string): Promise<Result<FoundText>> {
    await this.cancel()
    const id = this.#options.newId()
    this.#running = id
    const { include, exclude, matchCase } = query
    const found = await this.#options.files.read((sandbox) =>
      sandbox.findText({
        id,
        pattern: patternOf(query),
        caseInsensitive: !matchCase,
        include,
        exclude,
        limit,
        ...(after === undefined ? {} : { after }),
      }),
    )
    if (this.#running === id) this.#running = undefined
    return found
  }

  async cancel(): Promise<void> {
    const id = this.#running
    if (id === undefined) return
    this.#running = undefined
    await this.#options.files.read(async (sandbox) => ok(await sandbox.cancel(id)))
  }

  async replace(files: readonly FileReplacements[]): Promise<Result<ReplacedText>> {
    const edits: FileEdit[] = []
    const refused: { path: string; why: string }[] = []
    let matches = 0
    for (const file of files) {
      const { path } = file
      const read = await this.#options.files.read((sandbox) => sandbox.readFile(path))
      const next = read.ok ? withReplacements(read.value, file) : { why: read.error.message }
      if ('why' in next || !read.ok) {
        refused.push({ path, why: 'why' in next ? next.why : '' })
        continue
      }
      edits.push({ kind: 'file', path, data: next.data, over: { content: read.value } })
      matches += file.replacements.length
    }
    if (edits.length === 0) return ok({ edited: undefined, files: 0, matches: 0, refused })
    const edited = await this.#options.edits.edit(edits)
    return edited.ok ? ok({ edited: edited.value, files: edits.length, matches, refused }) : edited
  }
}

/** In the dialect of the sandbox's search. */
export function patternOf({ text, isRegex, wholeWord }: TextQuery): string {
  if (isRegex) return wholeWord ? `\\b(?:${text})\\b` : text
  const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  if (!wholeWord) return literal
  // A word's edge is only where a word is.
  return `${/^\w/.test(text) ? '\\b' : ''}${literal}${/\w$/.test(text) ? '\\b' : ''}`
}

/** A file's bytes with other text at these places; all else stays as it is. */
export function withReplacements(
  data: Uint8Array,
  { replacements }: FileReplacements,
): { readonly data: Uint8Array } | { readonly why: string } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return { why: 'It is not UTF-8: writing it would change more than the match.' }
  }
  const starts = lineStarts(text)
  const places = replacements
    .map(({ line, start, before, after }) => ({ at: (starts[line - 1] ?? Infinity) + start, before, after }))
    .sort((a, b) => a.at - b.at)
  let [changed, from] = ['', 0]
  for (const { at, before, after } of places) {
    if (at < from || !text.startsWith(before, at) || at > text.length)
      return { why: 'It has changed since it was searched.' }
    changed += text.slice(from, at) + after
    from = at + before.length
  }
  return { data: new TextEncoder().encode(changed + text.slice(from)) }
}

/** Offsets at which lines begin; the first after a byte order mark. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith('\uFEFF') ? 1 : 0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
