import { area, type Value } from '../language.svelte.ts'

export const localModels = area('localModels', {
  // LocalModelFields.svelte
  introduction: (localContextTokens: Value) =>
    `The model runs in this tab: no key, no network once it is here, and nothing leaves. Small models answer questions and make small edits; they lose the thread of longer tasks and often call tools wrongly. They are given two tools and ${localContextTokens} tokens of context, both changed in “Model facts”. In memory a model takes its size and about half a gigabyte more, in each tab that uses it.`,
  onGraphicsCard: 'It works on the graphics card here.',
  modelsHere: 'Models in this browser',
  noModelYet: 'No model is here yet.',
  address: 'Address of a model',
  addressHint:
    'The address of a GGUF file, or of the first part of a split one. Models of one to four billion parameters, quantised to about four bits (Q4), are what a tab runs well.',
  storing: (name: Value) => `Storing ${name}`,
  ofBytes: (totalBytes: Value) => ` of ${totalBytes}`,
  cancel: 'Cancel',
  hasRoom: (freeBytes: Value) => `The browser has room for ${freeBytes}.`,
  howLarge: 'How large is it?',
  chooseFile: 'Choose a file',
  modelFile: 'Model file',
  // LocalModelRow.svelte
  trainedOn: (contextLength: Value) => `trained on ${contextLength} tokens`,
  callsTools: 'calls tools',
  knowsNoTools: 'its template knows no tools: it can talk, and hardly work',
  noTemplate: 'has no template for conversations: it only continues texts',
  inUse: 'In use',
  useNamed: (name: Value) => `Use ${name}`,
  use: 'Use',
  deleteNamed: (name: Value) => `Delete ${name}`,
  delete: 'Delete',
  // local-models.svelte.ts
  looking: 'Looking for models',
  asking: 'Asking for the model',
  downloading: 'Downloading the model',
  storingModel: 'Storing the model',
  deleting: (name: Value) => `Deleting ${name}`,
  onProcessor: (threads: number) =>
    `There is no graphics card for it here (WebGPU), so it works on ${threads === 1 ? 'one processor thread' : `${threads} processor threads`}: a model of a gigabyte reads a prompt for minutes and writes a few words a second.`,
  downloadUnknown: 'Download (size unknown)',
  download: (bytes: Value) => `Download ${bytes}`,
})
