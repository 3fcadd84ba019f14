import type { CommandBody } from '../../just-bash.ts'
import { runCommand } from '../frame/command-run.ts'

/** Files are kept by the page: there is nothing to wait for. */
export const sync: CommandBody = (args, context) =>
  runCommand({ name: 'sync', usage: 'sync [FILE]...', options: ['d,data', 'f,file-system'] }, args, {
    context,
    body: () => 0,
  })
