/** The commands that just-bash lacks or does differently. */
import type { CustomCommand } from 'just-bash/browser'
import { processCommands } from '../process-commands.ts'
import { shellCommand } from './process/bash.ts'
import { envCommand, printenvCommand } from './process/env.ts'
import { EAGER_COMMANDS } from './eager-commands.ts'
import { LAZY_COMMANDS } from './lazy-commands.ts'
import { gitCommand } from './git.ts'
import { npmCommand } from './npm/npm.ts'
import { npxCommand } from './npm/npx.ts'
import { pwdCommand } from './process/pwd.ts'
import { killCommand } from './process/kill.ts'

const COMMANDS: readonly CustomCommand[] = [
  shellCommand('sh'),
  shellCommand('bash'),
  envCommand,
  printenvCommand,
  gitCommand,
  npmCommand,
  npxCommand,
  pwdCommand,
  killCommand,
  ...EAGER_COMMANDS,
  ...LAZY_COMMANDS,
]

export function ownCommands(): readonly CustomCommand[] {
  return [...COMMANDS, ...processCommands()]
}
