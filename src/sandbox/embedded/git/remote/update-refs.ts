/** Moves the references that follow a remote, and tells each as git does. */
import { NULL_OID } from '../store/objects.ts'
import { committerOrNobody } from '../person.ts'
import type { Repository } from '../repository.ts'
import { peel } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'
import { isAncestor } from '../revision/walk.ts'
import type { Session } from '../session.ts'
import { shortRef } from '../status/tracking.ts'

export interface RefMove {
  readonly remote: string
  readonly local: string
  /** Undefined: it is gone there. */
  readonly oid: string | undefined
  readonly force: boolean
}

export interface Told {
  readonly mark: string
  readonly summary: string
  readonly from: string
  readonly to: string
  readonly note?: string
}

/** One line of a fetch or a push. */
export function lineOf({ mark, summary, from, to, note }: Told, width: number): string {
  const names = from === '' ? to : `${from.padEnd(width)} -> ${to}`
  return ` ${mark} ${summary.padEnd(17)} ${names}${note === undefined ? '' : ` (${note})`}\n`
}

export function widthOf(lines: readonly Told[]): number {
  return Math.max(10, ...lines.map(({ from }) => from.length))
}

/** True when all could be moved. */
export function moveRefs(
  session: Session,
  repository: Repository,
  what: { url: string; moves: readonly RefMove[]; quiet: boolean },
): boolean {
  const lines: Told[] = []
  let isGood = true
  for (const move of what.moves) {
    const told = moveRef(session, repository, move)
    if (told?.mark === '!') isGood = false
    if (told) lines.push(told)
  }
  if (what.quiet || lines.length === 0) return isGood
  session.err(`From ${what.url.replace(/\.git$/, '')}\n`)
  for (const line of lines) session.err(lineOf(line, widthOf(lines)))
  return isGood
}

function moveRef(
  session: Session,
  repository: Repository,
  { remote, local, oid, force }: RefMove,
): Told | undefined {
  const { refs, objects } = repository
  const before = refs.resolve(local)
  if (before === oid) return undefined
  const [from, to] = [shortRef(remote), shortRef(local)]
  if (oid === undefined) {
    refs.delete(local)
    return { mark: '-', summary: '[deleted]', from: '(none)', to }
  }
  const log = (message: string) =>
    refs.log(local, { from: before, to: oid, who: committerOrNobody(session), message })
  const isTag = local.startsWith('refs/tags/')
  if (before === undefined || before === NULL_OID) {
    refs.write(local, oid)
    log('fetch: storing head')
    const summary = isTag ? '[new tag]' : remote.startsWith('refs/heads/') ? '[new branch]' : '[new ref]'
    return { mark: '*', summary, from, to }
  }
  if (isTag && !force)
    return { mark: '!', summary: '[rejected]', from, to, note: 'would clobber existing tag' }
  const [old, young] = [peel(repository, before, 'commit'), peel(repository, oid, 'commit')]
  const isForward = old !== undefined && young !== undefined && isAncestor(objects, old, young)
  if (!isForward && !force) return { mark: '!', summary: '[rejected]', from, to, note: 'non-fast-forward' }
  refs.write(local, oid)
  log(isForward ? 'fetch: fast-forward' : 'fetch: forced-update')
  const short = new ShortNames(repository)
  return isForward
    ? { mark: ' ', summary: `${short.of(before)}..${short.of(oid)}`, from, to }
    : { mark: '+', summary: `${short.of(before)}...${short.of(oid)}`, from, to, note: 'forced update' }
}
