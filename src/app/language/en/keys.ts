import { area, type Value } from '../language.svelte.ts'

export const keys = area('keys', {
  // ProgramKeys.svelte
  variable: 'Variable for programs',
  variableExample: 'EXAMPLE_API_KEY',
  hostsExample: 'api.example.com',
  itsValue: 'Its value',
  forHosts: 'Only for hosts',
  programKeysHint:
    'A key of another service. Programs find a placeholder in that variable; it is replaced in headers of requests to these hosts, and refused everywhere else. It holds for commands and terminals that begin from now on, not in WebContainer.',
  programKey: (name: Value, hosts: Value) => `${name}, for ${hosts}`,
  endsIn: (hint: Value) => `, ends in ${hint}`,
  // UnlockDialog.svelte
  unlockTitle: 'Unlock the keys',
  unlockText:
    'Something needs the keys, tokens or hidden values that are kept in this browser under your passphrase.',
  damagedTitle: 'The kept keys cannot be read',
  damagedText:
    'The record that protects the keys in this browser is damaged. The keys under it are lost; sessions and files are not affected.',
  passphrase: 'Passphrase',
  unlock: 'Unlock',
  checking: 'Checking',
  notNow: 'Not now',
  forgotten: 'Forgotten',
  removeText:
    'Nobody can look the passphrase up. Remove all API keys, tokens, hidden values and shared links that are kept in this browser, and enter the keys again? Sessions and files stay.',
  removeAll: 'Remove them all',
  back: 'Back',
  // PassphraseFields.svelte
  title: 'Keys in this browser',
  protectedBy: 'A passphrase protects them. After a reload they are locked until it is entered.',
  isLocked: 'They are locked.',
  notProtected:
    'They are encrypted, with a key that no script can read. Anyone who can use this browser profile can use them, too; a passphrase prevents that.',
  notPossible:
    'They lie as they are: this page is in no secure context. Open Vivarium over https, or from this machine.',
  current: 'Passphrase now',
  next: 'New passphrase',
  nextHint:
    'At least 10 characters; several words are good. Nobody can look it up: who forgets it enters the keys again.',
  again: 'New passphrase again',
  set: 'Set passphrase',
  change: 'Change passphrase',
  remove: 'Take the passphrase away',
  lockNow: 'Lock now',
  differ: 'The two are not the same; nothing was changed.',
  wasSet: 'The passphrase is set.',
  wasTaken: 'The passphrase was taken away.',
  lockAfter: 'Lock when nothing was done for so many minutes',
  lockAfterHint: '0: only when asked, and with the end of the tab. Not while the agent works.',
  // keys.svelte.ts
  unlocking: 'Unlocking the keys',
  locking: 'Locking the keys',
  changing: 'Changing the passphrase',
  removing: 'Removing the keys',
  // agent-actions.ts
  lockedNow: 'The keys are locked, in all tabs.',
  lockCommand: 'Lock the kept keys until the passphrase is entered',
})
