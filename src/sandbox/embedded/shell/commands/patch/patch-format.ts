/** Reads unified diffs, with what git adds to them. */

export interface Hunk {
  /** First line, counted from one; 0 for an empty file. */
  readonly oldStart: number
  readonly newStart: number
  /** Lines with their mark (` `, `-` or `+`) in front; each ends in a newline unless the file does not. */
  readonly lines: readonly string[]
}

export interface FilePatch {
  /** As the diff says; undefined where it says nothing. `/dev/null` stands for no file. */
  readonly oldName: string | undefined
  readonly newName: string | undefined
  readonly hunks: readonly Hunk[]
  readonly mode: number | undefined
  readonly isRename: boolean
  readonly isCopy: boolean
  readonly isDeletion: boolean
  readonly isBinary: boolean
}

export class PatchFormatError extends Error {}

interface Draft {
  oldName: string | undefined
  newName: string | undefined
  hunks: Hunk[]
  mode: number | undefined
  isRename: boolean
  isCopy: boolean
  isDeletion: boolean
  isBinary: boolean
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Text before, between and after the diffs is passed over. */
export function parsePatch(text: string): readonly FilePatch[] {
  return new Parser(splitLines(text)).parse()
}

/** Lines with their newlines. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

class Parser {
  readonly #lines: readonly string[]
  readonly #patches: Draft[] = []
  #current: Draft | undefined
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  parse(): readonly FilePatch[] {
    while (this.#at < this.#lines.length) this.#line(this.#lines[this.#at] ?? '')
    return this.#patches
  }

  #line(line: string): void {
    this.#at += 1
    const hunk = HUNK.exec(line)
    if (hunk !== null && this.#current !== undefined) return this.#hunk(hunk, this.#current)
    const git = /^diff --git (?:"?a\/(.*?)"? "?b\/(.*?)"?)\n?$/.exec(line)
    if (git !== null) this.#current = this.#begin(`a/${git[1] ?? ''}`, `b/${git[2] ?? ''}`)
    else if (line.startsWith('--- ') && this.#lines[this.#at]?.startsWith('+++ ')) this.#names(line)
    else if (/^\*\*\* \S/.test(line) && this.#lines[this.#at]?.startsWith('--- '))
      throw new PatchFormatError('context diffs are not supported here; make a unified one (diff -u)')
    else if (this.#current !== undefined && this.#current.hunks.length === 0)
      this.#extended(line, this.#current)
  }

  #begin(oldName: string | undefined, newName: string | undefined): Draft {
    const flags = { isRename: false, isCopy: false, isDeletion: false, isBinary: false }
    const draft: Draft = { oldName, newName, hunks: [], mode: undefined, ...flags }
    this.#patches.push(draft)
    return draft
  }

  #names(line: string): void {
    const next = this.#lines[this.#at] ?? ''
    this.#at += 1
    if (this.#current === undefined || this.#current.hunks.length > 0)
      this.#current = this.#begin(undefined, undefined)
    this.#current.oldName = nameIn(line)
    this.#current.newName = nameIn(next)
  }

  #extended(line: string, patch: Draft): void {
    const [, key = '', value = ''] =
      /^(new file mode|deleted file mode|new mode|rename from|rename to|copy from|copy to|Binary files|GIT binary patch) ?(.*)/.exec(
        line,
      ) ?? []
    if (key === 'new file mode' || key === 'new mode') patch.mode = Number.parseInt(value, 8) & 0o777
    if (key === 'new file mode') patch.oldName = '/dev/null'
    if (key === 'deleted file mode') [patch.isDeletion, patch.newName] = [true, '/dev/null']
    if (key.startsWith('rename')) patch.isRename = true
    if (key.startsWith('copy')) patch.isCopy = true
    if (key === 'Binary files' || key === 'GIT binary patch') patch.isBinary = true
  }

  #hunk(match: RegExpExecArray, patch: Draft): void {
    const [, oldStart = '0', oldCount = '1', newStart = '0', newCount = '1'] = match
    let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)]
    const lines: string[] = []
    while (oldLeft > 0 || newLeft > 0) {
      const line = this.#lines[this.#at]
      if (line === undefined) throw new PatchFormatError(`unexpected end of file in patch`)
      this.#at += 1
      // Mail programs take the blank off an empty line.
      const marked = line === '\n' || line === '\r\n' ? ` ${line}` : line
      if (marked.startsWith('\\')) {
        cutNewline(lines)
        continue
      }
      if (!/^[-+ ]/.test(marked))
        throw new PatchFormatError(`malformed patch at line ${this.#at}: ${line.trimEnd()}\n`)
      if (!marked.startsWith('+')) oldLeft -= 1
      if (!marked.startsWith('-')) newLeft -= 1
      lines.push(marked)
    }
    if (this.#lines[this.#at]?.startsWith('\\')) {
      this.#at += 1
      cutNewline(lines)
    }
    patch.hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines })
  }
}

/** `\ No newline at end of file` is said of the line before. */
function cutNewline(lines: string[]): void {
  const last = lines.pop()
  if (last !== undefined) lines.push(last.replace(/\n$/, ''))
}

/** The name after `--- `, without the time that may follow a tab. */
function nameIn(line: string): string {
  const text = line.slice(4).replace(/\r?\n$/, '')
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  if (quoted !== undefined) return unquote(quoted)
  return text.split('\t')[0] ?? ''
}

/** C's escapes as git writes them: bytes in octal. */
function unquote(text: string): string {
  const bytes: number[] = []
  for (const [, octal, escaped, plain] of text.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (escaped !== undefined)
      bytes.push(...new TextEncoder().encode({ n: '\n', t: '\t' }[escaped] ?? escaped))
    else bytes.push(...new TextEncoder().encode(plain ?? ''))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
