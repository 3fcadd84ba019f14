import { area, type Value } from '../language.svelte.ts'

export const ui = area('ui', {
  // Banner.svelte
  dismiss: 'Dismiss',
  // DialogFrame.svelte
  close: 'Close',
  // ForgetRow.svelte
  forgetNamed: (name: Value) => `Forget ${name}`,
  forget: 'Forget',
  // Lazy.svelte
  didNotLoad: 'This part of Vivarium did not load. Check the network.',
  tryAgain: 'Try again',
})
