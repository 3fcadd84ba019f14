import type { format as english } from '../en/format.ts'
import type { Translation } from '../language.svelte.ts'

export const format: Translation<typeof english> = {
  justNow: 'gerade eben',
}
