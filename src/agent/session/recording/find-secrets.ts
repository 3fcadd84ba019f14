/** Finds texts of a recording that look like keys. Reports their kind and place, never the texts. */
import type { SecretFinding } from '../../protocol/calls/history.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { RecordedThread, Recording } from './recording.ts'
import { SECRET_FORMATS } from '../../redact/formats.ts'
import { isWithheldFile } from '../../../sandbox/contract/withheld-file.ts'
import { Redactor } from '../../redact/redactor.ts'
import { writtenEvent } from '../shapes/written-event.ts'
import { filePaths } from './file-paths.ts'

const FORMATS = SECRET_FORMATS.map(
  ({ name, pattern, seen }) => [name, new RegExp(seen ?? `(?<![A-Za-z0-9])(?:${pattern})`)] as const,
)
const REDACTOR = new Redactor()

/** Findings of this kind are never shared, whatever the user says. */
export const OWN_KEY = 'a key of this browser'
/** Characters of an own key from which on it is looked for: shorter ones are placeholders such as "none". */
const LEAST_KEY = 8
/** Findings that are told; one is reason enough to look. */
const MOST = 50

/** `ownKeys`: the keys stored in this browser; they are found whatever their form. */
export function findSecrets(
  { events, threads, blobs }: Pick<Recording, 'events' | 'threads' | 'blobs'>,
  ownKeys: readonly string[],
): SecretFinding[] {
  const keys = ownKeys.filter((key) => key.length >= LEAST_KEY)
  const look = (text: string): string[] => {
    const known = FORMATS.flatMap(([name, pattern]) =>
      pattern.test(text) ? [`a likely secret (${name})`] : [],
    )
    // Private keys, passwords in addresses and assignments: all that redaction keeps out of a log.
    const other = known.length === 0 && REDACTOR.redact(text) !== text ? ['a likely secret'] : []
    return [...(keys.some((key) => text.includes(key)) ? [OWN_KEY] : []), ...known, ...other]
  }
  const findings: SecretFinding[] = []
  const note = (where: string, text: string) => {
    for (const what of look(text)) {
      const isKnown = findings.some((known) => known.where === where && known.what === what)
      if (!isKnown && findings.length < MOST) findings.push({ where, what })
    }
  }
  // Fields and events that only a later version knows are looked at, too: they are written out.
  for (const event of events) note(placeOf(event), JSON.stringify(writtenEvent(event)))
  for (const thread of threads) {
    const agent = agentOf(thread)
    for (const event of thread.events) note(placeInThread(event, agent), JSON.stringify(writtenEvent(event)))
  }
  for (const [hash, paths] of filePaths({ events, threads, blobs })) {
    const data = blobs.get(hash)
    if (data) note(`the file ${paths[0] ?? hash}`, new TextDecoder().decode(data))
    // A short password looks like nothing; the name says it.
    const withheld = paths.find((path) => isWithheldFile(`/${path}`))
    if (withheld === undefined || findings.length >= MOST) continue
    if (!findings.some(({ where }) => where === `the file ${paths[0]}`))
      findings.push({ where: `the file ${withheld}`, what: 'a file that is withheld from the model' })
  }
  return findings
}

function placeOf(event: AgentEvent): string {
  switch (event.type) {
    case 'user_message':
      return event.origin === 'human' ? 'a message of yours' : 'what the model was told'
    case 'tool_started':
      return `the call ${event.tool}: ${event.title.slice(0, 40)}`
    case 'tool_result':
      return `the result of ${event.tool}`
    case 'session_titled':
      return 'the title'
    case 'opaque':
      return 'a step of a later version'
    default:
      return 'what the model said'
  }
}

function agentOf({ events: [first] }: RecordedThread): string {
  return first?.type === 'thread_started' ? first.role.slice(0, 40) : ''
}

function placeInThread(event: AgentEvent, agent: string): string {
  // In a thread the agent that started it speaks as the user.
  const place = event.type === 'user_message' ? 'what the model was told' : placeOf(event)
  return `${place} (agent ${agent})`
}
