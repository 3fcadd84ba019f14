/** `kill`, for those who do not use the one that is built in. */
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { command } from '../../just-bash.ts'
import { SIGNALS } from '../../../../contract/signals.ts'
import { parseSignal } from '../../signals.ts'
import { failed, printed } from '../frame/output.ts'

export const killCommand = command('kill', async (args, context) => {
  const [first = '', ...rest] = args
  if (first === '-l' || first === '-L') return printed(`${SIGNALS.map((name) => name.slice(3)).join(' ')}\n`)
  const named = first === '-s' || first === '-n'
  const text = named ? (rest.shift() ?? '') : first.startsWith('-') ? first.slice(1) : 'TERM'
  const targets = named || first.startsWith('-') ? rest : args
  const signal = parseSignal(text)
  if (signal === undefined && text !== '0') return failed(`kill: ${text}: invalid signal specification\n`)
  if (targets.length === 0) return failed('kill: usage: kill [-s signal | -signal] pid ...\n', 2)
  let stderr = ''
  for (const target of targets) {
    try {
      if (!/^\d+$/.test(target)) throw new Errno('EINVAL', 'kill')
      if (signal !== undefined) context.host.kernel.syscalls.kill(Number(target), signal)
    } catch (error) {
      stderr += `kill: (${target}) - ${errnoSentence(error)}\n`
    }
  }
  return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 }
})
