/** A session's title where it is shown. */
import { shownName } from '../shown-text.ts'
import { sessions as t } from '../language/en/sessions.ts'

export function sessionName(title: string): string {
  return shownName(title) || t.untitled
}
