/** The page's calls about what runs in the sandbox at the person's own wish: commands, terminals, processes. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { TerminalStore } from '../store/terminal-store.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function terminalCalls(
  terminalMemory: TerminalStore,
  { files, steering, terminals }: ServiceParts,
  opened: OpenSession,
): Pick<AgentApi, 'terminals'> {
  return {
    terminals: {
      exec: (command, options) => steering.aroundLine(command, () => files.exec(command, options)),
      open: (request, port) => terminals.open(request, port),
      close: (id) => terminals.close(id),
      async memory() {
        return opened.current ? terminalMemory.read(opened.current.id) : { terminals: [], history: [] }
      },
      keepMemory: (session, memory) => terminalMemory.keep(session, memory),
      processes: () => files.read((sandbox) => sandbox.processes()),
      signal: (target, signal) => files.read((sandbox) => sandbox.signal(target, signal)),
      outputTail: (execId) => files.read((sandbox) => sandbox.outputTail(execId)),
    },
  }
}
