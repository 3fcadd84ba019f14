import type { moments as english } from '../en/moments.ts'
import type { Translation } from '../language.svelte.ts'

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
}
