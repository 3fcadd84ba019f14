/** The files below a directory in path order, without what `.gitignore` and `.ignore` leave out. */
import { ignoreFileRules } from '../contract/patterns/ignore-file.ts'
import type { IgnoreFileRules } from '../contract/patterns/ignore-file.ts'
import type { TreeSourceDirectory, TreeSourceFile } from '../history/tree-source.ts'

export interface FoundFile {
  /** Absolute. */
  readonly path: string
  /** Relative to the directory that was asked for. */
  readonly relative: string
  readonly name: string
  readonly node: TreeSourceFile
}

export interface WalkStart {
  /** Absolute path of `node`. */
  readonly path: string
  readonly node: TreeSourceDirectory
  /** Ignore files of the directories above, outermost first. */
  readonly above: readonly IgnoreFile[]
  readonly includeIgnored: boolean
}

export interface IgnoreFile {
  /** Absolute path of the directory that it lies in. */
  readonly base: string
  readonly rules: IgnoreFileRules
}

const IGNORE_FILES = ['.gitignore', '.ignore']

export function* walkFiles(start: WalkStart): Generator<FoundFile> {
  yield* walk(start, { path: start.path, node: start.node, relative: '' }, start.above)
}

interface Place {
  readonly path: string
  readonly node: TreeSourceDirectory
  readonly relative: string
}

function* walk(start: WalkStart, place: Place, above: readonly IgnoreFile[]): Generator<FoundFile> {
  const entries = place.node.children()
  const files = start.includeIgnored ? above : [...above, ...ignoreFilesIn(place.path, place.node)]
  for (const { name, node } of entries) {
    if (node.kind === 'symlink') continue
    const path = place.path === '/' ? `/${name}` : `${place.path}/${name}`
    const relative = place.relative === '' ? name : `${place.relative}/${name}`
    const isDirectory = node.kind === 'directory'
    if (!start.includeIgnored && (name === '.git' || isIgnored(path, isDirectory, files))) continue
    if (node.kind === 'directory') yield* walk(start, { path, node, relative }, files)
    else yield { path, relative, name, node }
  }
}

export function ignoreFilesIn(path: string, directory: TreeSourceDirectory): IgnoreFile[] {
  return directory.children().flatMap(({ name, node }) => {
    if (!IGNORE_FILES.includes(name) || node.kind !== 'file') return []
    const text = new TextDecoder().decode(node.content())
    return [{ base: path, rules: ignoreFileRules(text) }]
  })
}

/** The innermost file with an opinion decides; a directory that is left out takes what is in it along. */
function isIgnored(path: string, isDirectory: boolean, files: readonly IgnoreFile[]): boolean {
  for (const { base, rules } of files.toReversed()) {
    const below = path.slice(base === '/' ? 1 : base.length + 1)
    const verdict = rules.test(isDirectory ? `${below}/` : below)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}
