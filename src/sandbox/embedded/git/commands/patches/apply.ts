import { readDiffStyle } from '../../diff/diff-options.ts'
import { makePair, type FilePair, type FileSide } from '../../diff/file-pair.ts'
import { showDiff } from '../../diff/show-diff.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { applyBinary } from '../../patch/binary.ts'
import { applyHunks } from '../../patch/apply-hunks.ts'
import { parsePatch, type FilePatch, type PatchHunk } from '../../patch/parse-patch.ts'
import { absolute } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { MODE } from '../../store/objects.ts'
import { fromText, splitLines, toText } from '../../text.ts'
import { refuseDangerous, WorktreeWriter } from '../../worktree/checkout-entry.ts'
import { compareFile } from '../../worktree/worktree-files.ts'

const OPTIONS = [
  'check',
  'stat',
  'numstat',
  'summary',
  'cached',
  'index',
  'R,reverse',
  'p=',
  'v,verbose',
  'q,quiet',
  'whitespace=',
  'directory=',
  'allow-empty',
  'binary',
  'apply',
  '3,3way',
  'reject',
  'C=',
  'unidiff-zero',
  'include=',
  'exclude=',
  'recount',
  'ignore-whitespace',
  'ignore-space-change',
  'inaccurate-eof',
  'unsafe-paths',
  'N,intent-to-add',
  'z',
  'no-add',
  'allow-overlap',
  'build-fake-ancestor=',
]
const MISSING = [
  '3way',
  'reject',
  'C',
  'include',
  'exclude',
  'ignore-whitespace',
  'ignore-space-change',
  'inaccurate-eof',
  'no-add',
  'intent-to-add',
  'build-fake-ancestor',
]

/** A file before or after the patch. */
interface Version {
  readonly path: string
  readonly mode: number
  readonly data: Uint8Array
}

interface Change {
  readonly before: Version | undefined
  readonly after: Version | undefined
  readonly isCopy: boolean
  readonly isRename: boolean
}

export async function applyCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined) throw new GitFailure(`apply --${missing} is not supported in this sandbox's git`)
  const strip = options.number('p') ?? 1
  const names = options.operands.length === 0 ? ['-'] : options.operands
  const patches: FilePatch[] = []
  for (const name of names) {
    const data = name === '-' ? undefined : session.files.read(absolute(name, session.cwd))
    if (name !== '-' && data === undefined)
      throw new GitFailure(`can't open patch '${name}': No such file or directory`, { prefix: 'error: ' })
    const found = parsePatch(data === undefined ? await session.io.stdin() : toText(data), strip)
    if (found.length === 0 && !options.has('allow-empty'))
      throw new GitFailure('No valid patches in input (allow with "--allow-empty")', { prefix: 'error: ' })
    patches.push(...found)
  }
  const wanted = options.has('reverse') ? patches.map(turnRound).reverse() : patches
  if (options.has('verbose'))
    for (const { from, to } of wanted) session.err(`Checking patch ${renamed(from, to)}...\n`)
  const changes = plan(session, options, wanted)
  if (showOverview(session, options, changes)) return 0
  if (!options.has('check')) carryOut(session, options, changes)
  if (options.has('verbose') && !options.has('check'))
    for (const { after, before } of changes)
      session.err(`Applied patch ${(after ?? before)?.path ?? ''} cleanly.\n`)
  return 0
}

function renamed(from: string | undefined, to: string | undefined): string {
  return from !== undefined && to !== undefined && from !== to ? `${from} => ${to}` : (to ?? from ?? '')
}

function turnRound(patch: FilePatch): FilePatch {
  const turned = (hunk: PatchHunk): PatchHunk => ({
    ...hunk,
    oldStart: hunk.newStart,
    newStart: hunk.oldStart,
    old: hunk.young,
    young: hunk.old,
  })
  return {
    ...patch,
    from: patch.to,
    to: patch.from,
    oldMode: patch.newMode ?? patch.oldMode,
    newMode: patch.newMode === undefined ? undefined : patch.oldMode,
    hunks: patch.hunks.map(turned),
    binary: patch.binary?.toReversed(),
  }
}

/** All or nothing: a failure here has touched no file. Later patches see what earlier ones did. */
function plan(session: Session, options: Options, patches: readonly FilePatch[]): Change[] {
  const known = new Map<string, Version | undefined>()
  const errors: string[] = []
  const changes: Change[] = []
  for (const patch of patches) {
    const result = planFile(session, options, withDirectory(session, options, patch), known)
    if (typeof result === 'string') errors.push(result)
    else changes.push(result)
  }
  if (errors.length > 0) throw errorFailure(errors.join('\nerror: '))
  return changes
}

