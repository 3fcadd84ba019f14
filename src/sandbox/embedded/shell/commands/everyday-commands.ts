/** Commands that nearly every script starts with: they are there from the start, so that none waits for its code. */
import type { CustomCommand } from 'just-bash/browser'
import { command } from '../just-bash.ts'
import { cp } from './copy.ts'
import { ls } from './ls.ts'
import { mkdir, rm } from './remove.ts'
import { sort } from './sort/sort.ts'
import { stat, touch } from './stat.ts'
import { tr } from './tr.ts'
import { xargs } from './xargs.ts'

export const EVERYDAY_COMMANDS: readonly CustomCommand[] = [
  command('cp', cp),
  command('ls', ls),
  command('mkdir', mkdir),
  command('rm', rm),
  command('sort', sort),
  command('stat', stat),
  command('touch', touch),
  command('tr', tr),
  command('xargs', xargs),
]
