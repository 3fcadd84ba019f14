import type { code as english } from '../en/code.ts'
import type { Translation } from '../language.svelte.ts'

export const code: Translation<typeof english> = {
  // markdown.ts
  open: 'Öffnen',
  apply: 'Übernehmen',
  // ApplyDialog.svelte
  applyCode: 'Code übernehmen',
  file: 'Datei',
  newFile: 'Eine neue Datei.',
  where: 'Wohin',
  wholeFile: 'Die ganze Datei',
  atEnd: 'An ihr Ende',
  inPlaceOf: (first, last) => `Anstelle der Zeilen ${first} bis ${last}`,
  hasItAlready: 'Genau so steht es schon in der Datei.',
  openInEditor: 'Im Editor öffnen',
  // code-apply.svelte.ts
  notInWorkspace: (path) => `${path} liegt nicht im Arbeitsbereich.`,
  nameAnother: 'Nenne eine Datei darin.',
  noText: (path) => `${path} hat keinen Text, der sich bearbeiten ließe.`,
  chooseAnother: 'Wähle eine andere Datei.',
  changedMeanwhile: (path) => `${path} hat sich inzwischen geändert.`,
  lookAgain: 'Sieh nach, was sich jetzt ändern würde.',
  cannotBeEdited: (path) => `${path} lässt sich hier nicht bearbeiten.`,
  changedByOther: (path) => `${path} wurde von jemand anderem geändert.`,
  editorShowsBoth: 'Der Editor zeigt beide Fassungen.',
}