function withDirectory(session: Session, options: Options, patch: FilePatch): FilePatch {
  const directory = options.value('directory')?.replace(/\/*$/, '/') ?? ''
  const prefix = session.findRepository()?.prefix ?? ''
  const base = (prefix === '' ? '' : `${prefix}/`) + directory
  const moved = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : base + name
  return { ...patch, from: moved(patch.from), to: moved(patch.to) }
}

function planFile(
  session: Session,
  options: Options,
  patch: FilePatch,
  known: Map<string, Version | undefined>,
): Change | string {
  const { from, to } = patch
  const name = to ?? from ?? ''
  for (const path of [from, to]) if (path !== undefined) refuseDangerous(path)
  const before =
    from === undefined ? undefined : known.has(from) ? known.get(from) : current(session, options, from)
  if (typeof before === 'string') return before
  if (from !== undefined && before === undefined) return `${from}: No such file or directory`
  const isInTheWay =
    to !== undefined &&
    to !== from &&
    (known.has(to) ? known.get(to) !== undefined : exists(session, options, to))
  if (isInTheWay)
    return `${to ?? ''}: already exists in ${isInIndex(session, options, to ?? '') ? 'index' : 'working directory'}`
  const data = newContent(patch, before?.data ?? new Uint8Array(0), options.has('unidiff-zero'))
  if (typeof data === 'string')
    return `patch failed: ${from ?? name}:${data}\nerror: ${from ?? name}: patch does not apply`
  const after =
    to === undefined ? undefined : { path: to, mode: patch.newMode ?? before?.mode ?? MODE.file, data }
  if (to === undefined && data.length > 0)
    return `removal patch leaves file contents\nerror: ${name}: patch does not apply`
  if (from !== undefined && !patch.isCopy) known.set(from, undefined)
  if (to !== undefined) known.set(to, after)
  return { before, after, isCopy: patch.isCopy, isRename: patch.isRename }
}

/** The line of the hunk that does not fit as text. */
function newContent(patch: FilePatch, before: Uint8Array, unidiffZero: boolean): Uint8Array | string {
  const [part] = patch.binary ?? []
  if (patch.binary !== undefined) return (part === undefined ? undefined : applyBinary(before, part)) ?? '0'
  const applied = applyHunks(splitLines(toText(before)), patch.hunks, unidiffZero)
  return applied.ok ? fromText(applied.lines.join('')) : String(applied.hunk.oldStart)
}

function exists(session: Session, options: Options, path: string): boolean {
  if (options.has('cached') || isInIndex(session, options, path)) return isInIndex(session, options, path)
  return session.files.lstat(filePath(session, path)) !== undefined
}

function isInIndex(session: Session, options: Options, path: string): boolean {
  return (options.has('cached') || options.has('index')) && session.repository.index.has(path)
}

function filePath(session: Session, path: string): string {
  return session.findRepository()?.path(path) ?? absolute(path, session.cwd)
}

function current(session: Session, options: Options, path: string): Version | undefined | string {
  const usesIndex = options.has('cached') || options.has('index')
  const entry = usesIndex ? session.repository.index.get(path) : undefined
  if (usesIndex && entry === undefined) return `${path}: does not exist in index`
  if (options.has('cached') && entry !== undefined)
    return { path, mode: entry.mode, data: session.repository.objects.blob(entry.oid) }
  const file = filePath(session, path)
  const stats = session.files.lstat(file)
  if (stats === undefined || stats.kind === 'directory') return undefined
  if (entry !== undefined && compareFile(session.repository, entry, stats) !== 'same')
    return `${path}: does not match index`
  if (stats.kind === 'symlink')
    return { path, mode: MODE.symlink, data: fromText(session.files.readLink(file)) }
  return {
    path,
    mode: (stats.mode & 0o100) === 0 ? MODE.file : MODE.executable,
    data: session.files.read(file) ?? new Uint8Array(0),
  }
}

/** True when that was all that was asked for. */
function showOverview(session: Session, options: Options, changes: readonly Change[]): boolean {
  const formats = (['stat', 'numstat', 'summary'] as const).filter((format) => options.has(format))
  if (formats.length === 0) return false
  const side = (version: Version | undefined): FileSide | undefined =>
    version && { path: version.path, mode: version.mode, oid: undefined, read: () => version.data }
  const pairs = changes.map(({ before, after, isCopy, isRename }): FilePair => {
    const pair = makePair(side(before), side(after))
    return isCopy || isRename ? { ...pair, status: isCopy ? 'C' : 'R', similarity: 100 } : pair
  })
  const read = readDiffStyle(session.repository, parseOptions([], []), 'stat')
  const style = { ...read, formats, colors: undefined }
  // Unlike all others, this one gives the numbers five columns.
  session.out(
    showDiff(pairs, style).replace(/ \|\s+(\d+) /g, (_, count: string) => ` |${count.padStart(5)} `),
  )
  return !options.has('apply')
}

function carryOut(session: Session, options: Options, changes: readonly Change[]): void {
  const repository = session.findRepository()
  if (repository === undefined) return writeOutside(session, changes)
  const { index, objects } = repository
  const writer = new WorktreeWriter(repository)
  const writesFiles = !options.has('cached')
  const writesIndex = options.has('cached') || options.has('index')
  for (const { before, after, isCopy } of changes) {
    if (before === undefined || isCopy || before.path === after?.path) continue
    if (writesFiles) writer.remove(before.path)
    if (writesIndex) index.remove(before.path)
  }
  for (const { after } of changes) {
    if (after === undefined) continue
    const file = { path: after.path, mode: after.mode, oid: objects.write('blob', after.data) }
    if (writesFiles) writer.write(file)
    if (writesIndex)
      index.set(
        makeEntry(file, writesFiles ? repository.files.lstat(repository.path(after.path)) : undefined),
      )
  }
  if (writesIndex) repository.saveIndex()
}

/** Without a repository files are merely written, below the current directory. */
function writeOutside(session: Session, changes: readonly Change[]): void {
  for (const { before, after, isCopy } of changes) {
    if (before !== undefined && !isCopy && before.path !== after?.path)
      session.files.remove(absolute(before.path, session.cwd))
    if (after === undefined) continue
    const path = absolute(after.path, session.cwd)
    session.files.write(path, after.data)
    session.files.chmod(path, after.mode === MODE.executable ? 0o755 : 0o644)
  }
}
