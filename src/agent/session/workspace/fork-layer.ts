/** A layer for a sandbox and for all its forks. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

/** `fork` of the sandbox below; each fork has a layer of its own. */
export function forkUnder(below: Sandbox, layer: (below: Sandbox) => Partial<Sandbox>): Sandbox['fork'] {
  return async (request) => {
    const forked = await below.fork(request)
    return forked.ok ? ok({ ...forked.value, ...layer(forked.value) }) : forked
  }
}
