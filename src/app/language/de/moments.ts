import { countsIn } from '../counted.ts'
import type { moments as english } from '../en/moments.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const moments: Translation<typeof english> = {
  atThisStep: 'Bei diesem Schritt',
  files: 'Dateien',
  conversation: 'Konversation',
  tasks: 'Aufgaben',
  preview: 'Vorschau',
  reading: 'Wird gelesen',
  notRead: 'Es ließ sich nicht lesen.',
  nothingSaid: 'Noch war nichts gesagt.',
  noTasks: 'Der Agent hatte keine Aufgabenliste.',
  earlier: (count: string) => `${count} davor sind hier nicht gezeigt.`,
  you: 'Du',
  assistant: 'Assistent',
  conversationThen: 'Konversation bei diesem Schritt',
  tasksThen: 'Aufgaben bei diesem Schritt',
  previewThen: 'Vorschau bei diesem Schritt',
  noFilesThen: 'Noch waren keine Dateien da.',
  served: (command: string) =>
    `Dieses Projekt stellt seine Seite mit „${command}“ bereit. Sie ist wieder da, sobald die Dateien wiederhergestellt sind und es ` +
    'gestartet ist; darunter steht, was die Dateien von selbst zeigen.',
  restoreFiles: 'Dateien wiederherstellen',
  closedThen: 'Die Seite schickte so viele Nachrichten, dass sie geschlossen wurde.',
  noFrame:
    'Die Seite lässt sich nicht zeigen: Dieser Host liefert „/opaque/preview.html“ nicht mit seinen Kopfzeilen aus (README, „Host it“).',
  states: { pending: 'offen', in_progress: 'in Arbeit', completed: 'erledigt' },
  // EvidenceChips.svelte and evidence-reason.ts: not needed at the start, as the chat's are
  evidence: {
    statements: 'Geprüfte Aussagen',
    verdicts: { verified: 'Belegt', contradicted: 'Widerlegt', unverified: 'Unbelegt' },
    several: {
      verified: (statements) => `${count(statements, 'Aussage', 'Aussagen')} belegt`,
      unverified: (statements) => `${count(statements, 'Aussage', 'Aussagen')} unbelegt`,
    },
    quoted: (statement) => `„${statement}“`,
    theCall: 'der Aufruf',
    passed: 'lief ohne Fehler',
    shown: 'zeigt es',
    done: {
      ran: 'wurde ausgeführt',
      changed: 'wurde geändert',
      created: 'wurde angelegt',
      deleted: 'wurde gelöscht',
    },
    mended: 'schlug vor der Änderung fehl, lief danach ohne Fehler',
    failed: 'schlug zuletzt fehl',
    failedWith: (exitCode) => `schlug zuletzt fehl, Exit-Code ${exitCode}`,
    failedOnFile: 'blieb unberührt, da der Aufruf fehlschlug',
    differs: (found, said) => `zeigt ${found}, nicht ${said}`,
    absent: (text) => `zeigt „${text}“ nicht`,
    stale: 'lief vor der letzten Änderung',
    staleFile: 'wurde geändert, nachdem es gezeigt wurde',
    hidden: 'verrät nicht, ob es gelang',
    unfinished: 'lief nicht bis zum Ende',
    none: {
      tests: 'Es liefen keine Tests',
      build: 'Es lief kein Build',
      lint: 'Es lief kein Linter',
      types: 'Es lief keine Typprüfung',
      fixed: 'Es lief keine Prüfung',
      file: 'Kein Aufruf zeigt es',
      ran: 'Es lief kein solcher Befehl',
    },
  },
}
