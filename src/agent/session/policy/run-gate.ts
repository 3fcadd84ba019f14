/** Whether the deployment's policy lets a run begin. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PolicyState } from '../../protocol/calls/policy.ts'
import type { Settings } from '../../protocol/settings.ts'
import { mayBeAsked, modelRefusal } from './model-names.ts'
import { modelsOf } from './settings-in-force.ts'

/** A file that cannot be used as a whole lets no model be asked: nobody knows what it would have closed. */
export function refusedFile(state: PolicyState): Result<void> {
  if (state.status !== 'refused') return ok(undefined)
  const { address, problem } = state
  return fail(
    'not_permitted',
    `The policy of this deployment (${address}) cannot be used, so nothing was sent. ${problem}`,
    { hint: 'Tell whoever runs this deployment. Files and sessions can be opened and exported meanwhile.' },
  )
}

/** Any of the models that the run may ask. */
export function refusedModel(state: PolicyState, settings: Settings): Result<void> {
  if (state.status !== 'in_force') return refusedFile(state)
  const model = modelsOf(settings).find((name) => !mayBeAsked(name, state))
  if (model === undefined) return ok(undefined)
  return fail('not_permitted', `Nothing was sent: ${lowered(modelRefusal(model, state))}`, {
    hint: 'Choose another model in Settings.',
  })
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
