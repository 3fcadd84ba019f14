import type { voice as english } from '../en/voice.ts'
import type { Translation } from '../language.svelte.ts'

export const voice: Translation<typeof english> = {
  // VoiceButton.svelte
  speak: 'Diktieren',
  speakTitle: 'Die Nachricht sprechen',
  endTitle: 'Nicht mehr zuhören',
  // VoiceNote.svelte
  mayHear:
    'Dein Browser macht aus Sprache Text. Viele Browser senden dafür, was sie hören, an einen Dienst ihres Herstellers; zu Vivarium kommt davon nur der Text.',
  listen: 'Zuhören',
  notNow: 'Jetzt nicht',
  listening: 'Hört zu.',
  close: 'Schließen',
  problems: {
    notAllowed:
      'Der Browser lässt diese Seite das Mikrofon nicht nutzen. Erlaube es in den Einstellungen der Website, links neben der Adresse, und versuch es noch einmal.',
    noMicrophone:
      'Es wurde kein Mikrofon gefunden. Schließ eines an, oder wähl es in den Einstellungen des Browsers.',
    network: 'Der Browser hat den Dienst nicht erreicht, der aus Sprache Text macht. Er braucht ein Netz.',
    noSpeech: 'Es war nichts zu hören. Ist das richtige Mikrofon gewählt?',
    language:
      'Der Browser kennt in dieser Sprache keine Spracheingabe. Wähl in den Einstellungen eine andere.',
    failed: 'Der Browser konnte nicht zuhören. Vielleicht nutzt ein anderer Tab das Mikrofon.',
  },
}
