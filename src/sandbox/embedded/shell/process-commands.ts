/** Commands that belong to the shell's processes and pipes: those that stream, and those about jobs. */
import type { CustomCommand } from 'just-bash/browser'
import { nohupCommand, setsidCommand } from './jobs/detached.ts'
import { psCommand } from './jobs/ps.ts'
import { timeoutCommand } from './jobs/timeout.ts'
import { catCommand } from './stream/cat.ts'
import { sleepCommand, yesCommand } from './stream/endless.ts'
import { tailCommand } from './stream/tail.ts'
import { teeCommand } from './stream/tee.ts'

export function processCommands(): readonly CustomCommand[] {
  return [
    catCommand,
    tailCommand,
    teeCommand,
    yesCommand,
    sleepCommand,
    timeoutCommand,
    nohupCommand,
    setsidCommand,
    psCommand,
  ]
}
