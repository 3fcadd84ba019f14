import { area } from '../language.svelte.ts'

/** What is called the same wherever it is spoken of. */
export const names = area('names', {
  modes: {
    default: 'Ask when needed',
    acceptEdits: 'Accept edits',
    plan: 'Plan only',
    auto: 'Ask a classifier first',
    dontAsk: 'Deny instead of asking',
    bypassPermissions: 'Never ask',
  },
  thinking: { off: 'Off', low: 'Low', medium: 'Medium', high: 'High' },
  agent: {
    ready: 'ready',
    working: 'working',
    'waiting for you': 'waiting for you',
    paused: 'paused',
    error: 'error',
  },
  toolStates: {
    running: 'running',
    done: 'done',
    failed: 'failed',
    denied: 'denied',
    cancelled: 'cancelled',
  },
})
