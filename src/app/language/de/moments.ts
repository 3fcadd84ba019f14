import type { moments as english } from '../en/moments.ts'
import type { Translation } from '../language.svelte.ts'

export const moments: Translation<typeof english> = {
  atThisStep: 'Bei diesem Schritt',
  files: 'Dateien',
  conversation: 'Konversation',
  tasks: 'Aufgaben',
  reading: 'Wird gelesen',
  notRead: 'Es ließ sich nicht lesen.',
  nothingSaid: 'Noch war nichts gesagt.',
  noTasks: 'Der Agent hatte keine Aufgabenliste.',
  earlier: (count: string) => `${count} davor sind hier nicht gezeigt.`,
  you: 'Du',
  assistant: 'Assistent',
  conversationThen: 'Konversation bei diesem Schritt',
  tasksThen: 'Aufgaben bei diesem Schritt',
  states: { pending: 'offen', in_progress: 'in Arbeit', completed: 'erledigt' },
}
