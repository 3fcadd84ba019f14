/** `nice` and `stdbuf`, which start another command. */
import type { CommandBody } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { fromByteString } from '../../byte-string.ts'
import { runCommand } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

/** Priorities and buffers that do not exist here change nothing about what the command does. */
function starting(syntax: Syntax): CommandBody {
  return (args, context) =>
    runCommand(syntax, args, {
      context,
      body: async (run) => {
        if (run.operands.length === 0) throw run.misuse('missing operand')
        const result = await runScript(context.exec, {
          script: 'command -- "$@"',
          name: syntax.name,
          args: run.operands,
          cwd: context.cwd,
          env: context.exportedEnv ?? {},
          stdin: context.live.stdin === null ? String(context.stdin) : '',
          live: context.live,
        })
        if (result.stdoutKind === 'bytes') run.outBytes(fromByteString(result.stdout))
        else run.out(result.stdout)
        run.err(result.stderr)
        return result.exitCode
      },
    })
}

export const nice = starting({
  name: 'nice',
  usage: 'nice [-n N] COMMAND [ARG]...',
  misuse: 125,
  operandsLast: true,
  options: ['n,adjustment='],
})
export const stdbuf = starting({
  name: 'stdbuf',
  usage: 'stdbuf [-i MODE] [-o MODE] [-e MODE] COMMAND [ARG]...',
  misuse: 125,
  operandsLast: true,
  options: ['i,input=', 'o,output=', 'e,error='],
})
