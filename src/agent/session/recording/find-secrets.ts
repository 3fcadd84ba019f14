/** Texts of a recording that look like keys. What they are is told, and where; never they themselves. */
import type { SecretFinding } from '../../protocol/time.ts'
import type { Recording } from './recording.ts'
import { filePaths } from './file-paths.ts'

const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{20,}/],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a password in an address', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]{3,}@[^\s/]+/i],
]

/** Characters of an own key from which on it is looked for: shorter ones are placeholders such as "none". */
const LEAST_KEY = 8
/** Findings that are told; one is reason enough to look. */
const MOST = 50

/** `ownKeys`: what is kept in this browser; they are found in whatever form they have. */
export function findSecrets({ events, blobs }: Recording, ownKeys: readonly string[]): SecretFinding[] {
  const keys = ownKeys.filter((key) => key.length >= LEAST_KEY)
  const look = (text: string): string[] => [
    ...(keys.some((key) => text.includes(key)) ? ['a key of this browser'] : []),
    ...PATTERNS.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : [])),
  ]
  const findings: SecretFinding[] = []
  const note = (where: string, text: string) => {
    for (const what of look(text)) {
      const isKnown = findings.some((known) => known.where === where && known.what === what)
      if (!isKnown && findings.length < MOST) findings.push({ where, what })
    }
  }
  for (const event of events) note(placeOf(event), JSON.stringify(event))
  for (const [hash, paths] of filePaths({ events, blobs })) {
    const data = blobs.get(hash)
    if (data) note(`the file ${paths[0] ?? hash}`, new TextDecoder().decode(data))
  }
  return findings
}

function placeOf(event: Recording['events'][number]): string {
  switch (event.type) {
    case 'user_message':
      return event.origin === 'human' ? 'a message of yours' : 'what the model was told'
    case 'tool_started':
      return `the call ${event.tool}: ${event.title.slice(0, 40)}`
    case 'tool_result':
      return `the result of ${event.tool}`
    case 'session_titled':
      return 'the title'
    default:
      return 'what the model said'
  }
}
