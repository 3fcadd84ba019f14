import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const share = area('share', {
  // ShareDialog.svelte
  title: 'Share this session',
  whoGetsIt: (messages: number, calls: number, files: number, contentBytes: Value) =>
    `Recipients see ${count(messages, 'message', 'messages')}, ${count(calls, 'tool call', 'tool calls')} with their results, and ${count(files, 'file', 'files')} (${contentBytes}), can run it again in their own tab, and go on from any step. Keys and settings are never in it.`,
  shouldStay: 'This looks like something that should stay here:',
  whatWhere: (what: Value, where: Value) => `${what} in ${where}`,
  shareAnyway: 'I have looked at it; share it anyway',
  link: 'Link',
  copied: 'Copied',
  copyLink: 'Copy link',
  downloadFile: 'Download as a file',
  charactersOf: (payloadChars: Value, linkLimit: Value) =>
    `${payloadChars} of ${linkLimit} characters; no server has it`,
  tooLong: (payloadChars: Value, linkLimit: Value) => `Too long: ${payloadChars} of ${linkLimit} characters`,
  tooMuch:
    'It is too much for a link. Share it through a store, or as a file, which opens by dropping it on Vivarium; or leave out steps or files below.',
  asText: 'As text',
  webPage: 'Web page that plays it',
  markdown: 'Markdown',
  jsonLines: 'JSON lines',
  downloadText: 'Download the text',
  withoutFiles: 'Without the workspace’s files',
  upTo: 'Up to',
  theEnd: 'the end',
  files: 'Files',
  puttingTogether: 'Putting it together',
  // StoreShare.svelte
  throughStore: 'Through a store',
  cancel: 'Cancel',
  shareThrough: (host: Value) => `Share through ${host}`,
  encryptedHere: 'Encrypted here; the key is in the link only',
  setUpStore: 'Set up a store',
  storeHint: 'A bucket, an endpoint or gists of your own, which get it encrypted',
  addressInStore: 'Address in the store',
  sharedFromBrowser: 'Shared from this browser',
  shared: 'Shared',
  copyAddress: (title: Value) => `Copy the address of ${title}`,
  copy: 'Copy',
  unshareNamed: (title: Value) => `Unshare ${title}`,
  unshare: 'Unshare',
  removeFromList: 'Remove from this list',
  // OfferBanners.svelte
  fetchZip: (zipHost: Value) => `Fetch an archive from ${zipHost} into a new workspace?`,
  fetchAndUnpack: 'Fetch and unpack',
  fetchShare: (host: Value) =>
    `Fetch a shared session from ${host}? That is on this device or in a private network.`,
  fetchAndOpen: 'Fetch and open',
  notNow: 'Not now',
  // NothingKept.svelte
  nothingKept:
    'This browser keeps nothing for this page: sessions, settings and keys are gone when the tab is closed or reloaded.',
  nothingKeptHint:
    'Take out what you want to keep. In a normal window, or when the page may store data, they stay.',
  saveSession: 'Save the session',
  exportFiles: 'Export the files',
  // share.svelte.ts
  preparing: 'Preparing the recording',
  makingFile: 'Making the file',
  // store-share.svelte.ts
  readingShared: 'Reading what was shared',
  uploading: (host: Value) => `Uploading to ${host}`,
  deleting: 'Deleting',
  until: (day: Value) => `, until ${day}`,
  logWithoutTexts: 'Log without texts, for a bug report',
})
