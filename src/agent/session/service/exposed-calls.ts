/** The agent's calls as the page reaches them: they wait until the service is open, and go no further than an area's own functions. */
import { byName } from '../../protocol/calls/by-name.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'

/**
 * A call waits for `opening` and rejects with its error. A name that is no own function of an area, such as `constructor`, rejects
 * with a TypeError.
 */
export function exposedCalls(opening: Promise<AgentApi>): AgentApi {
  return byName((area) =>
    byName((name) => async (...args: readonly unknown[]) => {
      const calls = own(await opening, area)
      const call = typeof calls === 'object' && calls !== null ? own(calls, name) : undefined
      if (typeof call !== 'function') throw new TypeError(`The agent has no call ${area}.${name}.`)
      return Reflect.apply(call, calls, args)
    }),
  )
}

function own(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value
}
