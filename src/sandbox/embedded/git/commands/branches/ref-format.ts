/** References in an order and in a form of one's own: `--sort`, `--format` of `branch`, `tag` and `for-each-ref`. */
import { parseColor, RESET } from '../../colors.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { bodyOf, subjectOf } from '../../make-commit.ts'
import type { Repository } from '../../repository.ts'
import { formatDate } from '../../revision/format-date.ts'
import { peel, upstreamOf } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { shortRef, trackingOf } from '../../status/tracking.ts'
import { compareText, type Person } from '../../store/objects.ts'
import type { Ref } from '../../store/refs.ts'

export function sortRefs(repository: Repository, refs: readonly Ref[], sort: string | undefined): Ref[] {
  if (sort === undefined) return [...refs]
  const reverse = sort.startsWith('-')
  const key = sort.replace(/^-/, '')
  const value = sortKey(repository, key)
  const sorted = refs
    .map((ref) => ({ ref, value: value(ref) }))
    .sort(
      (a, b) => compareValues(a.value, b.value) * (reverse ? -1 : 1) || compareText(a.ref.name, b.ref.name),
    )
  return sorted.map(({ ref }) => ref)
}

function compareValues(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}

function sortKey(repository: Repository, key: string): (ref: Ref) => number | string {
  const { objects } = repository
  const time = (ref: Ref): number => {
    const object = objects.read(ref.oid)
    if (key === 'creatordate' && object.type === 'tag') return objects.tag(ref.oid).tagger?.time ?? 0
    const commit = peel(repository, ref.oid, 'commit')
    if (commit === undefined) return 0
    return key === 'authordate' ? objects.commit(commit).author.time : objects.commit(commit).committer.time
  }
  switch (key) {
    case 'refname':
      return (ref) => ref.name
    case 'creatordate':
    case 'committerdate':
    case 'authordate':
    case 'taggerdate':
      return time
    case 'version:refname':
    case 'v:refname':
      return (ref) => ref.name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))
    case 'objectname':
      return (ref) => ref.oid
    default:
      throw new GitFailure(`unknown field name: ${key}`)
  }
}

export function formatRefs(
  session: Session,
  refs: readonly Ref[],
  format: string,
  inColor: boolean = false,
): string {
  const short = new ShortNames(session.repository)
  const last = /.*%\(color:([^)]*)\)/s.exec(format)?.[1] ?? 'reset'
  const end = inColor && last !== 'reset' ? RESET : ''
  return refs
    .map(
      (ref) =>
        `${format.replace(
          /%\(([^)]*)\)|%([0-9a-fA-F]{2})|%%/g,
          (whole, atom: string | undefined, hex: string | undefined) => {
            if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
            return atom === undefined
              ? whole === '%%'
                ? '%'
                : whole
              : atomText({ session, ref, short, inColor }, atom)
          },
        )}${end}\n`,
    )
    .join('')
}

interface Context {
  readonly session: Session
  readonly ref: Ref
  readonly short: ShortNames
  readonly inColor: boolean
}

function atomText(context: Context, atom: string): string {
  const { session, ref, short } = context
  const { repository } = session
  const peeled = atom.startsWith('*')
  const oid = peeled ? (peel(repository, ref.oid, 'any') ?? ref.oid) : ref.oid
  if (peeled && oid === ref.oid) return ''
  const [name = '', modifier = ''] = atom.replace(/^\*/, '').split(/:(.*)/s)
  switch (name) {
    case 'color': {
      const code = parseColor(modifier)
      if (code === undefined) throw errorFailure(`unrecognized color: ${modifier}`, 128)
      return context.inColor ? code : ''
    }
    case 'refname':
      return refText(ref.name, modifier)
    case 'objectname':
      return modifier === 'short' ? short.of(oid) : oid
    case 'objecttype':
      return repository.objects.read(oid).type
    case 'objectsize':
      return String(repository.objects.read(oid).data.length)
    case 'HEAD':
      return ref.name === `refs/heads/${repository.branch ?? ''}` ? '*' : ' '
    case 'upstream':
      return upstreamText(repository, ref, modifier)
    case 'symref':
      return repository.refs.symbolic(ref.name) ?? ''
    case 'if':
    case 'then':
    case 'else':
    case 'end':
    case 'align':
      throw new GitFailure(`%(${atom}) is not supported in this sandbox's git`)
    default:
      return (
        messageAtom({ session, oid, short }, name, modifier) ??
        personAtom(session, oid, { name, modifier }) ??
        unknown(atom)
      )
  }
}

function unknown(atom: string): string {
  throw new GitFailure(`unknown field name: ${atom}`)
}

function refText(name: string, modifier: string): string {
  if (modifier === 'short') return shortRef(name)
  const strip = /^(?:lstrip|strip)=(\d+)$/.exec(modifier)
  return strip === null ? name : name.split('/').slice(Number(strip[1])).join('/')
}

function upstreamText(repository: Repository, ref: Ref, modifier: string): string {
  const branch = ref.name.replace(/^refs\/heads\//, '')
  const upstream = upstreamOf(repository, branch)
  if (upstream === undefined) return ''
  if (!modifier.startsWith('track')) return refText(upstream, modifier)
  const tracking = trackingOf(repository, branch)
  if (tracking === undefined) return ''
  if (modifier === 'trackshort')
    return tracking.ahead > 0 ? (tracking.behind > 0 ? '<>' : '>') : tracking.behind > 0 ? '<' : '='
  const parts = [
    ...(tracking.ahead > 0 ? [`ahead ${tracking.ahead}`] : []),
    ...(tracking.behind > 0 ? [`behind ${tracking.behind}`] : []),
  ]
  return tracking.gone ? '[gone]' : parts.length === 0 ? '' : `[${parts.join(', ')}]`
}

function messageAtom(
  { session, oid }: { session: Session; oid: string; short: ShortNames },
  name: string,
  modifier: string,
): string | undefined {
  if (name !== 'subject' && name !== 'contents' && name !== 'body') return undefined
  const { objects } = session.repository
  const { type } = objects.read(oid)
  if (type !== 'commit' && type !== 'tag') return ''
  const { message } = type === 'tag' ? objects.tag(oid) : objects.commit(oid)
  if (name === 'subject' || modifier === 'subject') return subjectOf(message)
  return name === 'body' || modifier === 'body' ? bodyOf(message) : message
}

function personAtom(
  session: Session,
  oid: string,
  { name, modifier }: { name: string; modifier: string },
): string | undefined {
  const [, role, part] = /^(author|committer|tagger|creator)(name|email|date)?$/.exec(name) ?? []
  if (role === undefined) return undefined
  const { objects } = session.repository
  const { type } = objects.read(oid)
  let person: Person | undefined
  if (type === 'tag' && (role === 'tagger' || role === 'creator')) person = objects.tag(oid).tagger
  else if (type === 'commit' && role !== 'tagger')
    person = objects.commit(oid)[role === 'author' ? 'author' : 'committer']
  if (person === undefined) return ''
  if (part === 'name') return person.name
  if (part === 'email') return modifier === 'trim' ? person.email : `<${person.email}>`
  const style = {
    name: modifier === '' ? 'default' : modifier,
    now: session.io.now(),
    localZone: (ms: number) => session.io.zone(ms),
  }
  return part === 'date'
    ? formatDate(person, style)
    : `${person.name} <${person.email}> ${formatDate(person, { ...style, name: 'raw' })}`
}
