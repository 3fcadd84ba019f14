/** Since when changes are looked at. Pure. */
import type { Step } from '../../../agent/protocol/calls/history.ts'

export const SCOPES = ['import', 'session', 'turn', 'step'] as const
export type ReviewScope = (typeof SCOPES)[number]

/** The tree that a scope begins with; '' is the empty one. Undefined: nothing has happened in it yet. */
export function rootOfScope(
  scope: Exclude<ReviewScope, 'import'>,
  steps: readonly Step[],
): string | undefined {
  const isPrompt = ({ kind }: Step) => kind === 'prompt'
  if (scope === 'step') {
    const last = steps.findLastIndex(({ kind, changed }) => kind === 'call' && changed)
    return last < 0 ? undefined : (steps[last - 1]?.root ?? '')
  }
  const prompt = scope === 'turn' ? steps.findLast(isPrompt) : steps.find(isPrompt)
  return prompt && (prompt.root ?? '')
}
