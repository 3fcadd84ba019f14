/** Models that a policy lets be asked. Its entries are whole names, or families: `sonnet` is one of `claude-sonnet-4-6`. */
import type { PolicyInForce } from '../../protocol/calls/policy.ts'

export type ModelLists = Pick<PolicyInForce, 'availableModels' | 'deniedModels'>

/** A denied one may not, though it is among the available ones. */
export function mayBeAsked(model: string, { availableModels, deniedModels }: ModelLists): boolean {
  const isNamed = (entries: readonly string[]) => entries.some((entry) => names(entry, model))
  return !isNamed(deniedModels) && (availableModels === undefined || isNamed(availableModels))
}

/** Two sentences, with the model and those that may be asked. */
export function modelRefusal(
  model: string,
  { address, availableModels, deniedModels }: ModelLists & Pick<PolicyInForce, 'address'>,
): string {
  const denied = deniedModels.join(', ')
  const others =
    availableModels === undefined
      ? `all but ${denied}`
      : availableModels.join(', ') + (denied === '' ? '' : `, but not ${denied}`)
  return `The policy of this deployment (${address}) does not allow the model "${model}". It allows ${others}.`
}

/** Services tell no model from another by capitals or blanks. */
function names(entry: string, model: string): boolean {
  const [wanted, whole] = [entry.trim().toLowerCase(), model.trim().toLowerCase()]
  return wanted === whole || whole.split(/[-./:]/).includes(wanted)
}
