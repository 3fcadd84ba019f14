/** `nohup` and `setsid`: what they run goes on when its session is closed. */
import type { ExecResult } from 'just-bash/browser'
import { failed } from '../commands/frame/output.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runScript } from '../program/run-script.ts'

const MISUSED = 125

export const nohupCommand = command('nohup', (args, context) => {
  const [first = ''] = args
  if (first.startsWith('-') && first !== '--')
    return Promise.resolve(failed(wrongOption('nohup', first), MISUSED))
  const words = first === '--' ? args.slice(1) : args
  if (words.length === 0)
    return Promise.resolve(
      failed("nohup: missing operand\nTry 'nohup --help' for more information.\n", MISUSED),
    )
  return runDetached('nohup', words, context)
})

export const setsidCommand = command('setsid', (args, context) => {
  const words = args.filter((arg, at) => !(at === 0 && /^(-[fwc]+|--fork|--wait|--ctty)$/.test(arg)))
  const [name = ''] = words
  if (name.startsWith('-')) return Promise.resolve(failed(wrongOption('setsid', name)))
  if (words.length === 0) return Promise.resolve(failed('setsid: no command specified\n'))
  return runDetached('setsid', words, context)
})

function wrongOption(name: string, option: string): string {
  const what = option.startsWith('--')
    ? `unrecognized option '${option}'`
    : `invalid option -- '${option.charAt(1)}'`
  return `${name}: ${what}\nTry '${name} --help' for more information.\n`
}

function runDetached(name: string, words: readonly string[], context: CommandContext): Promise<ExecResult> {
  context.host.detach()
  return runScript(context.exec, {
    script: 'command -- "$@"',
    name,
    args: words,
    cwd: context.cwd,
    env: context.exportedEnv ?? {},
    stdin: context.feed.text,
    live: context.live,
  })
}
