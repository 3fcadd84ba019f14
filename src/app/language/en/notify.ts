import { area } from '../language.svelte.ts'

export const notify = area('notify', {
  done: 'Done',
  waiting: 'The agent waits for your answer',
  paused: 'The agent has paused',
  failed: 'The agent stopped with an error',
})
