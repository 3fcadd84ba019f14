/** Judges statements about files. */
import type { Act, Evidence, FileStatement, Statement } from './evidence.ts'
import { isEditor, knowledgeOf, type FileKnowledge } from './file-knowledge.ts'
import { absolutePath, meantPaths } from './file-paths.ts'
import { shellParts, type ShellPart } from './shell-parts.ts'
import { commandOf, evidence, fileOf } from './verdict.ts'

/** The verdict on a statement of kind `file`. */
export function judgeFile(statement: Statement, acts: readonly Act[]): Evidence {
  const { path, about } = statement
  if (path === undefined || about === undefined) return evidence(statement, 'unverified', { type: 'none' })
  switch (about.type) {
    case 'has':
      return judgeContent(statement, acts, { path, read: (known) => judgeHas(statement, about.texts, known) })
    case 'lines':
      return judgeContent(statement, acts, {
        path,
        read: (known) => judgeLines(statement, about.count, known),
      })
    case 'changed':
    case 'created':
    case 'deleted':
      return judgeDone(statement, acts, { path, type: about.type })
    default:
      return about satisfies never
  }
}

interface Content {
  readonly path: string
  readonly read: (known: FileKnowledge) => Evidence
}

function judgeContent(statement: Statement, acts: readonly Act[], { path, read }: Content): Evidence {
  const [meant, ...others] = meantPaths(path, pathsOf(acts))
  // Several files with this ending: the meant one is unknown. Without any, a command may have shown it.
  if (others.length > 0) return evidence(statement, 'unverified', { type: 'none' })
  return read(knowledgeOf(meant ?? absolutePath(path), acts))
}

function pathsOf(acts: readonly Act[]): readonly string[] {
  return acts.flatMap((act) => fileOf(act) ?? [])
}

function judgeHas(statement: Statement, texts: readonly string[], { whole, parts }: FileKnowledge): Evidence {
  const passages = [...(whole ? [whole] : []), ...parts]
  const found = texts.map((text) => passages.findLast((one) => !one.isStale && has(one.text, text)))
  const missing = texts.find((_, index) => found[index] === undefined)
  if (missing === undefined) {
    const last = passages.findLast((passage) => found.includes(passage))
    return evidence(statement, last ? 'verified' : 'unverified', { type: last ? 'shown' : 'none' }, last?.by)
  }
  if (whole !== undefined && !whole.isStale)
    return evidence(statement, 'contradicted', { type: 'absent', text: missing }, whole.by)
  const old = passages.findLast(({ isStale }) => isStale)
  return evidence(statement, 'unverified', { type: old ? 'stale' : 'none' }, old?.by)
}

/** Blanks, kinds of quotes and a last semicolon do not count: prose is not exact about them. */
function has(content: string, text: string): boolean {
  return content.includes(text) || plain(content).includes(plain(text).replace(/[;,]$/, ''))
}

function plain(text: string): string {
  return text.replace(/\s+/g, '').replace(/["`]/g, "'")
}

function judgeLines(statement: Statement, said: number, { whole }: FileKnowledge): Evidence {
  if (whole === undefined) return evidence(statement, 'unverified', { type: 'none' })
  if (whole.isStale) return evidence(statement, 'unverified', { type: 'stale' }, whole.by)
  const found = linesOf(whole.text)
  return found === said
    ? evidence(statement, 'verified', { type: 'shown' }, whole.by)
    : evidence(statement, 'contradicted', { type: 'differs', said, found }, whole.by)
}

/** A last line end does not begin another line. */
function linesOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

interface Deed {
  readonly path: string
  readonly type: Exclude<FileStatement['type'], 'has' | 'lines'>
}

function judgeDone(statement: Statement, acts: readonly Act[], { path, type }: Deed): Evidence {
  const [meant = absolutePath(path), ...others] = meantPaths(
    path,
    pathsOf(acts.filter(({ tool }) => isEditor(tool))),
  )
  const files = [meant, ...others]
  const done = acts.findLast((act) => act.outcome === 'done' && doesIt(act, files, type))
  return done === undefined
    ? evidence(statement, 'unverified', { type: 'none' })
    : evidence(statement, 'verified', { type: 'done' }, done)
}

function doesIt(act: Act, files: readonly string[], type: Deed['type']): boolean {
  const command = commandOf(act)
  if (command !== undefined)
    return act.exitCode === 0 && files.some((file) => commandDoesIt(act, command, { file, type }))
  const path = fileOf(act)
  if (type === 'deleted' || path === undefined || !isEditor(act.tool) || !files.includes(absolutePath(path)))
    return false
  return type === 'changed' || act.tool === 'Write' || (act.tool === 'Edit' && act.input['old_string'] === '')
}

function commandDoesIt(
  act: Act,
  command: string,
  { file, type }: { readonly file: string; readonly type: Deed['type'] },
): boolean {
  const parts = shellParts(command)
  if (type === 'deleted') return parts.some((part) => deletes(part, file))
  return (
    act.changed &&
    parts.some(({ words, writes }) => [...words.slice(1), ...writes].some((word) => names(word, file)))
  )
}

function names(word: string, file: string): boolean {
  return word !== '' && meantPaths(word, [file]).length > 0
}

/** `rm`, `git rm` or `unlink` of the file, or of a folder that it is in. */
function deletes({ words, before, isConditional }: ShellPart, file: string): boolean {
  if (before === '||' || isConditional) return false
  const [program, ...rest] = words[0] === 'git' ? words.slice(1) : words
  if (program !== 'rm' && program !== 'unlink' && program !== 'rmdir' && program !== 'trash') return false
  return rest.some((word) => !word.startsWith('-') && (names(word, file) || isFolderOf(word, file)))
}

function isFolderOf(word: string, file: string): boolean {
  const folder = absolutePath(word)
  return folder !== '/' && file.startsWith(`${folder}/`)
}
