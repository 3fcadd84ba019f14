/** Permission rules with those of the deployment's policy before them. */
import type { RuleSet } from '../../permission/contract.ts'
import type { PolicyInForce } from '../../protocol/calls/policy.ts'

/** Puts the policy's first. If only its allow rules count, the others have none; their deny and ask rules tighten, and stay. */
export function underPolicy(
  ruleSets: readonly RuleSet[],
  policy: PolicyInForce | undefined,
): readonly RuleSet[] {
  if (!policy) return ruleSets
  const others = policy.onlyItsAllows
    ? ruleSets.map(({ source, rules }) => ({ source, rules: { ...rules, allow: [] } }))
    : ruleSets
  return [{ source: 'policy', rules: policy.rules }, ...others]
}
