/** The agent's worker as the page makes it, before there is anybody to talk to it. */
import workerUrl from '../../agent/agent.worker.ts?worker&url'
import { trustScriptUrl } from './trusted-types.ts'

export interface AgentWorker {
  readonly worker: Worker
  /** Resolves when its thread runs, which it cannot begin to while the page's own thread is busy. */
  readonly running: Promise<void>
  /** Resolves when its program cannot be loaded (with nothing) or breaks while it starts (with what it says). */
  readonly broken: Promise<string>
}

/** It loads from here on. */
export function loadAgentWorker(): AgentWorker {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module', name: 'agent' })
  // Without a text of our own: those come with what keeps the language, and this script waits for no more than itself.
  const broken = new Promise<string>((resolve) => {
    // No text at all where the program cannot be loaded.
    worker.addEventListener('error', ({ message = '' }: Partial<ErrorEvent>) => resolve(message))
  })
  const running = new Promise<void>((resolve) => {
    worker.addEventListener('message', () => resolve(), { once: true })
  })
  return { worker, running, broken }
}
