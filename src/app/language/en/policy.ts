import { area, type Value } from '../language.svelte.ts'

export const policy = area('policy', {
  // PolicyBanner.svelte
  refused: (problem: Value) =>
    `The policy of this deployment cannot be used, so the agent does not start: ${problem}`,
  tellOperator: (address: Value) => `Tell the operator of this deployment. The file is ${address}.`,
  reload: 'Reload',
  // PolicyNote.svelte
  someFixed: 'Some of these settings are fixed by this deployment.',
  file: 'Policy file',
  isCached: 'A cached copy of an earlier visit: the server could not be reached.',
  deny: 'Never allowed',
  ask: 'Always asked',
  allow: 'Always allowed',
  firstMode: 'Mode of new sessions',
  closedModes: 'Closed modes',
  availableModels: 'Available models',
  deniedModels: 'Denied models',
  variables: 'Variables of programs',
  onlyItsAllows:
    'Only its rules allow anything: your own and those of projects do not, nor does “Always allow”.',
  // the fields of the settings
  fixedHere: 'Fixed by this deployment.',
  // agent-actions.ts
  policy: 'Policy',
  refusedAt: (address: Value) => `${address}, refused`,
  cachedAt: (address: Value) => `${address}, a cached copy`,
})
