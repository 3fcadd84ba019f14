/** `envsubst`: `$NAME` and `${NAME}` in a text, from the environment. */
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'envsubst',
  usage: "envsubst [-v] ['$NAME ${OTHER}']",
  options: ['v,variables'],
}
const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g

export const envsubst: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: runEnvsubst })
}

function runEnvsubst(run: CommandRun): number {
  const [format, extra] = run.operands
  if (extra !== undefined) throw run.misuse('too many arguments')
  const named = format === undefined ? undefined : new Set(namesIn(format))
  if (run.options.has('v')) {
    if (format === undefined) throw run.misuse('missing arguments')
    run.out(
      namesIn(format)
        .map((name) => `${name}\n`)
        .join(''),
    )
    return 0
  }
  const env = run.context.exportedEnv ?? {}
  const text = run.readText('-')
  run.out(
    text.replace(REFERENCE, (all, plain?: string, braced?: string) => {
      const name = plain ?? braced ?? ''
      return named === undefined || named.has(name) ? (env[name] ?? '') : all
    }),
  )
  return 0
}

function namesIn(format: string): string[] {
  return [...format.matchAll(REFERENCE)].map(([, plain, braced]) => plain ?? braced ?? '')
}
