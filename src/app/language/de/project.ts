import { countsIn } from '../counted.ts'
import type { project as english } from '../en/project.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

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
  // SameProjectBanner.svelte
  looksLike: (name) => `Das sieht aus wie ein Projekt, das du schon importiert hast: ${name}.`,
  sayWhich: 'Sagen, welches es ist',
  // SameProjectDialog.svelte
  whichTitle: 'Ist das ein Projekt, das du kennst?',
  imported: (name) =>
    `Du hast ${name} importiert. Kein früherer Import hat genau diese Bytes, aber einer gleicht ihm sehr. Solange du nicht sagst, welches Projekt es ist, gilt hier keine Regel, keine Sperre und kein Vertrauen von früher.`,
  known: 'Projekt',
  unnamed: 'Ein früherer Import',
  importedOn: (date) => `importiert am ${date}`,
  sameHistory: 'gleicher erster Commit',
  equalFiles: (percent) => `${percent} seiner Dateien sind gleich`,
  differs: (paths) => `Dateien, die einen Agenten oder Git steuern, unterscheiden sich: ${paths}`,
  more: (others) => `und ${others} weitere`,
  newProject: 'Ein neues Projekt',
  nothingAlong: 'Nichts kommt mit.',
  restrictionsAlong: (restrictions) =>
    `${count(restrictions, 'Regel oder Sperre, die fragt oder verbietet, kommt', 'Regeln und Sperren, die fragen oder verbieten, kommen')} mit.`,
  takeRules: 'Die erlaubenden Regeln mitnehmen',
  takeTrust: 'Dein Vertrauen in die mitgebrachten Einstellungen mitnehmen',
  anybodyCan:
    'Jeder kann ein Archiv so aussehen lassen. Nimm Freigaben nur mit, wenn du weißt, woher es stammt.',
  continueIt: 'Projekt fortsetzen',
  startNew: 'Neues Projekt beginnen',
}
