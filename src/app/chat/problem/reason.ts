/** Why a call is asked for, and what is told between the messages, in the language of the page. The log has what the agent says, in English. */
import { reasons as t } from '../../language/en/reasons.ts'

/** A sentence; as it came where it is none that is known. */
export function reasonText(said: string): string {
  return t.sentence(said)
}

/** A predicate about a part of a command. */
export function predicateText(said: string): string {
  return t.predicate(said)
}
