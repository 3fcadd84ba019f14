/** A question which project an import is of: one that is expected, with much to take along, and one with nothing. */
import type { KnownProject, ProjectQuestion } from '../../agent/protocol/calls/project-identity.ts'

export const KNOWN: KnownProject = {
  ...{ id: 'p1', name: 'shop', importedAt: Date.UTC(2026, 10, 27, 12), isSameHistory: true },
  ...{ remotes: ['github.com/a/shop'], share: 0.876, steering: [] },
  ...{ allowed: ['Bash(make:*)'], restrictions: 3, isTrusted: true },
}
const BARE: KnownProject = {
  ...KNOWN,
  ...{ id: 'p2', name: '', isSameHistory: false, remotes: [], share: 0.5 },
  ...{ allowed: [], restrictions: 0, isTrusted: false },
}
export const QUESTION: ProjectQuestion = {
  root: 'r1',
  name: 'shop-main',
  known: [KNOWN, BARE],
  expected: 'p1',
}
