import type { project as english } from '../en/project.ts'
import type { Translation } from '../language.svelte.ts'

export const project: Translation<typeof english> = {
  // ProjectDialog.svelte
  title: 'Einstellungen dieses Projekts',
  bringsNone: 'Dieses Projekt bringt keine eigenen Einstellungen mit.',
  nothingUsesIt: 'noch von nichts benutzt · ',
  ignoredAnyway: 'Wird ignoriert, was du auch sagst',
  ignored: 'Ignoriert',
  holdsFor:
    'Gilt nur für genau diese Dateien; bei jeder Änderung daran wird neu gefragt. Vertrauen führt nichts aus.',
  keepOff: 'Aus lassen',
  trust: 'Diesen Einstellungen vertrauen',
  // project.svelte.ts
  keepingDecision: 'Speichern deiner Entscheidung',
  kinds: {
    hook: 'Hooks',
    server: 'MCP-Server',
    rule: 'Freigaberegeln',
    variable: 'Variablen',
    skill: 'Skills',
    command: 'Befehle',
    agent: 'Sub-Agenten',
  },
  statuses: {
    unseen: 'Es ist aus, bis du es anders sagst.',
    changed:
      'Es hat sich geändert, seit du ihm vertraut hast. Die Fassung, der du vertraut hast, gilt weiter; diese nicht.',
    trusted: 'Du hast genau diesem vertraut.',
    refused: 'Du lässt es aus.',
  },
  cameWith: 'Dieses Projekt bringt Folgendes mit.',
}
