import { diffLines } from '../../diff/lines.ts'
import { treePairs } from '../../diff/sources.ts'
import { findRenames } from '../../diff/renames.ts'
import { GitFailure } from '../../failure.ts'
import { readMailmap } from '../../log/mailmap.ts'
import { subjectOf } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { formatDate } from '../../revision/format-date.ts'
import { resolveCommit, tryResolve } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { NULL_OID } from '../../store/objects.ts'
import { splitLines, toText } from '../../text.ts'
import { entryAt } from '../../worktree/tree-files.ts'
import { Pathspec, pathInRepository } from '../../worktree/pathspec.ts'

const OPTIONS = [
  'L=',
  'l',
  't',
  'b',
  's',
  'e,show-email',
  'w',
  'f,show-name',
  'n,show-number',
  'p,porcelain',
  'line-porcelain',
  'root',
  'date=',
  'abbrev=',
  'M=?',
  'C=?',
  'incremental',
  'c',
  'reverse',
  'contents=',
  'first-parent',
  'since=',
  'progress',
  'no-progress',
  'ignore-rev=',
  'ignore-revs-file=',
  'color-lines',
  'color-by-age',
]
const MISSING = ['incremental', 'c', 'reverse', 'contents', 'C', 'ignore-rev', 'ignore-revs-file', 'since']

interface Line {
  readonly text: string
  /** Undefined: not committed yet. */
  oid: string | undefined
  path: string
  /** In the commit's file, from 0 on. */
  at: number
  boundary: boolean
}

export async function blameCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined) throw new GitFailure(`blame --${missing} is not supported in this sandbox's git`)
  const { repository } = session
  const { revision, file } = readOperands(repository, options)
  const path = pathInRepository(repository, file)
  const lines = blame(repository, { revision, path, file }, options)
  const [from, to] = rangeOf(options, lines)
  const shown = lines.slice(from, to)
  if (options.has('porcelain') || options.has('line-porcelain'))
    session.out(porcelain(session, shown, { from, each: options.has('line-porcelain') }))
  else session.out(human(session, shown, { from, options, path }))
  return 0
}

function readOperands(
  repository: Repository,
  options: Options,
): { revision: string | undefined; file: string } {
  const [first, second] = options.words
  const [after] = options.paths ?? []
  if (after !== undefined) return { revision: first, file: after }
  if (first === undefined)
    throw new GitFailure('usage: git blame [<options>] [<rev>] [--] <file>', { exitCode: 129, prefix: '' })
  if (second === undefined) return { revision: undefined, file: first }
  return tryResolve(repository, first) === undefined
    ? { revision: second, file: first }
    : { revision: first, file: second }
}

function blame(
  repository: Repository,
  what: { revision: string | undefined; path: string; file: string },
  options: Options,
): Line[] {
  const { objects, head } = repository
  const start = what.revision === undefined ? head : resolveCommit(repository, what.revision)
  if (start === undefined) throw new GitFailure(`no such ref: HEAD`)
  const committed = linesAt(repository, start, what.path)
  if (committed === undefined && (what.revision !== undefined || !repository.index.has(what.path)))
    throw new GitFailure(`no such path '${what.path}' in ${what.revision ?? 'HEAD'}`)
  const present = what.revision === undefined ? repository.files.read(repository.path(what.path)) : undefined
  if (what.revision === undefined && present === undefined)
    throw new GitFailure(`Cannot lstat '${what.file}': No such file or directory`)
  const texts = present === undefined ? (committed ?? []) : splitLines(toText(present))
  const lines = texts.map((text, at): Line => ({
    text,
    oid: undefined,
    path: what.path,
    at,
    boundary: false,
  }))
  const normalize = options.has('w') ? (line: string): string => line.replace(/\s+/g, '') : undefined
  const kept = matching(committed ?? [], texts, normalize)
  const open = lines.flatMap((line, at) => {
    const old = kept.get(at)
    return old === undefined ? [] : [{ line, at: old }]
  })
  spread({ repository, objects, normalize }, { oid: start, path: what.path, open })
  return lines
}

