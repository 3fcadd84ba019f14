import type { notify as english } from '../en/notify.ts'
import type { Translation } from '../language.svelte.ts'

export const notify: Translation<typeof english> = {
  done: 'Fertig',
  waiting: 'Der Agent wartet auf deine Antwort',
  paused: 'Der Agent hat pausiert',
  failed: 'Der Agent hat mit einem Fehler aufgehört',
}
