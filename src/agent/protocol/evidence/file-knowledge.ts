/** Follows what calls have shown of a file, to say what stands in it now. */
import type { Act } from './evidence.ts'
import { absolutePath, meantPaths, shownPath } from './file-paths.ts'
import { shellParts } from './shell-parts.ts'
import { commandOf, fileOf } from './verdict.ts'

/** A text of the file, and the call that has shown or written it. */
interface Passage {
  readonly text: string
  readonly by: Act
  /** Something that may have changed the file has happened since. */
  readonly isStale: boolean
}

export interface FileKnowledge {
  /** All of the file, where it is known. */
  readonly whole: Passage | undefined
  /** Parts of it, the newest last. */
  readonly parts: readonly Passage[]
}

const NOTHING: FileKnowledge = { whole: undefined, parts: [] }
const EDITORS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

/** Whether a call edits one file by its nature, and has no other effect. */
export function isEditor(tool: string): boolean {
  return EDITORS.has(tool)
}

/** The knowledge of a file (an absolute path) after these acts. */
export function knowledgeOf(path: string, acts: readonly Act[]): FileKnowledge {
  let known = NOTHING
  for (const act of acts) {
    const file = fileOf(act)
    const isOfFile = file !== undefined && absolutePath(file) === path
    if (isOfFile && act.outcome === 'done') known = after(known, act)
    else if (act.changed && !isEditor(act.tool)) known = stale(known)
    const shown = file === undefined ? shownBy(act, path) : undefined
    if (shown !== undefined)
      known = { ...known, parts: [...known.parts, { text: shown, by: act, isStale: act.changed }] }
  }
  return known
}

function stale({ whole, parts }: FileKnowledge): FileKnowledge {
  return {
    whole: whole && { ...whole, isStale: true },
    parts: parts.map((part) => ({ ...part, isStale: true })),
  }
}

function after(known: FileKnowledge, act: Act): FileKnowledge {
  switch (act.tool) {
    case 'Read':
      return afterRead(known, act)
    case 'Write':
      return wholeFile(act.input['content'], act)
    case 'Edit':
      return afterEdits(known, [act.input], act)
    case 'MultiEdit':
      return Array.isArray(act.input['edits']) ? afterEdits(known, act.input['edits'], act) : NOTHING
    case 'NotebookEdit':
      return { whole: undefined, parts: cellOf(act) }
    default:
      return act.changed ? stale(known) : known
  }
}

function wholeFile(content: unknown, by: Act): FileKnowledge {
  return typeof content === 'string' ? { whole: { text: content, by, isStale: false }, parts: [] } : NOTHING
}

function cellOf(by: Act): readonly Passage[] {
  const source = by.input['new_source']
  return typeof source === 'string' && by.input['edit_mode'] !== 'delete'
    ? [{ text: source, by, isStale: false }]
    : []
}

interface Replacement {
  readonly from: string
  readonly to: string
  readonly isOfAll: boolean
}

function replacementOf(edit: unknown): Replacement | undefined {
  if (typeof edit !== 'object' || edit === null) return undefined
  const { old_string: from, new_string: to, replace_all: all }: Record<string, unknown> = { ...edit }
  return typeof from === 'string' && typeof to === 'string' ? { from, to, isOfAll: all === true } : undefined
}

function afterEdits(known: FileKnowledge, edits: readonly unknown[], by: Act): FileKnowledge {
  return edits.reduce<FileKnowledge>((now, edit) => {
    const replacement = replacementOf(edit)
    return replacement === undefined ? NOTHING : afterEdit(now, replacement, by)
  }, known)
}

