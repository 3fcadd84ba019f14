import { chat } from '../../language/en/chat.ts'
import { shownName } from '../../shown-text.ts'

/** First words of a message of the user, in one line. */
export function beginningOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const beginning = /^.{0,80}/u.exec(line)?.[0] ?? ''
  if (beginning === '') return chat.picture
  return shownName(beginning.length < line.length ? `${beginning}…` : beginning)
}
