/** A question to the search: words, "phrases", and filters such as `tool:Bash`. */
import type { FoundRole } from '../../protocol/calls/session-search.ts'

export interface Query {
  /** In lower case; all of them have to stand in one entry. */
  readonly terms: readonly string[]
  readonly tool?: string
  readonly role?: FoundRole
  /** Part of a path, in lower case. */
  readonly file?: string
  /** Milliseconds since the epoch; from the first one on, and before the second one. */
  readonly after?: number
  readonly before?: number
  readonly problems: readonly string[]
}

const ROLES: Readonly<Record<string, FoundRole>> = {
  user: 'user',
  me: 'user',
  assistant: 'assistant',
  agent: 'assistant',
  tool: 'tool',
  title: 'title',
}
const QUERY_CHARS = 500
const TERMS = 12

export function parseQuery(question: string): Query {
  const problems: string[] = []
  const terms: string[] = []
  const filters: { -readonly [F in keyof Query]?: Query[F] } = {}
  for (const match of question.slice(0, QUERY_CHARS).matchAll(/(\w+):"([^"]*)"?|"([^"]*)"?|(\S+)/g)) {
    const [, name, quoted, phrase, word] = match
    const filter = name === undefined ? word && /^(tool|role|file|after|before):(.+)$/i.exec(word) : undefined
    if (name !== undefined && quoted !== undefined) note(name.toLowerCase(), quoted)
    else if (filter) note((filter[1] ?? '').toLowerCase(), filter[2] ?? '')
    else terms.push((phrase ?? word ?? '').toLowerCase())
  }
  return { ...filters, terms: terms.filter((term) => term.trim() !== '').slice(0, TERMS), problems }

  function note(name: string, value: string): void {
    if (name === 'tool') filters.tool = value.toLowerCase()
    else if (name === 'file') filters.file = value.toLowerCase()
    else if (name === 'role') {
      const role = ROLES[value.toLowerCase()]
      if (role) filters.role = role
      else problems.push(`"${value}" is no role; there are user, assistant, tool and title.`)
    } else if (name === 'after' || name === 'before') {
      const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value)
      if (Number.isNaN(at)) problems.push(`"${value}" is no date; write it as 2026-11-23.`)
      else filters[name] = at
    } else terms.push(`${name}:${value}`.toLowerCase())
  }
}
