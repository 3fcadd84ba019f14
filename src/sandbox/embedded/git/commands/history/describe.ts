import { fileLookup, indexPairs } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { nameRevCommand } from './name-rev.ts'
import type { Repository } from '../../repository.ts'
import { peel, resolveCommit, tryResolve } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { ancestors, reachable } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'
import { compareFile } from '../../worktree/worktree-files.ts'

const OPTIONS = [
  'all',
  'tags',
  'contains',
  'abbrev=?',
  'long',
  'always',
  'exact-match',
  'dirty=?',
  'broken=?',
  'candidates=',
  'first-parent',
  'match=',
  'exclude=',
  'debug',
]

/** As git: so many tags are weighed against each other. */
const CANDIDATES = 10

interface Name {
  readonly text: string
  /** An annotated tag goes before a plain one, and that before other references. */
  readonly rank: 2 | 1 | 0
  /** Seconds, of an annotated tag. */
  readonly time: number
}

/** `describe`: a commit by the nearest tag before it. */
export async function describeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  if (options.has('contains'))
    return nameRevCommand(session, [
      '--peel-tag',
      '--name-only',
      '--no-undefined',
      ...(options.has('always') ? ['--always'] : []),
      ...(options.has('all') ? [] : ['--tags']),
      ...options.all('match').map((pattern) => `--refs=refs/tags/${pattern}`),
      ...options.all('exclude').map((pattern) => `--exclude=refs/tags/${pattern}`),
      ...(options.operands.length === 0 ? ['HEAD'] : options.operands),
    ])
  for (const name of ['debug'])
    if (options.has(name)) throw new GitFailure(`describe --${name} is not supported in this sandbox's git`)
  if (options.has('long') && options.value('abbrev') === '0')
    throw new GitFailure("options '--long' and '--abbrev=0' cannot be used together")
  const { repository } = session
  const words = options.operands
  if (words.length > 0 && options.has('dirty'))
    throw new GitFailure("option '--dirty' and commit-ishes cannot be used together")
  const names = collectNames(repository, options)
  for (const word of words.length === 0 ? ['HEAD'] : words) {
    if (tryResolve(repository, word) === undefined) throw new GitFailure(`Not a valid object name ${word}`)
    session.out(describe(repository, { oid: resolveCommit(repository, word), names, options }))
    // Nothing is broken here: what could not be read would have failed.
    const mark = options.value('dirty') ?? (options.has('broken') ? '' : undefined)
    if (mark !== undefined && isDirty(session)) session.out(mark || '-dirty')
    session.out('\n')
  }
  return 0
}

function collectNames(repository: Repository, options: Options): Map<string, Name> {
  const patterns = (key: string): RegExp[] =>
    options.all(key).map((text) => globToRegExp(text, { pathname: false }))
  const [wanted, unwanted] = [patterns('match'), patterns('exclude')]
  const names = new Map<string, Name>()
  for (const ref of repository.refs.list(options.has('all') ? 'refs/' : 'refs/tags/')) {
    const isTag = ref.name.startsWith('refs/tags/')
    const text = ref.name.slice(isTag && !options.has('all') ? 'refs/tags/'.length : 'refs/'.length)
    const short = ref.name.replace(/^refs\/(?:tags|heads|remotes)\//, '')
    if (wanted.length > 0 && !wanted.some((pattern) => pattern.test(short))) continue
    if (unwanted.some((pattern) => pattern.test(short))) continue
    const commit = peel(repository, ref.oid, 'commit')
    if (commit === undefined) continue
    const tag = isTag && ref.oid !== commit ? repository.objects.tag(ref.oid) : undefined
    const name: Name = {
      text: tag === undefined ? text : (options.has('all') ? 'tags/' : '') + tag.name,
      rank: tag !== undefined ? 2 : isTag ? 1 : 0,
      time: tag?.tagger?.time ?? 0,
    }
    const known = names.get(commit)
    if (
      known === undefined ||
      known.rank < name.rank ||
      (known.rank === 2 && name.rank === 2 && known.time < name.time)
    )
      names.set(commit, name)
  }
  return names
}

function describe(
  repository: Repository,
  what: { oid: string; names: ReadonlyMap<string, Name>; options: Options },
): string {
  const { oid, names, options } = what
  const least = options.has('all') ? 0 : options.has('tags') ? 1 : 2
  const usable = (commit: string): Name | undefined => {
    const name = names.get(commit)
    return name !== undefined && name.rank >= least ? name : undefined
  }
  const short = new ShortNames(repository, options.value('abbrev') ? options.number('abbrev') : undefined)
  const exact = usable(oid)
  if (exact !== undefined) return options.has('long') ? `${exact.text}-0-g${short.of(oid)}` : exact.text
  const most = options.has('exact-match') ? 0 : (options.number('candidates') ?? CANDIDATES)
  if (most === 0 && !options.has('always')) throw new GitFailure(`no tag exactly matches '${oid}'`)
  if (names.size === 0 && !options.has('always'))
    throw new GitFailure('No names found, cannot describe anything.')
  const firstParent = options.has('first-parent')
  const best = most === 0 ? undefined : nearest(repository, { oid, usable, most, firstParent })
  if (best !== undefined)
    return options.value('abbrev') === '0'
      ? best.name.text
      : `${best.name.text}-${best.depth}-g${short.of(oid)}`
  if (options.has('always')) return short.of(oid)
  const hasPlain = [...reachable(repository.objects, [oid])].some((commit) => names.has(commit))
  throw new GitFailure(
    hasPlain && least === 2
      ? `No annotated tags can describe '${oid}'.\nHowever, there were unannotated tags: try --tags.`
      : `No tags can describe '${oid}'.\nTry --always, or create some tags.`,
  )
}

function nearest(
  repository: Repository,
  search: { oid: string; usable: (commit: string) => Name | undefined; most: number; firstParent: boolean },
): { name: Name; depth: number } | undefined {
  const { objects } = repository
  const walk = [...reachable(objects, [search.oid], { firstParent: search.firstParent })]
  let best: { name: Name; depth: number } | undefined
  let found = 0
  for (const commit of walk) {
    const name = search.usable(commit)
    if (name === undefined) continue
    const known = ancestors(objects, [commit])
    const depth = walk.filter((other) => !known.has(other)).length
    if (best === undefined || depth < best.depth) best = { name, depth }
    if ((found += 1) >= search.most) break
  }
  return best
}

/** Whether a tracked file is not as HEAD has it. */
function isDirty({ repository }: Session): boolean {
  const { head, index } = repository
  const tree = head === undefined ? undefined : repository.objects.commit(head).tree
  if (indexPairs(repository, tree, new Pathspec([])).length > 0) return true
  const look = fileLookup(repository)
  return index.entries.some(
    (entry) => entry.stage !== 0 || compareFile(repository, entry, look(entry.path)) !== 'same',
  )
}
