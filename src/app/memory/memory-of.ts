/** The model behind the dialog of the memory: made when it is first opened, and kept, as what was typed into it is. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import { MemoryModel } from './memory.svelte.ts'

interface MemoryHolder {
  memory: MemoryModel | undefined
  readonly agent: AgentApi
}

export function memoryOf(app: MemoryHolder): MemoryModel {
  app.memory ??= new MemoryModel(app.agent)
  return app.memory
}
