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
    held: 'angehalten',
  },
  cacheBreaks: {
    service: 'der Anbieter oder seine Adresse hat sich geändert',
    model: 'das Modell hat sich geändert',
    thinking: 'das Nachdenken wurde anders eingestellt',
    choice: 'die Antwort musste ein bestimmter Aufruf sein, oder nicht mehr',
    headers: 'die weiteren Header haben sich geändert',
    markers: 'die Cache-Marken sind gewandert',
    tools: 'die Liste der Werkzeuge hat sich geändert',
    system: 'der System-Prompt hat sich geändert',
    messages: 'frühere Nachrichten haben sich geändert',
    and: ', und ',
    expired_1h: 'mehr als eine Stunde war vergangen, länger als jeder Cache gehalten wird',
    expired_5m: 'mehr als fünf Minuten waren vergangen, so lange wird der Cache gehalten',
    lookback: 'es kamen so viele Blöcke auf einmal dazu, dass der Anbieter nicht wiederfand, was er hatte',
    evicted: 'an der Anfrage hat sich nichts geändert; der Anbieter hatte ihn aufgegeben',
  },
  keys: { Mod: 'Strg', Ctrl: 'Strg', Shift: 'Umschalt', Space: 'Leertaste', Delete: 'Entf' },
}
