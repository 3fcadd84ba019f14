/** A patch as text, taken apart: files, and in each the hunks. */
import { GitFailure } from '../failure.ts'
import { unquotePath } from '../diff/quote-path.ts'
import { splitLines } from '../text.ts'

export interface PatchHunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each with its newline, where it has one. */
  readonly old: readonly string[]
  readonly young: readonly string[]
  /** Unchanged lines at its beginning and end. */
  readonly leading: number
  readonly trailing: number
}

export interface FilePatch {
  /** Undefined: the file is new. */
  readonly from: string | undefined
  /** Undefined: the file goes. */
  readonly to: string | undefined
  readonly oldMode: number | undefined
  readonly newMode: number | undefined
  /** The name of its old content, often cut short. */
  readonly oldBlob: string | undefined
  readonly isCopy: boolean
  readonly isRename: boolean
  readonly hunks: readonly PatchHunk[]
  /** Parts of a binary patch: the deflated content after and before, with its size. */
  readonly binary: readonly BinaryPart[] | undefined
}

export interface BinaryPart {
  readonly kind: 'literal' | 'delta'
  readonly size: number
  readonly lines: readonly string[]
}

interface Draft {
  from: string | undefined
  to: string | undefined
  oldMode: number | undefined
  newMode: number | undefined
  oldBlob: string | undefined
  isCopy: boolean
  isRename: boolean
  isNew: boolean
  isGone: boolean
  hunks: PatchHunk[]
  binary: BinaryPart[] | undefined
}

/** `strip` is the number of leading parts taken off names. */
export function parsePatch(text: string, strip: number): FilePatch[] {
  const lines = splitLines(text)
  const patches: FilePatch[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const isGit = line.startsWith('diff --git ')
    const isPlain =
      line.startsWith('--- ') &&
      (lines[at + 1] ?? '').startsWith('+++ ') &&
      (lines[at + 2] ?? '').startsWith('@@ ')
    if (!isGit && !isPlain) {
      at += 1
      continue
    }
    const read = readFile(lines, at, strip)
    patches.push(read.patch)
    at = read.next
  }
  return patches
}

function readFile(
  lines: readonly string[],
  start: number,
  strip: number,
): { patch: FilePatch; next: number } {
  const draft: Draft = {
    from: undefined,
    to: undefined,
    oldMode: undefined,
    newMode: undefined,
    oldBlob: undefined,
    isCopy: false,
    isRename: false,
    isNew: false,
    isGone: false,
    hunks: [],
    binary: undefined,
  }
  let at = start
  const head = lines[at] ?? ''
  if (head.startsWith('diff --git ')) {
    readGitNames(draft, chomp(head).slice('diff --git '.length), strip)
    for (at += 1; at < lines.length; at += 1) if (!readHeader(draft, chomp(lines[at] ?? ''))) break
  }
  if ((lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ')) {
    const [from, to] = [nameOf(lines[at] ?? '', strip), nameOf(lines[at + 1] ?? '', strip)]
    if (from === undefined) draft.isNew = true
    else draft.from = from
    if (to === undefined) draft.isGone = true
    else draft.to = to
    at += 2
  }
  if ((lines[at] ?? '').startsWith('GIT binary patch')) {
    const read = readBinary(lines, at + 1)
    draft.binary = read.parts
    at = read.next
  }
  while ((lines[at] ?? '').startsWith('@@ ')) {
    const read = readHunk(lines, at)
    draft.hunks.push(read.hunk)
    at = read.next
  }
  const patch = {
    ...draft,
    from: draft.isNew ? undefined : (draft.from ?? draft.to),
    to: draft.isGone ? undefined : (draft.to ?? draft.from),
  }
  return { patch, next: Math.max(at, start + 1) }
}

function chomp(line: string): string {
  return line.replace(/\r?\n$/, '')
}

function stripped(name: string, strip: number): string {
  return name.split('/').slice(strip).join('/')
}

function readGitNames(draft: Draft, text: string, strip: number): void {
  if (text.startsWith('"')) {
    const first = unquotePath(text)
    const rest = first === undefined ? '' : text.slice(first.length + 1)
    const second = rest.startsWith('"') ? unquotePath(rest)?.path : rest
    draft.from = stripped(first?.path ?? '', strip)
    draft.to = stripped(second ?? '', strip)
    return
  }
  // Both names are the same but for their first parts, unless other lines say otherwise.
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    const [a, b] = [text.slice(0, at), text.slice(at + 1)]
    if (stripped(a, strip) !== '' && stripped(a, strip) === stripped(b, strip)) {
      draft.from = stripped(a, strip)
      draft.to = draft.from
      return
    }
  }
}

