/** `name-rev`: a commit by a reference that it can be reached from. */
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { peel, tryResolve } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'

const OPTIONS = [
  'tags',
  'refs=',
  'exclude=',
  'name-only',
  'no-undefined',
  'undefined',
  'always',
  'annotate-stdin',
  'stdin',
  'all',
  'peel-tag',
]

/** A step to another parent than the first weighs as much as so many others. */
const MERGE_WEIGHT = 65_535

interface Name {
  readonly tip: string
  readonly generation: number
  readonly distance: number
  readonly time: number
  readonly isTag: boolean
}

export async function nameRevCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  if (options.has('all')) throw new GitFailure("name-rev --all is not supported in this sandbox's git")
  const { repository } = session
  const names = collectNames(repository, options)
  if (options.has('annotate-stdin') || options.has('stdin')) {
    const text = await session.io.stdin()
    session.out(
      text.replace(/\b[0-9a-f]{40}\b/g, (oid) => {
        const name = names.get(oid)
        if (name === undefined) return oid
        return options.has('name-only') ? shown(name) : `${oid} (${shown(name)})`
      }),
    )
    return 0
  }
  for (const word of options.operands) {
    const oid = tryResolve(repository, word)
    if (oid === undefined) {
      session.err(`Could not get sha1 for ${word}. Skipping.\n`)
      continue
    }
    const commit = peel(repository, oid, 'commit') ?? oid
    const found = names.get(commit)
    if (found === undefined && options.has('no-undefined') && !options.has('always'))
      throw new GitFailure(`cannot describe '${oid}'`)
    const isShort = found === undefined && options.has('no-undefined')
    const name = isShort
      ? new ShortNames(repository).of(oid)
      : found === undefined
        ? 'undefined'
        : shown(found)
    session.out(`${options.has('name-only') ? '' : `${word} `}${name}\n`)
  }
  return 0
}

function shown({ tip, generation }: Name): string {
  return generation === 0 ? tip : `${tip.replace(/\^0$/, '')}~${generation}`
}

function collectNames(repository: Repository, options: Options): Map<string, Name> {
  const tips = tipsOf(repository, options).sort(
    (a, b) => Number(b.name.isTag) - Number(a.name.isTag) || a.name.time - b.name.time,
  )
  const names = new Map<string, Name>()
  for (const { oid, name } of tips)
    if (isBetter(name, names.get(oid))) spread(repository, names, { oid, name })
  return names
}

interface Named {
  readonly oid: string
  readonly name: Name
}

function tipsOf(repository: Repository, options: Options): Named[] {
  const patterns = (key: string): RegExp[] =>
    options.all(key).map((text) => globToRegExp(text, { pathname: false }))
  const [wanted, unwanted] = [patterns('refs'), patterns('exclude')]
  const matches = (pattern: RegExp, name: string): boolean =>
    name.split('/').some((_, at, parts) => pattern.test(parts.slice(at).join('/')))
  const isAbbreviated = options.has('tags') && options.has('name-only')
  return repository.refs.list('refs/').flatMap(({ name, oid }): Named[] => {
    const isTag = name.startsWith('refs/tags/')
    if (options.has('tags') && !isTag) return []
    if (unwanted.some((pattern) => matches(pattern, name))) return []
    if (wanted.length > 0 && !wanted.some((pattern) => matches(pattern, name))) return []
    const commit = peel(repository, oid, 'commit')
    if (commit === undefined) return []
    const isAnnotated = oid !== commit
    const text = isAbbreviated
      ? name.replace(/^refs\/tags\//, '')
      : name.replace(/^refs\/heads\/|^refs\//, '')
    const { objects } = repository
    const time = isAnnotated ? objects.tag(oid).tagger?.time : undefined
    return [
      {
        oid: commit,
        name: {
          tip: isAnnotated ? `${text}^0` : text,
          generation: 0,
          distance: 0,
          time: time ?? objects.commit(commit).committer.time,
          isTag,
        },
      },
    ]
  })
}

/** Names a commit and all that it comes from, as far as no better names are there. */
function spread(repository: Repository, names: Map<string, Name>, start: Named): void {
  const rest = [start]
  names.set(start.oid, start.name)
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    const { name } = at
    const better: Named[] = []
    repository.objects.commit(at.oid).parents.forEach((oid, nth) => {
      const parent =
        nth === 0
          ? { ...name, generation: name.generation + 1, distance: name.distance + 1 }
          : {
              ...name,
              tip: `${shown(name).replace(/\^0$/, '')}^${nth + 1}`,
              generation: 0,
              distance: name.distance + MERGE_WEIGHT,
            }
      if (!isBetter(parent, names.get(oid))) return
      names.set(oid, parent)
      better.push({ oid, name: parent })
    })
    rest.push(...better.reverse())
  }
}

function isBetter(name: Name, known: Name | undefined): boolean {
  if (known === undefined) return true
  const weight = ({ distance, generation }: Name): number => distance + (generation > 0 ? MERGE_WEIGHT : 0)
  if (name.isTag && known.isTag) return weight(known) > weight(name)
  if (name.isTag !== known.isTag) return name.isTag
  if (weight(name) !== weight(known)) return weight(known) > weight(name)
  return known.time > name.time
}
