/** The page's calls about instruction files. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function instructionCalls(
  { runs, remoteInstructions }: ServiceParts,
  opened: Pick<OpenSession, 'current'>,
): Pick<AgentApi, 'instructions'> {
  const list = async () => (await runs.inquiries()).instructions()
  return {
    instructions: {
      list,
      async tellWhole(path) {
        const session = opened.current
        if (session?.role !== 'leader') return fail('not_permitted', 'This session is led by another tab.')
        if (typeof path !== 'string') return fail('invalid', 'The path of an instruction file is a text.')
        await session.append({ type: 'instructions_wanted', name: path })
        return ok(undefined)
      },
      async fetch(address) {
        const { files = [] } = (await list()) ?? {}
        if (!files.some(({ path }) => path === address))
          return fail('not_found', 'No settings of this project name these instructions.')
        return remoteInstructions.fetch(address)
      },
      async decide(verdict) {
        return remoteInstructions.decide(verdict)
      },
    },
  }
}
