/** `arch`, `whoami`, `logname`, `tty` and `hostname`: who is where. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand } from '../frame/command-run.ts'

/** A command that takes nothing and says one line. */
function saying(name: string, line: string, { code = 0, misuse = 1 } = {}): CommandBody {
  return (args, context) =>
    runCommand({ name, usage: name, misuse, options: [] }, args, {
      context,
      body: (run) => {
        const [extra] = run.operands
        if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
        run.out(`${line}\n`)
        return code
      },
    })
}

export const arch = saying('arch', 'x86_64')
export const whoami = saying('whoami', 'user')
export const logname = saying('logname', 'user')
/** Descriptors are never terminals here. */
export const tty = saying('tty', 'not a tty', { code: 1, misuse: 2 })

export const hostname: CommandBody = (args, context) =>
  runCommand(
    {
      name: 'hostname',
      usage: 'hostname [-dfIis]',
      options: ['d,domain', 'f,fqdn,long', 'i,ip-address', 'I,all-ip-addresses', 's,short'],
    },
    args,
    {
      context,
      body: (run) => {
        if (run.operands.length > 0) throw new CommandError('you must be root to change the host name')
        if (run.options.has('d')) run.out('\n')
        else run.out(run.options.has('i') || run.options.has('I') ? '127.0.0.1\n' : 'localhost\n')
        return 0
      },
    },
  )
