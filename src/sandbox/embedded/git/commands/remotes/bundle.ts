import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import { packHistory, type PackedRange } from '../../pack-history.ts'
import { absolute, type Repository } from '../../repository.ts'
import { joinRanges, parseRange, type RevisionRange } from '../../revision/range.ts'
import { fullRefName, unknownRevision } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { formatBundle, isBundle, parseBundle, type Bundle } from '../../store/bundle-file.ts'
import { PackBuilder } from '../../store/pack-builder.ts'
import type { Ref } from '../../store/refs.ts'

export async function bundleCommand(session: Session, args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'create':
      return create(session, rest)
    case 'list-heads':
      for (const ref of readBundle(session, rest[0] ?? '').refs) session.out(`${ref.oid} ${ref.name}\n`)
      return 0
    case 'verify':
      return verify(session, rest.find((word) => !word.startsWith('-')) ?? '')
    default:
      throw new GitFailure(
        `'git bundle ${command ?? ''}' is not supported in this sandbox: create, verify and list-heads are; 'git clone' reads a bundle`,
        { exitCode: 129, prefix: 'error: ' },
      )
  }
}

function readBundle(session: Session, name: string): Bundle {
  const data = session.files.read(absolute(name, session.cwd))
  if (data === undefined) throw new GitFailure(`could not open '${name}'`, { prefix: 'error: ', exitCode: 1 })
  if (!isBundle(data))
    throw new GitFailure(`'${name}' does not look like a v2 or v3 bundle file`, {
      prefix: 'error: ',
      exitCode: 1,
    })
  return parseBundle(data)
}

function create(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['all', 'branches', 'tags', 'q,quiet', 'progress', 'version='])
  const { repository } = session
  const [file, ...revisions] = options.operands
  if (file === undefined)
    throw new GitFailure('usage: git bundle create <file> <git-rev-list args>', { exitCode: 129, prefix: '' })
  const refs = refsFor(repository, revisions, {
    all: options.has('all'),
    branches: options.has('branches'),
    tags: options.has('tags'),
  })
  if (refs.refs.length === 0) throw new GitFailure('Refusing to create empty bundle.')
  const builder = new PackBuilder()
  const prerequisites = packHistory(repository, builder, refs)
  session.files.write(
    absolute(file, session.cwd),
    formatBundle({ prerequisites, refs: refs.refs, pack: builder.finish().pack }),
  )
  return 0
}

function refsFor(
  repository: Repository,
  revisions: readonly string[],
  groups: { all: boolean; branches: boolean; tags: boolean },
): PackedRange {
  const { refs } = repository
  const found: Ref[] = []
  if (groups.all) found.push(...refs.list('refs/'))
  if (groups.branches) found.push(...refs.list('refs/heads/'))
  if (groups.tags) found.push(...refs.list('refs/tags/'))
  const ranges: RevisionRange[] = []
  for (const text of revisions) {
    const range = parseRange(repository, text)
    if (range === undefined) throw unknownRevision(text)
    ranges.push(range)
    const name = text.replace(/^.*\.\.\.?/, '') || 'HEAD'
    const full = name === 'HEAD' ? 'HEAD' : fullRefName(repository, name)
    const oid = full === undefined ? undefined : refs.resolve(full)
    if (full !== undefined && oid !== undefined && !text.startsWith('^')) found.push({ name: full, oid })
  }
  if (groups.all && repository.head !== undefined) found.push({ name: 'HEAD', oid: repository.head })
  return { refs: found, unwanted: joinRanges(ranges).unwanted }
}

function verify(session: Session, name: string): number {
  const { prerequisites, refs } = readBundle(session, name)
  const { objects } = session.repository
  const missing = prerequisites.filter((oid) => !objects.has(oid))
  if (missing.length > 0) {
    session.err(
      `error: Repository lacks these prerequisite commits:\n${missing.map((oid) => `error: ${oid} \n`).join('')}`,
    )
    return 1
  }
  const list = refs.map((ref) => `${ref.oid} ${ref.name}\n`).join('')
  session.out(`The bundle contains ${refs.length === 1 ? 'this ref' : `these ${refs.length} refs`}:\n${list}`)
  if (prerequisites.length === 0) session.out('The bundle records a complete history.\n')
  else
    session.out(
      `The bundle requires ${prerequisites.length === 1 ? 'this ref' : `these ${prerequisites.length} refs`}:\n${prerequisites.map((oid) => `${oid} \n`).join('')}`,
    )
  session.out('The bundle uses this hash algorithm: sha1\n')
  session.err(`${name} is okay\n`)
  return 0
}