function linesAt(repository: Repository, oid: string, path: string): string[] | undefined {
  const { objects } = repository
  const entry = entryAt(objects, objects.commit(oid).tree, path)
  return entry === undefined ? undefined : splitLines(toText(objects.file({ path, oid: entry.oid })))
}

/** Lines of `b` that are in `a`: where. */
function matching(
  a: readonly string[],
  b: readonly string[],
  normalize: ((line: string) => string) | undefined,
): Map<number, number> {
  const found = new Map<number, number>()
  let [x, y] = [0, 0]
  const copy = (toX: number): void => {
    for (; x < toX; x += 1, y += 1) found.set(y, x)
  }
  for (const change of diffLines(a, b, { normalize })) {
    copy(change.a)
    x += change.aCount
    y += change.bCount
  }
  copy(a.length)
  return found
}

interface Suspect {
  readonly oid: string
  readonly path: string
  readonly open: { readonly line: Line; readonly at: number }[]
}

/** Hands lines on to parents as long as those have them. The youngest commit first, so that each is looked at once. */
function spread(
  tools: {
    repository: Repository
    objects: Repository['objects']
    normalize: ((line: string) => string) | undefined
  },
  first: Suspect,
): void {
  const { repository, objects } = tools
  const waiting = new Map<string, Suspect>()
  const add = (suspect: Suspect): void => {
    const key = `${suspect.oid}\0${suspect.path}`
    const known = waiting.get(key)
    if (known === undefined) waiting.set(key, suspect)
    else known.open.push(...suspect.open)
  }
  add(first)
  while (waiting.size > 0) {
    const [key, suspect] = [...waiting].reduce((best, candidate) =>
      objects.commit(candidate[1].oid).committer.time > objects.commit(best[1].oid).committer.time
        ? candidate
        : best,
    )
    waiting.delete(key)
    let { open } = suspect
    const own = linesAt(repository, suspect.oid, suspect.path) ?? []
    const { parents } = objects.commit(suspect.oid)
    for (const parent of parents) {
      if (open.length === 0) break
      const path = pathIn(repository, parent, suspect)
      const old = path === undefined ? undefined : linesAt(repository, parent, path)
      if (path === undefined || old === undefined) continue
      const kept = matching(old, own, tools.normalize)
      const passed = open.flatMap(({ line, at }) => {
        const there = kept.get(at)
        return there === undefined ? [] : [{ line, at: there }]
      })
      if (passed.length > 0) add({ oid: parent, path, open: passed })
      open = open.filter(({ at }) => !kept.has(at))
    }
    for (const { line, at } of open)
      Object.assign(line, { oid: suspect.oid, path: suspect.path, at, boundary: parents.length === 0 })
  }
}

/** The file's name in the parent: the same, or the one that it was renamed from. */
function pathIn(repository: Repository, parent: string, { oid, path }: Suspect): string | undefined {
  const { objects } = repository
  const before = objects.commit(parent).tree
  if (entryAt(objects, before, path) !== undefined) return path
  const pairs = treePairs(repository, { before, after: objects.commit(oid).tree }, new Pathspec([]))
  return findRenames(pairs, { percent: 50 }).find((pair) => pair.status === 'R' && pair.after?.path === path)
    ?.before?.path
}

function rangeOf(options: Options, lines: readonly Line[]): [number, number] {
  const given = options.value('L')
  if (given === undefined) return [0, lines.length]
  const [, start = '', end = ''] = /^([^,]*)(?:,(.*))?$/.exec(given) ?? []
  const find = (text: string, from: number): number => {
    const pattern = /^\/(.*)\/$/.exec(text)?.[1]
    if (pattern === undefined) return Number(text)
    const at = lines.findIndex((line, index) => index >= from && new RegExp(pattern).test(line.text))
    if (at < 0) throw new GitFailure(`-L parameter '${pattern}' starting at line ${from + 1}: no match`)
    return at + 1
  }
  const first = start === '' ? 1 : find(start, 0)
  if (Number.isNaN(first))
    throw new GitFailure(`-L argument '${given}' is not supported in this sandbox's git`)
  if (first > lines.length) throw new GitFailure(`file has only ${lines.length} lines`)
  const last =
    end === '' ? lines.length : end.startsWith('+') ? first + Number(end.slice(1)) - 1 : find(end, first)
  return [first - 1, Math.min(last, lines.length)]
}

