import { z } from 'zod'
import type { OutputChunk } from '../../sandbox/contract.ts'
import { WORKSPACE_ROOT, isWithin } from '../../sandbox/path.ts'
import {
  RESULT_CHARS,
  SHELL_TIMEOUT_CEILING_MS,
  SHELL_TIMEOUT_GRACE_MS,
  SHELL_TIMEOUT_MS,
} from '../limits.ts'
import { looksDestructive } from '../permission/shell/destructive.ts'
import { isReadOnlyCommand } from '../permission/shell/read-only.ts'
import { cancellable } from './cancellable.ts'
import { buildTool, errorOutput, textOutput, type ToolContext } from './contract.ts'
import { isFailure, shellText } from './shell-text.ts'
import { failureOf } from './text-file.ts'

const schema = z.strictObject({
  command: z.string().min(1).describe('The command line, in bash syntax.'),
  description: z
    .string()
    .optional()
    .describe(
      'What the command does, in five to ten words, for the user who watches, e.g. "Runs the unit tests".',
    ),
  timeout: z
    .int()
    .min(1)
    .max(SHELL_TIMEOUT_CEILING_MS)
    .default(SHELL_TIMEOUT_MS)
    .describe(
      `Milliseconds after which it is killed; default ${SHELL_TIMEOUT_MS}, at most ${SHELL_TIMEOUT_CEILING_MS}.`,
    ),
})

export const bashTool = buildTool({
  name: 'Bash',
  description: `Runs a command in the sandbox's shell and shows the end of its output, stderr, exit code and duration.

Use it to run tests, scripts and programs, to list directories, and to move, copy or delete files. It starts in the directory where the last command ended, at first /workspace. Nothing can be typed into a running command, and it is killed after its timeout with all it started.

Do not use it where a tool exists: Read instead of cat, head or tail; Grep instead of grep or rg; Glob instead of find; Edit instead of sed or awk; Write instead of echo or a here-document. Join commands that depend on each other with &&; send independent ones as parallel calls.`,
  schema,
  kind: 'shell',
  maxResultChars: RESULT_CHARS.shell,
  timeoutMs: SHELL_TIMEOUT_CEILING_MS + SHELL_TIMEOUT_GRACE_MS,
  interruptBehavior: 'cancel',
  isConcurrencySafe: ({ command }) => isReadOnlyCommand(command),
  isReadOnly: ({ command }) => isReadOnlyCommand(command),
  isDestructive: ({ command }) => looksDestructive(command),
  title: ({ command }) => command.trim(),
  subject: ({ command }, { cwd }) => ({ command, cwd }),
  validate: async ({ command }) =>
    command.trim() === '' ? 'command is empty. Give the command line to run.' : undefined,
  run: async ({ command, timeout }, context) => {
    const cwd = await startDirectory(context)
    const live = liveOutput(context)
    const done = await cancellable(context, (id) =>
      context.sandbox.exec({ id, command, cwd, timeoutMs: timeout }, live),
    )
    if (!done.ok) return errorOutput(`Error: the command was not run: ${failureOf(done.error)}`)
    const { exitCode, durationMs, timedOut } = done.value
    const end = isWithin(done.value.cwd, WORKSPACE_ROOT) ? done.value.cwd : WORKSPACE_ROOT
    const output = isFailure(command, done.value) ? errorOutput : textOutput
    return output(shellText(done.value, timeout), {
      display: { kind: 'process', exitCode, durationMs, timedOut },
      changes: (state) => {
        state.cwd = end
      },
    })
  },
})

/** Where the last command ended, unless that directory is gone. */
async function startDirectory({ sandbox, state }: ToolContext): Promise<string> {
  if (state.cwd === WORKSPACE_ROOT) return WORKSPACE_ROOT
  const stat = await sandbox.stat(state.cwd)
  return stat.ok && stat.value.kind === 'directory' ? state.cwd : WORKSPACE_ROOT
}

/** Chunks end anywhere: each stream has a decoder that keeps half a code point for the next one. */
function liveOutput(context: ToolContext): (chunk: OutputChunk) => void {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  return ({ stream, data }) => context.emit({ stream, text: decoders[stream].decode(data, { stream: true }) })
}
