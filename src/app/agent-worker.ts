/** The agent's worker as the page makes it, before there is anybody to talk to it. */
import workerUrl from '../agent/agent.worker.ts?worker&url'
import { trustScriptUrl } from './trusted-types.ts'

export interface AgentWorker {
  readonly worker: Worker
  /** Rejects when its program cannot be loaded or breaks while it starts; never resolves. */
  readonly broken: Promise<never>
}

/** It loads from here on. */
export function loadAgentWorker(): AgentWorker {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module', name: 'agent' })
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) =>
      reject(new Error(event.message || 'Its program did not load.')),
    )
  })
  // Told by whoever connects, which may come later.
  broken.catch(() => undefined)
  return { worker, broken }
}
