import { grepPalette, wantsColor, type GrepPart } from '../../colors.ts'
import { isBinary } from '../../diff/file-pair.ts'
import { quotePath } from '../../diff/quote-path.ts'
import { fileLookup } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { makePattern } from '../../log/select.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { splitRevisions } from '../../revision/range.ts'
import { resolveTree } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { relativePath } from '../../status/relative-path.ts'
import { MODE } from '../../store/objects.ts'
import { splitLines, toText } from '../../text.ts'
import { IgnoreRules } from '../../worktree/ignore.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { scanWorktree } from '../../worktree/scan.ts'
import { treeFiles } from '../../worktree/tree-files.ts'

const OPTIONS = [
  'e=',
  'f=',
  'i,ignore-case',
  'v,invert-match',
  'w,word-regexp',
  'E,extended-regexp',
  'G,basic-regexp',
  'F,fixed-strings',
  'P,perl-regexp',
  'n,line-number',
  'column',
  'l,files-with-matches',
  'name-only',
  'L,files-without-match',
  'c,count',
  'h',
  'H',
  'o,only-matching',
  'q,quiet',
  'A,after-context=',
  'B,before-context=',
  'C,context=',
  'm,max-count=',
  'I',
  'a,text',
  'cached',
  'untracked',
  'no-index',
  'full-name',
  'z,null',
  'color=?',
  'no-color',
  'heading',
  'break',
  'and',
  'or',
  'not',
  'all-match',
  'p,show-function',
  'W,function-context',
  'max-depth=',
  'r,recursive',
  'exclude-standard',
  'no-exclude-standard',
  'threads=',
  'textconv',
  'no-textconv',
]
const MISSING = [
  'f',
  'and',
  'or',
  'not',
  'all-match',
  'show-function',
  'function-context',
  'max-depth',
  'no-index',
]

interface Searched {
  /** With the revision in front. */
  readonly name: string
  /** In the repository. */
  readonly path: string
  read(): Uint8Array | undefined
}

export async function grepCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined) throw new GitFailure(`grep --${missing} is not supported in this sandbox's git`)
  const { repository } = session
  const words = [...options.words]
  const patterns = options.has('e') ? options.all('e') : words.splice(0, 1)
  if (patterns.length === 0) throw new GitFailure('no pattern given')
  const expression = expressionOf(patterns, options)
  const { revisions, paths } = splitRevisions(repository, words, options.paths)
  const typed = paths.length === 0 && repository.prefix !== '' ? ['.'] : paths
  const pathspec = typed.length === 0 ? new Pathspec([]) : parsePathspec(repository, typed)
  let found = false
  const colors = wantsColor(repository.config, 'grep', options) ? grepPalette(repository.config) : undefined
  const paint: Paint = (part, text) => colors?.paint(part, text) ?? text
  for (const file of filesOf(repository, revisions, pathspec, options)) {
    if (session.io.withheld?.skips(repository.path(file.path), file.name)) continue
    const data = file.read()
    if (data === undefined) continue
    const text = searchFile({ name: file.name, data }, { expression, paint, isFirst: !found }, options)
    if (text === undefined) continue
    found = true
    if (options.has('quiet')) return 0
    session.out(text)
  }
  const withheld = session.io.withheld?.report()
  if (withheld !== undefined) session.io.err(`${withheld}\n`)
  return found ? 0 : 1
}

function expressionOf(patterns: readonly string[], options: Options): RegExp {
  const flagged = {
    has: (name: string): boolean =>
      name === 'regexp-ignore-case' ? options.has('ignore-case') : options.has(name),
  }
  const sources = patterns.map((pattern) => makePattern(pattern, flagged).source)
  const joined =
    sources.length === 1 ? (sources[0] ?? '') : sources.map((source) => `(?:${source})`).join('|')
  const source = options.has('word-regexp') ? `(?<![A-Za-z0-9_])(?:${joined})(?![A-Za-z0-9_])` : joined
  return new RegExp(source, options.has('ignore-case') ? 'gi' : 'g')
}

