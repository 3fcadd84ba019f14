/** `update-ref`: references for scripts, one or several at once. */
import { errorFailure, GitFailure } from '../../failure.ts'
import { moveHead, moveRef } from '../../head.ts'
import { parseOptions, type Options } from '../../options.ts'
import { resolveRevision, tryResolve } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { NULL_OID } from '../../store/objects.ts'
import { isRefName } from '../../store/refs.ts'

interface Change {
  readonly name: string
  /** Undefined: it goes; `same`: it is only looked at. */
  readonly to: string | 'same' | undefined
  /** Expected current value; undefined: any. `NULL_OID`: the reference must not exist. */
  readonly expected: string | undefined
}

export async function updateRefCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['d', 'm=', 'no-deref', 'create-reflog', 'stdin', 'z'])
  if (options.has('no-deref'))
    throw new GitFailure("update-ref --no-deref is not supported in this sandbox's git")
  const message = options.value('m') ?? ''
  if (options.has('stdin')) return readChanges(session, options, message)
  const { repository } = session
  const [name = '', first, second] = options.operands
  const isDeletion = options.has('d')
  const old = isDeletion ? first : second
  const expected = old === undefined || old === '' ? undefined : valueOf(session, old)
  const to = isDeletion ? undefined : resolveRevision(repository, first ?? '')
  const change = { name, to: to === NULL_OID ? undefined : to, expected }
  const wrong = complaint(session, change)
  if (wrong !== undefined && isDeletion) throw errorFailure(wrong)
  if (wrong !== undefined) throw new GitFailure(`update_ref failed for ref '${name}': ${wrong}`)
  apply(session, change, message)
  return 0
}

function valueOf(session: Session, text: string): string {
  return /^0+$/.test(text) ? NULL_OID : resolveRevision(session.repository, text)
}

function complaint({ repository }: Session, { name, expected }: Change): string | undefined {
  if (expected === undefined) return undefined
  const current = repository.refs.resolve(name)
  if ((current ?? NULL_OID) === expected) return undefined
  if (current === undefined) return `cannot lock ref '${name}': unable to resolve reference '${name}'`
  if (expected === NULL_OID) return `cannot lock ref '${name}': reference already exists`
  return `cannot lock ref '${name}': is at ${current} but expected ${expected}`
}

function apply(session: Session, { name, to }: Change, message: string): void {
  const { refs } = session.repository
  if (to === 'same') return
  if (to === undefined) {
    if (refs.exists(name)) refs.delete(name)
    return
  }
  const target = refs.target(name)
  if (target === refs.target('HEAD')) moveHead(session, to, message)
  else moveRef(session, target, to, message)
}

/** Commands, a line each; they are done together or not at all. */
async function readChanges(session: Session, options: Options, message: string): Promise<number> {
  const text = await session.io.stdin()
  if (options.has('z')) throw new GitFailure("update-ref --stdin -z is not supported in this sandbox's git")
  let changes: Change[] = []
  let isOpen = false
  const commit = (): void => {
    for (const change of changes) {
      const wrong = complaint(session, change)
      if (wrong !== undefined) throw new GitFailure(wrong)
    }
    for (const change of changes) apply(session, change, message)
    changes = []
  }
  for (const line of text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined)) {
    const [word = '', ...rest] = line.split(' ')
    switch (word) {
      case 'start':
        isOpen = true
        session.out('start: ok\n')
        break
      case 'prepare':
        session.out('prepare: ok\n')
        break
      case 'commit':
        commit()
        isOpen = false
        session.out('commit: ok\n')
        break
      case 'abort':
        changes = []
        isOpen = false
        session.out('abort: ok\n')
        break
      case 'option':
        throw new GitFailure("the option of update-ref --stdin is not supported in this sandbox's git")
      default:
        changes.push(readChange(session, { line, word, rest }))
    }
  }
  if (!isOpen) commit()
  return 0
}

function readChange(
  session: Session,
  { line, word, rest }: { line: string; word: string; rest: readonly string[] },
): Change {
  const [name = '', first, second] = rest
  if (!['create', 'update', 'delete', 'verify'].includes(word))
    throw new GitFailure(`unknown command: ${line}\n`)
  if (name === '') throw new GitFailure(`${word}: missing <ref>`)
  if (!isRefName(name)) throw new GitFailure(`invalid ref format: ${name}`)
  const value = (text: string | undefined, what: string): string => {
    if (text === undefined || text === '') throw new GitFailure(`${word} ${name}: missing <${what}>`)
    if (/^0+$/.test(text)) return NULL_OID
    if (tryResolve(session.repository, text) === undefined)
      throw new GitFailure(`${word} ${name}: invalid <${what}>: ${text}`)
    return resolveRevision(session.repository, text)
  }
  const most = word === 'update' ? 3 : 2
  if (rest.length > most) throw new GitFailure(`${word} ${name}: extra input: ${rest.slice(most).join(' ')}`)
  if (word === 'create') {
    const to = value(first, 'newvalue')
    if (to === NULL_OID) throw new GitFailure(`create ${name}: zero <newvalue>`)
    return { name, to, expected: NULL_OID }
  }
  if (word === 'update') {
    const to = value(first, 'newvalue')
    const expected = second === undefined ? undefined : value(second, 'oldvalue')
    return { name, to: to === NULL_OID ? undefined : to, expected }
  }
  if (word === 'delete') {
    const expected = first === undefined ? undefined : value(first, 'oldvalue')
    if (expected === NULL_OID) throw new GitFailure(`delete ${name}: zero <oldvalue>`)
    return { name, to: undefined, expected }
  }
  return { name, to: 'same', expected: first === undefined ? NULL_OID : value(first, 'oldvalue') }
}
