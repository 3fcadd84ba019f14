/** Author and committer of a commit, with the time. */
import { GitFailure } from './failure.ts'
import type { Session } from './session.ts'
import { parseDate } from './revision/parse-date.ts'
import { zoneText } from './revision/zone.ts'
import type { Person } from './store/objects.ts'

type Role = 'author' | 'committer'

/**
 * `NAME` and `EMAIL` stand below all configuration: git reads the second, and takes the first from /etc/passwd. `date` is
 * `--date`, for the author. Fails with git's own words when nobody has said who it is.
 */
export function personOf(session: Session, role: Role, date?: string): Person {
  const { env } = session.io
  const upper = role.toUpperCase()
  const { config } = session
  const name =
    env[`GIT_${upper}_NAME`] ?? config.get(`${role}.name`) ?? config.get('user.name') ?? env['NAME']
  const email =
    env[`GIT_${upper}_EMAIL`] ?? config.get(`${role}.email`) ?? config.get('user.email') ?? env['EMAIL']
  if (email === undefined)
    throw unknownPerson(role, "unable to auto-detect email address (got 'user@localhost.(none)')")
  if (name === undefined) throw unknownPerson(role, `empty ident name (for <${email}>) not allowed`)
  const clean = cleaned(name)
  if (clean === '') throw new GitFailure(`empty ident name (for <${email}>) not allowed`)
  return { name: clean, email: cleaned(email), ...timeOf(session, date ?? env[`GIT_${upper}_DATE`]) }
}

/** As `personOf`; somebody is put in where nobody is known, for logs of references. */
export function committerOrNobody(session: Session): Person {
  const { env } = session.io
  const { config } = session
  const name = env['GIT_COMMITTER_NAME'] ?? config.get('committer.name') ?? config.get('user.name') ?? 'user'
  const email =
    env['GIT_COMMITTER_EMAIL'] ??
    config.get('committer.email') ??
    config.get('user.email') ??
    'user@localhost'
  return { name: cleaned(name), email: cleaned(email), ...timeOf(session, env['GIT_COMMITTER_DATE']) }
}

export function timeOf(session: Session, date: string | undefined): { time: number; zone: string } {
  const now = session.io.now()
  if (date === undefined || date === '')
    return { time: Math.floor(now / 1000), zone: zoneText(session.io.zone(now)) }
  const parsed = parseDate(date, { now, zone: (ms) => session.io.zone(ms) })
  if (parsed === undefined) throw new GitFailure(`invalid date format: ${date}`)
  return parsed
}

/** Removes characters that would end the name early, and punctuation at both ends. */
function cleaned(text: string): string {
  return text.replace(/[<>\n]/g, '').replace(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '')
}

function unknownPerson(role: Role, detail: string): GitFailure {
  const title = role === 'author' ? 'Author' : 'Committer'
  return new GitFailure(
    `${title} identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: ${detail}`,
    { prefix: '' },
  )
}