function* filesOf(
  repository: Repository,
  revisions: readonly string[],
  pathspec: Pathspec,
  options: Options,
): Generator<Searched> {
  const { index, objects } = repository
  const show = (path: string): string => {
    const name = options.has('full-name') ? path : relativePath(path, repository.prefix)
    return options.has('null') ? name : quotePath(name, repository.config.boolean('core.quotepath', true))
  }
  for (const revision of revisions) {
    const files = treeFiles(objects, resolveTree(repository, revision), (path) =>
      pathspec.mayMatchBelow(path),
    )
    for (const file of files.values()) {
      if (pathspec.matches(file.path) && file.mode !== MODE.gitlink && file.mode !== MODE.symlink)
        yield {
          name: `${revision}:${show(file.path)}`,
          path: file.path,
          read: () => objects.file(file),
        }
    }
  }
  if (revisions.length > 0) return
  if (options.has('cached')) {
    for (const entry of index.entries)
      if (pathspec.matches(entry.path) && entry.stage === 0 && entry.mode !== MODE.gitlink)
        yield { name: show(entry.path), path: entry.path, read: () => objects.file(entry) }
    return
  }
  const look = fileLookup(repository)
  const untracked = options.has('untracked')
    ? scanWorktree(repository, {
        ignore: new IgnoreRules(repository),
        pathspec,
        untracked: 'all',
        ignored: 'no',
      }).untracked
    : []
  for (const path of [...new Set([...index.paths, ...untracked])].sort()) {
    if (!pathspec.matches(path) || look(path)?.kind !== 'file') continue
    yield { name: show(path), path, read: () => repository.files.read(repository.path(path)) }
  }
}

type Paint = (part: GrepPart, text: string) => string

/** Undefined when nothing of it is to be shown. */
function searchFile(
  { name, data }: { name: string; data: Uint8Array },
  { expression, paint, isFirst }: { expression: RegExp; paint: Paint; isFirst: boolean },
  options: Options,
): string | undefined {
  const binary = !options.has('text') && isBinary(data)
  if (binary && options.has('I')) return undefined
  const lines = splitLines(toText(data)).map((line) => (line.endsWith('\n') ? line.slice(0, -1) : line))
  const limit = options.number('max-count') ?? Infinity
  const hits: number[] = []
  for (const [at, line] of lines.entries()) {
    if (hits.length >= limit) break
    expression.lastIndex = 0
    if (expression.test(line) !== options.has('invert-match')) hits.push(at)
  }
  const end = options.has('null') ? '\0' : '\n'
  const shown = paint('filename', name)
  const gap = !isFirst && options.has('break') ? '\n' : ''
  if (options.has('files-without-match')) return hits.length === 0 ? shown + end : undefined
  if (hits.length === 0) return undefined
  if (options.has('files-with-matches') || options.has('name-only')) return shown + end
  const isApart = options.has('heading') && !options.has('h')
  const prefix = options.has('h') || isApart ? '' : shown
  if (options.has('count'))
    return `${options.has('h') ? '' : `${shown}${options.has('null') ? '\0' : paint('separator', ':')}`}${hits.length}\n`
  if (binary) return `Binary file ${name} matches\n`
  return gap + (isApart ? shown + end : '') + matchText({ lines, hits, prefix, expression, paint }, options)
}

function matchText(
  found: {
    lines: readonly string[]
    hits: readonly number[]
    prefix: string
    expression: RegExp
    paint: Paint
  },
  options: Options,
): string {
  const { lines, hits, prefix, expression, paint } = found
  const around = options.number('context') ?? 0
  const [before, after] = [
    options.number('before-context') ?? around,
    options.number('after-context') ?? around,
  ]
  const head = (at: number, mark: string, column: number | undefined): string => {
    const separator = paint('separator', mark)
    const number = options.has('line-number') ? paint('linenumber', String(at + 1)) + separator : ''
    const place =
      options.has('column') && column !== undefined ? paint('column', String(column)) + separator : ''
    return `${prefix === '' ? '' : prefix + (options.has('null') ? '\0' : separator)}${number}${place}`
  }
  const isHit = new Set(hits)
  let text = ''
  let shown = -1
  for (const hit of hits) {
    const start = Math.max(shown + 1, hit - before)
    if (shown >= 0 && start > shown + 1 && before + after > 0) text += `${paint('separator', '--')}\n`
    let stop = hit
    while (stop < Math.min(lines.length - 1, hit + after) && !isHit.has(stop + 1)) stop += 1
    for (let at = start; at <= stop; at += 1) {
      const line = lines[at] ?? ''
      if (isHit.has(at))
        text += hitText(line, (column) => head(at, ':', column), { expression, options, paint })
      else text += `${head(at, '-', undefined)}${line}\n`
    }
    shown = Math.max(shown, stop)
  }
  return text
}

function hitText(
  line: string,
  head: (column: number) => string,
  { expression, options, paint }: { expression: RegExp; options: Options; paint: Paint },
): string {
  expression.lastIndex = 0
  if (!options.has('only-matching')) {
    const column = (expression.exec(line)?.index ?? 0) + 1
    const isInverted = options.has('invert-match')
    const shown = isInverted ? line : line.replace(expression, (text) => paint('match', text))
    return `${head(column)}${shown}\n`
  }
  const matches = [...line.matchAll(expression)].filter(([text]) => text !== '')
  return matches.map((match) => `${head(match.index + 1)}${paint('match', match[0])}\n`).join('')
}
