/** The agent's worker. */
import { loadProgram } from '../sandbox/load-program.ts'

loadProgram(() => import('./agent-thread.ts'))
