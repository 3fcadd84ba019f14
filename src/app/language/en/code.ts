import { area, type Value } from '../language.svelte.ts'

export const code = area('code', {
  // markdown.ts
  open: 'Open',
  apply: 'Apply',
  // ApplyDialog.svelte
  applyCode: 'Apply code',
  file: 'File',
  newFile: 'A new file.',
  where: 'Place',
  wholeFile: 'The whole file',
  atEnd: 'At its end',
  inPlaceOf: (first: Value, last: Value) => `In place of lines ${first} to ${last}`,
  hasItAlready: 'The file has exactly this already.',
  openInEditor: 'Open in editor',
  // code-apply.svelte.ts
  notInWorkspace: (path: Value) => `${path} is not in the workspace.`,
  nameAnother: 'Name a file in it.',
  noText: (path: Value) => `${path} has no text that could be edited.`,
  chooseAnother: 'Choose another file.',
  changedMeanwhile: (path: Value) => `${path} has changed meanwhile.`,
  lookAgain: 'Look at what would change now.',
  cannotBeEdited: (path: Value) => `${path} cannot be edited here.`,
  changedByOther: (path: Value) => `${path} was changed by somebody else.`,
  editorShowsBoth: 'The editor shows both.',
})
