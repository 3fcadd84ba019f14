import type { backupWork as english } from '../en/backup-work.ts'
import type { Translation } from '../language.svelte.ts'

export const backupWork: Translation<typeof english> = {
  backingUp: 'Das Sichern',
  choosingFolder: 'Das Wählen des Ordners',
  looking: 'Das Prüfen der Sicherung',
  restoring: 'Das Zurückspielen',
  mayNotWrite: (name) => `Der Browser lässt Vivarium nicht in „${name}“ schreiben.`,
  allowWhenAsked: 'Erlaube es, wenn der Browser fragt.',
  backupFiles: 'Vivarium-Sicherung',
}
