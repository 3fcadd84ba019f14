import { GitFailure } from '../../failure.ts'
import { editorOf } from '../../editor.ts'
import { parseOptions } from '../../options.ts'
import { personOf } from '../../person.ts'
import type { Session } from '../../session.ts'
import { formatPerson } from '../../store/objects.ts'

/** `var`: who would commit, and with which editor. */
export async function varCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['l'])
  const [name, more] = options.operands
  if (options.has('l')) throw new GitFailure("var -l is not supported in this sandbox's git")
  if (name === undefined || more !== undefined)
    throw new GitFailure('usage: git var (-l | <variable>)', { exitCode: 129, prefix: '' })
  const value = valueOf(session, name)
  if (value === undefined) return 1
  session.out(`${value}\n`)
  return 0
}

function valueOf(session: Session, name: string): string | undefined {
  switch (name) {
    case 'GIT_AUTHOR_IDENT':
      return formatPerson(personOf(session, 'author'))
    case 'GIT_COMMITTER_IDENT':
      return formatPerson(personOf(session, 'committer'))
    case 'GIT_EDITOR':
      return editorOf(session)
    case 'GIT_PAGER':
      return 'cat'
    case 'GIT_DEFAULT_BRANCH':
      return session.config.get('init.defaultbranch') ?? 'master'
    default:
      throw new GitFailure('usage: git var (-l | <variable>)', { exitCode: 129, prefix: '' })
  }
}
