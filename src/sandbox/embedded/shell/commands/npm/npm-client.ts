/** npm's own client, for all that the shell does not do itself. */
import type { ExecResult } from 'just-bash/browser'
import { clientFiles } from '../../../npm/client-files.ts'
import { installClient, NPM_FOLDER } from '../../../npm/install-client.ts'
import type { CommandContext } from '../../just-bash.ts'
import { runProgram } from '../../program/program.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { failed } from '../frame/output.ts'

export async function runNpmClient(
  launcher: 'npm' | 'npx',
  args: readonly string[],
  context: CommandContext,
): Promise<ExecResult> {
  try {
    await installClient(context.host.kernel.syscalls, clientFiles)
  } catch (error) {
    if (error instanceof CommandError) return failed(`${error.message}\n`)
    throw error
  }
  return runProgram(context.host, {
    argv: ['node', `${NPM_FOLDER}/bin/${launcher}-cli.js`, ...args],
    cwd: context.cwd,
    env: { ...context.exportedEnv },
    stdin: context.live.stdin === null ? String(context.stdin) : '',
    live: context.live,
  })
}
