/** Notes for tests of the pick. */
import type { PickNote } from './pick-candidates.ts'

export const NOW = Date.UTC(2026, 10, 30, 12)
export const HOUR_MS = 60 * 60 * 1000

export const pickNote = (path: string, more: Partial<PickNote> = {}): PickNote => ({
  path,
  origin: 'user',
  title: `About ${path}`,
  body: 'Use tabs.\n\nThe old ones had spaces.',
  updatedAt: NOW,
  stale: [],
  hash: `hash-of-${path}`,
  ...more,
})
