/** The order of unit test files: the longest first, so that in the end no worker goes on alone. */
import { BaseSequencer } from 'vitest/node'

/** Files that take longest, longest first. Neither their size nor a run before, which there may not be, tells. */
export const LONGEST = [
  'src/sandbox/embedded/python/python.browser.test.ts',
  'src/sandbox/embedded/kernel-contract.browser.test.ts',
  'src/agent/session/store/value-store/small-values-lost.browser.test.ts',
  'src/app/hostile.browser.test.ts',
  'src/sandbox/embedded/shell/shell-in-kernel.browser.test.ts',
  'e2e/faults/faults.unit.test.ts',
  'e2e/engine/injection.unit.test.ts',
  'e2e/engine/model-contract.unit.test.ts',
  'e2e/engine/read-only.unit.test.ts',
  'src/sandbox/memory/memory-contract.test.ts',
]

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    return longestFirst(await super.sort(files))
  }
}

/** In each project; the others stay in their order. */
export function longestFirst(files) {
  const projects = [...new Set(files.map(({ project }) => project))]
  const group = ({ project }) => projects.indexOf(project)
  return files.toSorted((a, b) => group(a) - group(b) || rank(a) - rank(b))
}

function rank({ moduleId }) {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? LONGEST.length : place
}
