/** The worker of one shell process. */
import { loadProgram } from '../../contract/load-program.ts'

loadProgram(() => import('./shell-thread.ts'))
