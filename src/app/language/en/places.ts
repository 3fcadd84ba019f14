import { area, type Value } from '../language.svelte.ts'

export const places = area('places', {
  // mention-things.ts
  terminalOutput: 'terminal',
  outputOf: (name: Value) => `Output of ${name}`,
  step: (number: Value) => `step ${number}`,
  symbolAt: (name: Value, line: Value) => `${name}, line ${line}`,
  symbols: 'Declarations',
  // FindBar.svelte
  find: 'Find in the conversation',
  found: 'Found',
  nothingFound: 'Nothing found',
  atOf: (at: Value, all: Value) => `${at} of ${all}`,
  atOfMore: (at: Value, all: Value) => `${at} of ${all} and more`,
  earlierMatch: 'Earlier match',
  earlierKeys: 'Earlier (Enter)',
  laterMatch: 'Later match',
  laterKeys: 'Later (Shift+Enter)',
  closeFind: 'Close find',
  closeKeys: 'Close (Esc)',
  // Transcript.svelte
  later: (messages: Value) => `${messages} later messages`,
  // ItemActions.svelte, ToolDetails.svelte
  link: 'Link',
  copyLink: 'Copy link to here',
  copyLinkTitle: 'Copy a link to this place, for this browser',
  timeline: 'Timeline',
  showStep: 'Show on the timeline',
  showStepTitle: 'Show this step on the timeline',
  summarise: 'Summarise…',
  upToHere: 'Summarise up to here',
  upToHereTitle: 'Summarise the conversation before this message',
})
