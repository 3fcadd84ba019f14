/** Refusals of calls that cannot be done now; `stays` says what is left as it is. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'

type Refusal = Result<never> & { readonly ok: false }

/** A run is under way. */
export function workingProblem(stays: string): Refusal {
  return fail('not_permitted', `The agent is still working; ${stays}.`, {
    hint: 'Wait until it has ended, or stop it first.',
  })
}

/** Another tab leads the session. */
export function followerProblem(stays: string): Refusal {
  return fail('not_permitted', `This session is led by another tab; ${stays}.`, {
    hint: 'Take the session over first.',
  })
}
