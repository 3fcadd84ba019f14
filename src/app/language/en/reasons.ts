import { area } from '../language.svelte.ts'

/** Sentences of the agent, which writes English. */
export const reasons = area('reasons', {
  sentence: (said: string) => said,
  /** A predicate about a part of a command. */
  predicate: (said: string) => said,
})
