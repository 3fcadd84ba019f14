/** Searches look at many files under one permission: this keeps files with a deny rule out of their results. */
import type { RuleSet } from './contract.ts'
import { matchesPath } from './path-rule.ts'
import { parseRule } from './rule.ts'

/** Whether a path may be shown; made once per call. */
export function readGuard(ruleSets: readonly RuleSet[]): (path: string) => boolean {
  const denied = ruleSets
    .flatMap(({ rules }) => rules.deny)
    .map(parseRule)
    .filter(({ tool, pattern }) => tool === 'Read' && pattern !== undefined)
  if (denied.length === 0) return () => true
  return (path) =>
    !denied.some(({ pattern }) => pattern !== undefined && matchesPath(pattern, path, 'lenient'))
}
