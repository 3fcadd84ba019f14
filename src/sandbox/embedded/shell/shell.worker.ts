/** The worker of one shell process. */
import { loadProgram } from '../../load-program.ts'

loadProgram(() => import('./shell-thread.ts'))
