import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const preview = area('preview', {
  // Preview.svelte
  back: 'Back in the preview',
  backTitle: 'Back',
  forward: 'Forward in the preview',
  forwardTitle: 'Forward',
  reload: 'Reload the preview',
  reloadTitle: 'Reload',
  pick: 'Pick an element',
  pickTitle: 'Pick an element for the message box: click it, or arrow keys and Enter; Escape ends it',
  source: 'Source',
  sourceTitle: 'Source of the preview: files, or a program',
  files: 'Files',
  page: 'Page',
  pageTitle: 'A page of the workspace, or an address such as localhost:3000',
  size: 'Size',
  sizeTitle: 'How large the page is',
  fit: 'Fit',
  oneDocument: 'one document',
  loadAgain: 'Load it again',
  preview: 'Preview',
  startsWithSandbox: 'The preview starts with the sandbox.',
  // PreviewConsole.svelte
  consoleOf: 'Console of the preview',
  console: 'Console',
  askToFixTitle: 'Puts the errors into the message box; nothing is sent yet',
  askToFix: 'Ask to fix',
  clearConsole: 'Clear the console',
  clear: 'Clear',
  linesOf: 'Lines of the console',
  moreLines: (dropped: Value) => `${dropped} more lines are not shown.`,
  timesInRow: (times: Value) => `${times} times in a row`,
  errorPrefix: 'Error: ',
  warningPrefix: 'Warning: ',
  saidNothing: 'The page has said nothing.',
  // PreviewHealth.svelte
  health: 'Health of the preview',
  loadedTitle: 'When the page was loaded last: with every change up to then',
  asOf: (since: Value) => `as of ${since}`,
  tellAgentLabel: 'Tell the agent of errors',
  tellAgentTitle: 'The agent is told of what fails on the page, with its next step. Off: only you see it.',
  tellAgent: 'Tell the agent',
  // device-sizes.ts
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  // preview.svelte.ts
  port: (port: Value) => `Port ${port}`,
  closed: 'Closed',
  isClosed: (what: Value) => `${what} is closed: no program listens`,
  loading: 'Loading …',
  upButEmpty: (what: Value) => `${what} is up, but empty`,
  upWithErrors: (what: Value) => `${what} is up, with errors`,
  isUp: (what: Value) => `${what} is up`,
  wasClosed: 'The page was closed: it sent messages without end, and the app could not keep up with them.',
  wantsToSave: (name: Value, size: Value) => `The page wants to save ${name} (${size}).`,
  save: 'Save',
  doNotSave: 'No',
  oneDocumentHint:
    'The page is shown as one document, with its style sheets, scripts, modules, images and data put into it. It has no service worker, no workers or frames of its own, and its storage lasts until it is reloaded.',
  portClosed: (port: Value) => `Port ${port} (closed)`,
  errors: (errors: number) => count(errors, 'error', 'errors'),
  warnings: (warnings: number) => count(warnings, 'warning', 'warnings'),
  fixError: (address: Value) => `The preview at ${address} reports an error. Find the cause and fix it.`,
  fixErrors: (address: Value) => `The preview at ${address} reports errors. Find the cause and fix it.`,
  thisElement: (address: Value) => `This element of the preview at ${address}:`,
  nobodyListens: (port: Value) => `No program listens at port ${port}.`,
  cannotLook:
    'The page comes from WebContainer, so that the app can show it and hears of its errors, but cannot look into it.',
  // OwnTabButton.svelte
  ownTab: {
    open: 'Open the preview in a tab of its own',
    title: 'Open in a tab of its own',
    refused: 'The browser opened no tab.',
    refusedHint: 'Allow pop-ups for this page.',
    flooded: 'The page was closed: it sent messages without end, and the app could not keep up with them.',
  },
})
