import { area } from '../language.svelte.ts'

export const ownTab = area('ownTab', {
  // Preview.svelte
  open: 'Open the preview in a tab of its own',
  title: 'Open in a tab of its own',
  refused: 'The browser opened no tab.',
  refusedHint: 'Allow pop-ups for this page.',
  flooded: 'The page was closed: it sent messages without end, and the app could not keep up with them.',
})
