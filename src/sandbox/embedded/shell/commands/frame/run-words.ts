/** Runs a command that another one was given as words, as `find -exec` does. */
import type { CommandContext } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import type { CommandStream } from '../../stream/command-stream.ts'
import { fromByteString } from '../../byte-string.ts'

/** Returns the exit code; 127 when there is no such command. What it writes goes where the caller's output goes. */
export async function runWords(
  words: readonly string[],
  { context, stream, cwd }: { context: CommandContext; stream: CommandStream; cwd: string },
): Promise<number> {
  const result = await runScript(context.exec, {
    script: 'command -- "$@"',
    name: 'find',
    args: words,
    cwd,
    env: context.exportedEnv ?? {},
    stdin: '',
    live: { ...context.live, stdin: null },
  })
  if (result.stdout !== '') {
    const bytes = result.stdoutKind === 'bytes' ? fromByteString(result.stdout) : undefined
    await (bytes === undefined ? stream.text(result.stdout) : stream.write(bytes))
  }
  if (result.stderr !== '') stream.error(result.stderr)
  return result.exitCode
}
