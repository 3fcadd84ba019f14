import { GitFailure } from '../../failure.ts'
import { readMailmap } from '../../log/mailmap.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'

/** `check-mailmap`: the right names for contacts like `Name <address>`. */
export async function checkMailmapCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['stdin'])
  const mailmap = readMailmap(session.repository)
  const lines = options.has('stdin')
    ? (await session.io.stdin()).split('\n').filter((line) => line !== '')
    : []
  const contacts = [...options.operands, ...lines]
  if (contacts.length === 0 && !options.has('stdin')) throw new GitFailure('no contacts specified')
  for (const contact of contacts) {
    const [, name, email] = /^\s*([^<>]*?)\s*<([^<>]*)>/.exec(contact) ?? []
    if (name === undefined || email === undefined) throw new GitFailure(`unable to parse contact: ${contact}`)
    const right = mailmap.of({ name, email })
    session.out(`${right.name === '' ? '' : `${right.name} `}<${right.email}>\n`)
  }
  return 0
}
