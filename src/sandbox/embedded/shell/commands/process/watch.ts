/** `watch`: a command again and again; without a terminal each run's output stands below the one before. */
import { fromByteString } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'watch',
  usage: 'watch [-n SECONDS] [-egtx] COMMAND',
  operandsLast: true,
  options: [
    'n,interval=',
    'd,differences=?',
    'e,errexit',
    'g,chgexit',
    't,no-title',
    'x,exec',
    'c,color',
    'b,beep',
    'p,precise',
  ],
}
/** Milliseconds between two runs at least. */
const SHORTEST_MS = 100

export const watch: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runWatch })

async function runWatch(run: CommandRun): Promise<number> {
  const { options, operands, context } = run
  if (operands.length === 0) throw run.misuse('missing operand')
  const text = options.value('n') ?? '2'
  if (!/^\d*[.,]?\d+$/.test(text)) throw new CommandError(`failed to parse argument: '${text}'`)
  const wait = Math.max(SHORTEST_MS, Number(text.replace(',', '.')) * 1000)
  if (!run.isLive && !options.has('e') && !options.has('g'))
    throw new CommandError(
      'it would never end, and what it prints is read only at its end; use -e, -g or a loop',
    )
  let before: string | undefined
  for (;;) {
    const result = await once(run)
    if (!options.has('t')) run.out(`Every ${(wait / 1000).toFixed(1)}s: ${operands.join(' ')}\n\n`)
    if (result.stdoutKind === 'bytes') run.outBytes(fromByteString(result.stdout))
    else run.out(result.stdout)
    run.err(result.stderr)
    if (options.has('e') && result.exitCode !== 0) return result.exitCode
    if (options.has('g') && before !== undefined && before !== result.stdout) return 0
    before = result.stdout
    await context.exec(`sleep ${wait / 1000}`, { cwd: context.cwd })
    await run.pause()
  }
}

function once(run: CommandRun): ReturnType<typeof runScript> {
  const { context, operands, options } = run
  const isExec = options.has('x')
  return runScript(context.exec, {
    script: isExec ? 'command -- "$@"' : operands.join(' '),
    name: 'watch',
    args: isExec ? operands : [],
    cwd: context.cwd,
    env: context.exportedEnv ?? {},
    stdin: '',
    live: { ...context.live, stdin: null, stdout: null },
  })
}
