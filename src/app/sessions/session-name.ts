/** A session's title where it is shown. */
import { shownName } from '../shown-text.ts'

export function sessionName(title: string): string {
  return shownName(title) || 'Untitled session'
}
