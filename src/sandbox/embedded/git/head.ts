/** Moving what is checked out, with a line in the logs. */
import { committerOrNobody } from './person.ts'
import type { Session } from './session.ts'

/** Moves HEAD, or the branch that it stands on, to a commit. */
export function moveHead(session: Session, to: string, message: string): void {
  const { repository } = session
  const { refs } = repository
  repository.objects.flush()
  const target = refs.target('HEAD')
  const from = refs.resolve('HEAD')
  const who = committerOrNobody(session)
  refs.write(target, to)
  if (target !== 'HEAD') refs.log(target, { from, to, who, message })
  refs.log('HEAD', { from, to, who, message })
}

/** Sets a reference; its log gets a line where references have logs. */
export function moveRef(session: Session, name: string, to: string, message: string): void {
  const { repository } = session
  repository.objects.flush()
  const from = repository.refs.resolve(name)
  repository.refs.write(name, to)
  repository.refs.log(name, { from, to, who: committerOrNobody(session), message })
}

/** Checks a branch out, or a commit by itself, without touching files. `from` and `to` are as people call them. */
export function switchHead(
  session: Session,
  to: { branch: string | undefined; oid: string | undefined; name: string },
): void {
  const { repository } = session
  const { refs } = repository
  const before = refs.resolve('HEAD')
  const from = repository.branch ?? before ?? ''
  if (to.branch !== undefined) refs.writeSymbolic('HEAD', `refs/heads/${to.branch}`)
  else if (to.oid !== undefined) refs.write('HEAD', to.oid)
  if (to.oid === undefined) return
  const message = `checkout: moving from ${from} to ${to.name}`
  refs.log('HEAD', { from: before, to: to.oid, who: committerOrNobody(session), message })
}

/** HEAD by itself, without a branch. */
export function detachHead(session: Session, oid: string, message: string): void {
  const { refs } = session.repository
  const from = refs.resolve('HEAD')
  refs.write('HEAD', oid)
  refs.log('HEAD', { from, to: oid, who: committerOrNobody(session), message })
}
