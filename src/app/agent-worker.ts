/** The agent's worker as the page makes it, before there is anybody to talk to it. */
import workerUrl from '../agent/agent.worker.ts?worker&url'
import { trustScriptUrl } from './trusted-types.ts'
import { shell as t } from './language/en/shell.ts'

export interface AgentWorker {
  readonly worker: Worker
  /** Resolves when its thread runs, which it cannot begin to while the page's own thread is busy. */
  readonly running: Promise<void>
  /** Rejects when its program cannot be loaded or breaks while it starts; never resolves. */
  readonly broken: Promise<never>
}

/** It loads from here on. */
export function loadAgentWorker(): AgentWorker {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module', name: 'agent' })
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || t.programNotLoaded)))
  })
  // Told by whoever connects, which may come later.
  broken.catch(() => undefined)
  const running = new Promise<void>((resolve) => {
    worker.addEventListener('message', () => resolve(), { once: true })
  })
  return { worker, running, broken }
}
