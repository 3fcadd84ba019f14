import { area, type Value } from '../language.svelte.ts'

export const erase = area('erase', {
  // erase.ts
  title: 'Delete everything?',
  whatGoes:
    'All sessions, the files of their workspaces, keys, tokens and settings of Vivarium in this browser go, and what it keeps to work offline. Exported and shared copies stay where they are. This cannot be undone.',
  deleteAll: 'Delete everything',
  keepAll: 'Keep it all',
  deleting: 'Deleting …',
  waiting: (parts: Value) =>
    `Not deleted yet: ${parts}. Vivarium is open in another tab or window, which uses it: close all others, and this goes on.`,
  beginAnew: 'Begin anew',
  done: 'Everything is deleted.',
  offlineCopy: 'the offline copy',
  databases: 'sessions and settings',
  files: 'files',
  tabs: 'what tabs keep',
  left: (parts: Value) =>
    `Not everything could be deleted. Left: ${parts}. Close all other tabs of Vivarium and try again, or use the browser’s own settings of this site.`,
})