interface Who {
  readonly name: string
  readonly email: string
  readonly time: number
  readonly zone: string
}

function whoOf(session: Session, line: Line): Who {
  if (line.oid !== undefined)
    return readMailmap(session.repository).of(session.repository.objects.commit(line.oid).author)
  return {
    name: 'Not Committed Yet',
    email: 'not.committed.yet',
    time: Math.floor(session.io.now() / 1000),
    zone: '+0000',
  }
}

function human(
  session: Session,
  lines: readonly Line[],
  how: { from: number; options: Options; path: string },
): string {
  const { options, from } = how
  const style = {
    name: options.value('date') ?? session.config.get('blame.date') ?? 'iso',
    now: session.io.now(),
    localZone: (ms: number) => session.io.zone(ms),
  }
  const length = options.has('l') ? 40 : (options.number('abbrev') ?? 7) + 1
  const names = lines.map((line) => {
    const { name, email } = whoOf(session, line)
    return options.has('show-email') ? `<${email}>` : name
  })
  const nameWidth = Math.max(0, ...names.map((name) => name.length))
  const showsPath = options.has('show-name') || lines.some((line) => line.path !== how.path)
  const pathWidth = Math.max(0, ...lines.map((line) => line.path.length))
  const numberWidth = String(from + lines.length).length
  const oldWidth = Math.max(0, ...lines.map((line) => String(line.at + 1).length))
  return lines
    .map((line, at) => {
      const oid = line.oid ?? NULL_OID
      const marks =
        line.boundary && !options.has('root') ? `^${oid.slice(0, length - 1)}` : oid.slice(0, length)
      const path = showsPath ? ` ${line.path.padEnd(pathWidth)}` : ''
      const old = options.has('show-number') ? ` ${String(line.at + 1).padStart(oldWidth)}` : ''
      const date = options.has('t')
        ? `${whoOf(session, line).time} ${whoOf(session, line).zone}`
        : formatDate(whoOf(session, line), style)
      const who = options.has('s') ? '' : `(${(names[at] ?? '').padEnd(nameWidth)} ${date} `
      const number = String(from + at + 1).padStart(numberWidth)
      const text = line.text.endsWith('\n') ? line.text : `${line.text}\n`
      return `${marks}${path}${old} ${options.has('s') ? `${number}) ` : `${who}${number}) `}${text}`
    })
    .join('')
}

function porcelain(
  session: Session,
  lines: readonly Line[],
  { from, each }: { from: number; each: boolean },
): string {
  const { objects } = session.repository
  const known = new Set<string>()
  let text = ''
  lines.forEach((line, at) => {
    const oid = line.oid ?? NULL_OID
    const isNext = (a: Line | undefined, b: Line | undefined): boolean =>
      a !== undefined && b !== undefined && a.oid === b.oid && a.path === b.path && a.at + 1 === b.at
    const startsGroup = !isNext(lines[at - 1], line)
    let size = 1
    while (isNext(lines[at + size - 1], lines[at + size])) size += 1
    text += `${oid} ${line.at + 1} ${from + at + 1}${startsGroup ? ` ${size}` : ''}\n`
    if (each || !known.has(oid)) {
      const author = whoOf(session, line)
      const commit = line.oid === undefined ? undefined : objects.commit(line.oid)
      const committer = commit === undefined ? author : readMailmap(session.repository).of(commit.committer)
      const person = (role: string, who: Who): string =>
        `${role} ${who.name}\n${role}-mail <${who.email}>\n${role}-time ${who.time}\n${role}-tz ${who.zone}\n`
      text += person('author', author) + person('committer', committer)
      text += `summary ${commit === undefined ? `Version of ${line.path} from ${line.path}` : subjectOf(commit.message)}\n`
      if (line.boundary) text += 'boundary\n'
      const [parent] = commit?.parents ?? []
      if (parent !== undefined && entryAt(objects, objects.commit(parent).tree, line.path) !== undefined)
        text += `previous ${parent} ${line.path}\n`
      text += `filename ${line.path}\n`
      known.add(oid)
    }
    text += `\t${line.text.endsWith('\n') ? line.text : `${line.text}\n`}`
  })
  return text
}
