import type { names as english } from '../en/names.ts'
import type { Translation } from '../language.svelte.ts'

export const names: Translation<typeof english> = {
  modes: {
    default: 'Bei Bedarf fragen',
    acceptEdits: 'Änderungen annehmen',
    plan: 'Nur planen',
    auto: 'Erst den Klassifikator fragen',
    dontAsk: 'Ablehnen statt fragen',
    bypassPermissions: 'Nie fragen',
  },
  thinking: { off: 'Aus', low: 'Wenig', medium: 'Mittel', high: 'Viel' },
  agent: {
    ready: 'bereit',
    working: 'arbeitet',
    'waiting for you': 'wartet auf dich',
    paused: 'pausiert',
    error: 'Fehler',
  },
  toolStates: {
    running: 'läuft',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    denied: 'abgelehnt',
    cancelled: 'abgebrochen',
  },
}
