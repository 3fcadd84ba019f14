/** Search results as rows of a tree, files and the matches in them; and the searched globs. */
import type { FoundInFile, FoundMatch } from '../../../sandbox/contract/contract.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'

export interface FileRow {
  readonly kind: 'file'
  readonly key: string
  readonly file: FoundInFile
  /** From the workspace's root. */
  readonly path: string
  readonly isOpen: boolean
}

export interface MatchRow {
  readonly kind: 'match'
  readonly key: string
  readonly file: FoundInFile
  readonly path: string
  readonly match: FoundMatch
  /** 1-based, among those of its file. */
  readonly position: number
}

export type SearchRow = FileRow | MatchRow

export function searchRows(files: readonly FoundInFile[], closed: ReadonlySet<string>): readonly SearchRow[] {
  return files.flatMap((file): SearchRow[] => {
    const path = relativeTo(file.path)
    const isOpen = !closed.has(path)
    const head: FileRow = { kind: 'file', key: path, file, path, isOpen }
    if (!isOpen) return [head]
    const matches = file.matches.map((match, index): MatchRow => ({
      kind: 'match',
      key: `${path}\0${match.line}:${match.start}`,
      file,
      path,
      match,
      position: index + 1,
    }))
    return [head, ...matches]
  })
}

/** Globs between commas; those in braces belong to them. */
export function parseGlobs(text: string): readonly string[] {
  const globs = text.match(/(?:\{[^}]*\}|[^,{]|\{)+/g) ?? []
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== '')
}

/** Without these matches; files that have no other are gone. */
export function without(
  files: readonly FoundInFile[],
  gone: ReadonlySet<FoundMatch>,
): readonly FoundInFile[] {
  return files.flatMap((file) => {
    const matches = file.matches.filter((match) => !gone.has(match))
    if (matches.length === file.matches.length) return [file]
    return matches.length === 0 ? [] : [{ ...file, matches }]
  })
}

/** After one of them was replaced: it is gone, and what stands beside it in the line has moved. */
export function afterReplacing(
  files: readonly FoundInFile[],
  { path, replaced, by }: { readonly path: string; readonly replaced: FoundMatch; readonly by: string },
): readonly FoundInFile[] {
  const grown = by.length - replaced.text.length
  const moved = (match: FoundMatch): FoundMatch => {
    if (match.line !== replaced.line) return match
    if (match.end <= replaced.start) {
      return { ...match, after: exchanged(match.after, replaced.start - match.end, replaced.text, by) }
    }
    const at = match.before.length - (match.start - replaced.start)
    const before = exchanged(match.before, at, replaced.text, by)
    return { ...match, start: match.start + grown, end: match.end + grown, before }
  }
  return without(files, new Set([replaced])).map((file) =>
    file.path === path ? { ...file, matches: file.matches.map(moved) } : file,
  )
}

/** Replaces `old` at `at` if the view has the whole of it; else the view stays. */
function exchanged(text: string, at: number, old: string, next: string): string {
  return at >= 0 && text.startsWith(old, at) ? text.slice(0, at) + next + text.slice(at + old.length) : text
}
