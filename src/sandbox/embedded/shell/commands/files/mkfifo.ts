/** `mkfifo` and `mknod`: this file system has files, folders and links only. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand } from '../frame/command-run.ts'

export const mkfifo = refusing('mkfifo', 'mkfifo [-m MODE] NAME...')
export const mknod = refusing('mknod', 'mknod [-m MODE] NAME TYPE [MAJOR MINOR]')

function refusing(name: string, usage: string): CommandBody {
  return (args, context) =>
    runCommand({ name, usage, options: ['m,mode='] }, args, {
      context,
      body: (run) => {
        const [first] = run.operands
        if (first === undefined) throw run.misuse('missing operand')
        const instead = 'the sandbox has no named pipes; use a pipeline, <(command) or a file'
        throw new CommandError(`cannot create '${first}': ${instead}`)
      },
    })
}
