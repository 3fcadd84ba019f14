import { area } from '../language.svelte.ts'

export const format = area('format', {
  justNow: 'just now',
})
