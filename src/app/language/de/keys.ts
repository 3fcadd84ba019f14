import type { keys as english } from '../en/keys.ts'
import type { Translation } from '../language.svelte.ts'

export const keys: Translation<typeof english> = {
  variable: 'Variable für Programme',
  variableExample: 'BEISPIEL_API_KEY',
  hostsExample: 'api.example.com',
  itsValue: 'Ihr Wert',
  forHosts: 'Nur für Hosts',
  programKeysHint:
    'Ein Schlüssel eines anderen Dienstes. Programme finden in dieser Variablen einen Platzhalter; er wird in Kopfzeilen von Anfragen an diese Hosts ersetzt und überall sonst abgelehnt. Das gilt für Befehle und Terminals, die ab jetzt beginnen, nicht in WebContainer.',
  programKey: (name, hosts) => `${name}, für ${hosts}`,
  endsIn: (hint) => `, endet auf ${hint}`,
  unlockTitle: 'Schlüssel entsperren',
  unlockText:
    'Etwas braucht die Schlüssel, Token oder verborgenen Werte, die dieser Browser unter Ihrer Passphrase aufbewahrt.',
  damagedTitle: 'Die aufbewahrten Schlüssel sind nicht lesbar',
  damagedText:
    'Der Eintrag, der die Schlüssel in diesem Browser schützt, ist beschädigt. Die Schlüssel darunter sind verloren; Sitzungen und Dateien sind nicht betroffen.',
  passphrase: 'Passphrase',
  unlock: 'Entsperren',
  checking: 'Wird geprüft',
  notNow: 'Nicht jetzt',
  forgotten: 'Vergessen',
  removeText:
    'Niemand kann die Passphrase nachsehen. Alle API-Schlüssel, Token, verborgenen Werte und geteilten Links, die dieser Browser aufbewahrt, entfernen und die Schlüssel neu eingeben? Sitzungen und Dateien bleiben.',
  removeAll: 'Alle entfernen',
  back: 'Zurück',
  title: 'Schlüssel in diesem Browser',
  protectedBy: 'Eine Passphrase schützt sie. Nach dem Neuladen sind sie gesperrt, bis sie eingegeben wird.',
  isLocked: 'Sie sind gesperrt.',
  notProtected:
    'Sie sind verschlüsselt, mit einem Schlüssel, den kein Skript lesen kann. Jeder, der dieses Browserprofil benutzen kann, kann auch sie benutzen; eine Passphrase verhindert das.',
  notPossible:
    'Sie liegen unverschlüsselt: Diese Seite ist in keinem sicheren Kontext. Öffnen Sie Vivarium über https oder von diesem Rechner.',
  current: 'Bisherige Passphrase',
  next: 'Neue Passphrase',
  nextHint:
    'Mindestens 10 Zeichen; mehrere Wörter sind gut. Niemand kann sie nachsehen: Wer sie vergisst, gibt die Schlüssel neu ein.',
  again: 'Neue Passphrase noch einmal',
  set: 'Passphrase setzen',
  change: 'Passphrase ändern',
  remove: 'Passphrase wegnehmen',
  lockNow: 'Jetzt sperren',
  differ: 'Die beiden sind nicht gleich; nichts wurde geändert.',
  wasSet: 'Die Passphrase ist gesetzt.',
  wasTaken: 'Die Passphrase wurde weggenommen.',
  lockAfter: 'Sperren, wenn so viele Minuten nichts getan wurde',
  lockAfterHint: '0: nur auf Wunsch und mit dem Ende des Tabs. Nicht, solange der Agent arbeitet.',
  unlocking: 'Entsperren der Schlüssel',
  locking: 'Sperren der Schlüssel',
  changing: 'Ändern der Passphrase',
  removing: 'Entfernen der Schlüssel',
  lockedNow: 'Die Schlüssel sind gesperrt, in allen Tabs.',
  lockCommand: 'Die aufbewahrten Schlüssel sperren, bis die Passphrase eingegeben wird',
}
