import { area } from '../language.svelte.ts'

/** Names that are the same throughout the app. */
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
    held: 'held',
  },
  cacheBreaks: {
    service: 'the provider or its address changed',
    model: 'the model changed',
    thinking: 'thinking was set otherwise',
    choice: 'the answer had to be a certain call, or no longer',
    headers: 'the extra headers changed',
    markers: 'the cache markers moved',
    tools: 'the list of tools changed',
    system: 'the system prompt changed',
    messages: 'earlier messages changed',
    and: ', and ',
    expired_1h: 'more than an hour had passed, longer than any cache is kept',
    expired_5m: 'more than five minutes had passed, as long as the cache is kept',
    lookback: 'so many blocks were added at once that the provider did not find what it had',
    evicted: 'nothing of the request changed; the provider had let it go',
  },
  keys: { Mod: 'Ctrl', Ctrl: 'Ctrl', Shift: 'Shift', Space: 'Space', Delete: 'Delete' },
})
