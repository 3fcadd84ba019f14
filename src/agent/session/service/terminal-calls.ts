/** The page's calls about what runs in the sandbox at the person's own wish: commands, terminals, processes. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { SmallValues } from '../secrets/small-values.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function terminalCalls(
  values: SmallValues,
  { files, steering, terminals }: ServiceParts,
  opened: OpenSession,
): Pick<AgentApi, 'terminals'> {
  return {
    terminals: {
      exec: (command, options) => steering.aroundLine(command, () => files.exec(command, options)),
      open: (request, port) => terminals.open(request, port),
      close: (id) => terminals.close(id),
      async memory() {
        return opened.current ? values.terminals(opened.current.id) : { terminals: [], history: [] }
      },
      keepMemory: (session, memory) => values.keepTerminals(session, memory),
      processes: () => files.read((sandbox) => sandbox.processes()),
      signal: (target, signal) => files.read((sandbox) => sandbox.signal(target, signal)),
      outputTail: (execId) => files.read((sandbox) => sandbox.outputTail(execId)),
    },
  }
}