function afterEdit(
  { whole, parts }: FileKnowledge,
  { from, to, isOfAll }: Replacement,
  by: Act,
): FileKnowledge {
  // An edit of nothing creates the file.
  if (from === '') return wholeFile(to, by)
  const edited = (text: string) => (isOfAll ? text.split(from).join(to) : replacedOnce(text, from, to))
  const kept = parts.flatMap((part) => {
    if (part.text.includes(from)) return [{ ...part, text: edited(part.text) }]
    return overlaps(part.text, from) ? [] : [part]
  })
  return {
    // The tool also takes a text whose blanks differ; the whole is unknown then.
    whole: whole?.text.includes(from) === true ? { ...whole, text: edited(whole.text) } : undefined,
    parts: to === '' ? kept : [...kept, { text: to, by, isStale: false }],
  }
}

function replacedOnce(text: string, from: string, to: string): string {
  const at = text.indexOf(from)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

/** A part that has lines of the text that was replaced, but not all of it, is no longer known. */
function overlaps(part: string, from: string): boolean {
  return from.split('\n').some((line) => line.trim().length > 2 && part.includes(line.trim()))
}

const NUMBERED = /^(\d+)\t/

/** The result has numbered lines, and a note behind them where it does not show the whole file. */
function afterRead(known: FileKnowledge, by: Act): FileKnowledge {
  if (/^\[.* exists and is empty\.\]$/.test(by.result)) return wholeFile('', by)
  const rows = by.result.split('\n')
  const end = rows.findIndex(
    (row, index) => !NUMBERED.test(row) || Number(NUMBERED.exec(row)?.[1]) !== firstNumber(rows) + index,
  )
  const lines = (end < 0 ? rows : rows.slice(0, end)).map((row) => row.replace(NUMBERED, ''))
  if (lines.length === 0) return known
  const text = lines.join('\n')
  if (end < 0 && firstNumber(rows) === 1) return wholeFile(text, by)
  return { ...known, parts: [...known.parts, { text, by, isStale: false }] }
}

function firstNumber(rows: readonly string[]): number {
  return Number(NUMBERED.exec(rows[0] ?? '')?.[1] ?? 0)
}

const VIEWERS = new Set(['cat', 'head', 'tail', 'nl', 'grep', 'egrep', 'fgrep', 'rg', 'sed', 'bat'])

/** The output of a command that shows this file and no other, or the lines of it that Grep has found. */
function shownBy(act: Act, path: string): string | undefined {
  if (act.outcome !== 'done') return undefined
  if (act.tool === 'Grep') return grepLines(act, path)
  const command = commandOf(act)
  if (command === undefined || act.exitCode !== 0) return undefined
  const parts = shellParts(command).filter(({ words: [program] }) => program !== 'cd')
  const shows = parts.every(({ words: [program = '', ...rest], writes }) => {
    const isEdit = program === 'sed' && rest.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))
    return VIEWERS.has(program) && writes.length === 0 && !isEdit
  })
  const files = parts.flatMap(({ words: [program = '', ...rest] }) => argumentsOf(program, rest))
  const isNamed = files.length === 1 && meantPaths(files[0] ?? '', [path]).includes(path)
  return parts.length > 0 && shows && isNamed ? act.result : undefined
}

/** Arguments that can be files: the first of grep and sed is a pattern. */
function argumentsOf(program: string, rest: readonly string[]): readonly string[] {
  const plain = rest.filter((word, index) => !word.startsWith('-') && !isNumberOf(rest[index - 1], word))
  return /^(?:[ef]?grep|rg|sed)$/.test(program) ? plain.slice(1) : plain
}

/** `head -n 20`, `grep -A 3`. */
function isNumberOf(option: string | undefined, word: string): boolean {
  return /^-[a-zA-Z]$/.test(option ?? '') && /^\d+$/.test(word)
}

function grepLines(act: Act, path: string): string | undefined {
  const shown = shownPath(path)
  const rows = act.result
    .split('\n')
    .filter((row) => row.startsWith(`${shown}:`) || row.startsWith(`${shown}-`))
  const lines = rows.map((row) => row.slice(shown.length + 1).replace(/^\d+[:-]/, ''))
  return lines.length === 0 || act.input['output_mode'] !== 'content' ? undefined : lines.join('\n')
}
