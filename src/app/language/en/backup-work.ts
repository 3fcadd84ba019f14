import { area, type Value } from '../language.svelte.ts'

/** Texts of `backup.svelte.ts`, which is there before the dialog is. */
export const backupWork = area('backupWork', {
  backingUp: 'Making the backup',
  choosingFolder: 'Choosing the folder',
  looking: 'Looking at the backup',
  restoring: 'Restoring the backup',
  mayNotWrite: (name: Value) => `The browser lets Vivarium not write into “${name}”.`,
  allowWhenAsked: 'Allow it when the browser asks.',
  backupFiles: 'Vivarium backup',
})
