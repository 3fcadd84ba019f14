/** The page's calls about what runs in the sandbox at the person's own wish: commands, terminals, processes. */
import type { TerminalsApi } from '../../protocol/terminal.ts'
import type { SmallValues } from '../secrets/small-values.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function terminalCalls(
  values: SmallValues,
  { files, steering, terminals }: ServiceParts,
  opened: OpenSession,
): TerminalsApi {
  return {
    exec: (command, options) => steering.aroundLine(command, () => files.exec(command, options)),
    openTerminal: (request, port) => terminals.open(request, port),
    closeTerminal: (id) => terminals.close(id),
    async terminalMemory() {
      return opened.current ? values.terminals(opened.current.id) : { terminals: [], history: [] }
    },
    keepTerminalMemory: (session, memory) => values.keepTerminals(session, memory),
    processes: () => files.read((sandbox) => sandbox.processes()),
    signalProcess: (target, signal) => files.read((sandbox) => sandbox.signal(target, signal)),
    outputTail: (execId) => files.read((sandbox) => sandbox.outputTail(execId)),
  }
}
