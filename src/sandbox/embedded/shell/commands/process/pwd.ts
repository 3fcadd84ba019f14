/** `pwd`, as bash has it built in. */
import { command } from '../../just-bash.ts'
import { failed, printed } from '../frame/output.ts'

export const pwdCommand = command('pwd', async (args, context) => {
  const wrong = args.find((arg) => arg.startsWith('-') && arg !== '-' && !/^(--|-[LP]+)$/.test(arg))
  if (wrong !== undefined) {
    const option = wrong.startsWith('--') ? '--' : `-${wrong.replace(/^-[LP]*/, '').charAt(0)}`
    return failed(`bash: pwd: ${option}: invalid option\npwd: usage: pwd [-LP]\n`, 2)
  }
  const last = args.join('').match(/[LP]/g)?.at(-1)
  const path = last === 'P' ? context.host.kernel.syscalls.realpath(context.cwd) : context.cwd
  return printed(`${path}\n`)
})
