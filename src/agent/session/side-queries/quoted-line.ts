/** Words of the model within the user's: one line in quotation marks, which they cannot end. */
import { ANSWERED_QUESTION_CHARS } from '../../limits.ts'
import { oneLine } from '../../memory/notes/one-line.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'

export function quotedLine(text: string): string {
  return `"${plainLine(text).replaceAll(/["“”„‟«»＂]/g, "'")}"`
}

/** One line without quotation marks around it, e.g. an option that the user has chosen. */
export function plainLine(text: string): string {
  return untrustedText(oneLine(text, ANSWERED_QUESTION_CHARS))
}
