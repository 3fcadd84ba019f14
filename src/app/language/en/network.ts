import { area, type Value } from '../language.svelte.ts'

export const network = area('network', {
  // NetworkDialog.svelte
  title: 'Requests that left the sandbox',
  nothing: 'No program has asked for anything outside in this session.',
  sums: (out: Value, refused: Value, bytes: Value) => `${out} let out, ${refused} refused; ${bytes} sent.`,
  earlier: (count: Value) => `${count} earlier ones stand in the log only.`,
  onlyRefused: 'Only what was refused',
  requests: 'Requests',
  letOut: 'Let out',
  refused: 'Refused',
  whatCounts:
    'Each request of a program, of the terminal and of the tools that fetch. The model’s own requests stand under usage and cost.',
})
