/**
 * Text for the model when a call did not run or broke. Validation says "fix the call", permission says
 * "choose another way"; each says what to do next.
 */
import { nearestName } from '../../protocol/text/nearest-name.ts'
import { SiblingFailed } from '../abort.ts'

export function unknownToolText(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return `Error: there is no tool named "${name}".${hint} The tools are: ${known.join(', ')}.`
}

export function unparsedInputText(tool: string, problem: string): string {
  return (
    `InputValidationError: the input of this ${tool} call is not a complete JSON object (${problem}). ` +
    `Nothing was run. Fix the call: send it again with the whole input; split it if it is very long.`
  )
}

export function invalidInputText(tool: string, issues: readonly string[]): string {
  const list = issues.map((issue) => `- ${issue}`).join('\n')
  return `InputValidationError: the input of this ${tool} call does not fit its schema:\n${list}\nNothing was run. Fix the call and send it again.`
}

export function validationText(problem: string): string {
  return `ValidationError: ${problem}`
}

export function deniedText(tool: string, reason: string, comment: string | undefined): string {
  const said = comment === undefined ? '' : ` The user said: ${comment}`
  return (
    `PermissionDenied: this ${tool} call was not run. ${reason}${said}\n` +
    `Do not send the same call again or reach the same effect by a detour. Choose another way, or explain to the user what you need and why.`
  )
}

/** `hasNotes`: they follow; else they stand with another call of the answer. */
export function heldText(tool: string, hasNotes: boolean): string {
  const notes = hasNotes ? 'Notes of the user that apply to it follow' : 'Notes of the user apply to it'
  const where = hasNotes ? '' : ' and stand with another call of this response'
  return `Held: this ${tool} call was not run, and nobody was asked about it. ${notes}${where}. Read them. If the call is right by them, make it once more as it was: it is not held again. If not, make the right one.`
}

export function heldBehindText(tool: string, label: string): string {
  return `Held: this ${tool} call was not run, because it stands behind ${label}, which was held. Make it once more when that is settled, if it is still right.`
}

export function unknownJobText(id: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'There is none in this session.' : `Known: ${known.join(', ')}.`
  return `There is no background command "${id}". ${list} A command that ended in the foreground has no id.`
}

export function needsPersonText(tool: string): string {
  return `Error: ${tool} needs an answer from a person, and nobody is there in this run. Go on without it and state your assumption.`
}

/** Only of tools whose texts are never put into files. */
export function noRoomText(tool: string): string {
  return `Error: this ${tool} call is not shown: the results of this response together are full. Call ${tool} again in the next response, for one file at a time or with offset and limit.`
}

export function rewrittenText(tool: string): string {
  return `Error: a hook has changed the input of this ${tool} call so that it cannot run beside the other calls of this response. Send it again alone.`
}

const SKIPPED = 'Skipped: the user sent a new message before this call began.'

export function cancelledText(reason: unknown, hadStarted: boolean): string {
  const effect = hadStarted
    ? 'It may have taken effect in part: check before you repeat it.'
    : 'It had not started.'
  if (reason instanceof SiblingFailed)
    return `Cancelled: parallel tool call ${reason.label} errored. ${effect}`
  if (reason === 'message' && !hadStarted) return SKIPPED
  const cause = reason === 'message' ? 'a new message of the user took its place' : 'the user stopped the run'
  return `Cancelled: ${cause}. ${effect}`
}

export function timedOutText(tool: string, ms: number): string {
  return `Error: ${tool} did not finish within ${ms / 1000} s and was given up. It may have taken effect in part. Try a smaller piece of work.`
}

export function crashedText(tool: string, message: string): string {
  return `Error: ${tool} failed: ${message}. This is a fault of the tool, not of the call; try another way to get there.`
}

/** Advice where a tool does not work. */
export function withoutToolText({
  fallback,
  isOptional,
}: {
  readonly fallback: string | undefined
  readonly isOptional: boolean
}): string {
  if (fallback !== undefined) return ` Use ${fallback} in its place.`
  return isOptional ? ' Go on without it.' : ''
}