function unquoted(text: string): string {
  return text.startsWith('"') ? (unquotePath(text)?.path ?? text) : text
}

/** False for the first line that is no header. */
function readHeader(draft: Draft, line: string): boolean {
  const [, word, value = ''] =
    /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/.exec(
      line,
    ) ?? []
  if (word === undefined) return false
  const mode = Number.parseInt(value, 8)
  if (word === 'old mode') draft.oldMode = mode
  else if (word === 'new mode') draft.newMode = mode
  else if (word === 'deleted file mode') [draft.isGone, draft.oldMode] = [true, mode]
  else if (word === 'new file mode') [draft.isNew, draft.newMode] = [true, mode]
  else if (word === 'rename from' || word === 'copy from') draft.from = unquoted(value)
  else if (word === 'rename to') [draft.to, draft.isRename] = [unquoted(value), true]
  else if (word === 'copy to') [draft.to, draft.isCopy] = [unquoted(value), true]
  else if (word === 'index') {
    draft.oldBlob = /^[0-9a-f]+/.exec(value)?.[0]
    if (/ (\d{6})$/.test(value)) draft.oldMode ??= Number.parseInt(value.slice(-6), 8)
  }
  return true
}

function nameOf(line: string, strip: number): string | undefined {
  const text = chomp(line).slice(4)
  const name = text.startsWith('"') ? unquoted(text) : (text.split('\t')[0] ?? '')
  return name === '/dev/null' ? undefined : stripped(name, strip)
}

function readHunk(lines: readonly string[], start: number): { hunk: PatchHunk; next: number } {
  const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[start] ?? '')
  if (header === null) throw corrupt(start)
  let [oldLeft, newLeft] = [Number(header[2] ?? 1), Number(header[4] ?? 1)]
  const old: string[] = []
  const young: string[] = []
  let [leading, trailing] = [0, 0]
  let seen = false
  let at = start + 1
  while (oldLeft > 0 || newLeft > 0 || (lines[at] ?? '').startsWith('\\')) {
    const line = lines[at]
    if (line === undefined) throw corrupt(at)
    const mark = line.charAt(0)
    const text = line.slice(1)
    if (mark === '\\') {
      dropNewline(old, young, lines[at - 1]?.charAt(0) ?? ' ')
      at += 1
      continue
    }
    if (mark === '-' || mark === '+') {
      seen = true
      trailing = 0
    } else if (seen) trailing += 1
    else leading += 1
    if (mark !== '+') {
      old.push(mark === '-' || mark === ' ' ? text : line)
      oldLeft -= 1
    }
    if (mark !== '-') {
      young.push(mark === '+' || mark === ' ' ? text : line)
      newLeft -= 1
    }
    if (!/[-+ \n]/.test(mark) || oldLeft < 0 || newLeft < 0) throw corrupt(at)
    at += 1
  }
  return {
    hunk: { oldStart: Number(header[1]), newStart: Number(header[3]), old, young, leading, trailing },
    next: at,
  }
}

function dropNewline(old: string[], young: string[], mark: string): void {
  const cut = (lines: string[]): void => {
    const last = lines.length - 1
    if (last >= 0) lines[last] = (lines[last] ?? '').replace(/\n$/, '')
  }
  if (mark !== '+') cut(old)
  if (mark !== '-') cut(young)
}

function corrupt(at: number): GitFailure {
  return new GitFailure(`corrupt patch at line ${at + 1}`, { prefix: 'error: ', exitCode: 128 })
}

function readBinary(lines: readonly string[], start: number): { parts: BinaryPart[]; next: number } {
  const parts: BinaryPart[] = []
  let at = start
  for (;;) {
    const [, kind, size] = /^(literal|delta) (\d+)/.exec(lines[at] ?? '') ?? []
    if (kind !== 'literal' && kind !== 'delta') break
    const body: string[] = []
    for (at += 1; at < lines.length && chomp(lines[at] ?? '') !== ''; at += 1)
      body.push(chomp(lines[at] ?? ''))
    parts.push({ kind, size: Number(size), lines: body })
    at += 1
  }
  return { parts, next: at }
}
