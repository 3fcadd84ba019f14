/** Small commands about the machine and its processes that the library lacks. */
import { coreCount } from '../../vfs/system-files.ts'
import { Errno } from '../../syscalls.ts'
import { errnoSentence } from '../errno-text.ts'
import { command } from '../just-bash.ts'
import { parseSignal, SIGNAL_NAMES } from '../signals.ts'
import { failed, printed } from './output.ts'

const UNAME = {
  s: 'Linux',
  n: 'localhost',
  r: '6.1.0',
  v: '#1 SMP',
  m: 'x86_64',
  p: 'unknown',
  i: 'unknown',
  o: 'GNU/Linux',
} as const

export const unameCommand = command('uname', async (args) => {
  const letters = args.flatMap((arg) => [...arg.replace(/^-/, '')])
  const order = ['s', 'n', 'r', 'v', 'm', 'o'] as const
  if (args.includes('-a') || args.includes('--all'))
    return printed(`${order.map((key) => UNAME[key]).join(' ')}\n`)
  const unknown = letters.find((letter) => !(letter in UNAME))
  if (unknown !== undefined) return failed(`uname: invalid option -- '${unknown}'\n`)
  const keys = (Object.keys(UNAME) as (keyof typeof UNAME)[]).filter((key) => letters.includes(key))
  return printed(`${(keys.length === 0 ? (['s'] as const) : keys).map((key) => UNAME[key]).join(' ')}\n`)
})

/** Everything runs as one ordinary user. */
export const idCommand = command('id', async (args) => {
  const isName = args.some((arg) => /^-\w*n/.test(arg))
  const wants = (letter: string): boolean => args.some((arg) => new RegExp(`^-\\w*${letter}`).test(arg))
  if (wants('u') || wants('g') || wants('G')) return printed(isName ? 'user\n' : '1000\n')
  return printed('uid=1000(user) gid=1000(user) groups=1000(user)\n')
})

export const nprocCommand = command('nproc', async () => {
  return printed(`${coreCount()}\n`)
})

export const killCommand = command('kill', async (args, context) => {
  const [first = '', ...rest] = args
  if (first === '-l' || first === '-L')
    return printed(`${SIGNAL_NAMES.map((name) => name.slice(3)).join(' ')}\n`)
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
