/** The agent's worker. */
import { loadProgram } from '../sandbox/contract/load-program.ts'

// To the page: this thread needs nothing more of its own (app/boot/agent-worker.ts).
postMessage('running')
loadProgram(() => import('./agent-thread.ts'))
