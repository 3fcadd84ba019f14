import { z } from 'zod'
import type { ExecRequest, ExecResult } from '../../../sandbox/contract/contract.ts'
import type { Moment } from '../../../sandbox/contract/replay-clock.ts'
import { WORKSPACE_ROOT, isWithin } from '../../../sandbox/contract/path.ts'
import {
  BACKGROUND_AFTER_MS,
  JOB_START_MS,
  JOB_TIMEOUT_MS,
  RESULT_CHARS,
  SHELL_TIMEOUT_CEILING_MS,
  SHELL_TIMEOUT_GRACE_MS,
} from '../../limits.ts'
import { looksDestructive } from '../../permission/shell/rules/destructive.ts'
import { placesOf } from '../../permission/shell/places.ts'
import { runsPackageScripts } from '../../permission/shell/rules/shown-content.ts'
import { isReadOnlyCommand, runsBesideOthers } from '../../permission/shell/rules/read-only.ts'
import { settledWithin } from '../abort.ts'
import { cancellable } from '../cancellable.ts'
import { buildTool, errorOutput, textOutput, type ToolContext, type ToolOutput } from '../contract.ts'
import type { LiveRules } from './live-output.ts'
import { RunningCommand } from './running-command.ts'
import { startDirectory, withNote } from './start-directory.ts'
import { endingText, isFailure, outputText, unreadText } from './shell-text.ts'
import { failureOf } from '../files/text-file.ts'

const AFTER_S = BACKGROUND_AFTER_MS / 1000

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
    .optional()
    .describe(
      `Milliseconds after which it is killed, also in the background; at most ${SHELL_TIMEOUT_CEILING_MS}. Default: it is not killed.`,
    ),
  run_in_background: z
    .boolean()
    .default(false)
    .describe(
      'Answer at once and let it go on, e.g. for a server or a watcher. TaskOutput shows its output, TaskStop ends it. Do not end the command with "&" for this.',
    ),
})

type Input = z.infer<typeof schema>

export const bashTool = buildTool({
  name: 'Bash',
  description: `Runs a command in the sandbox's shell and shows its output, stderr, exit code and duration; of long output the end, and the rest in a file.

Use it to run tests, scripts, servers and programs, and to move, copy or delete files. It starts in the directory where the last command ended, at first /workspace. Nothing can be typed into a running command. One that takes longer than ${AFTER_S} s goes on in the background: you get its id and the output so far, and are told when it ends.

Do not use it where a tool exists: Read instead of cat, head or tail; Grep instead of grep or rg; Glob instead of find; Edit instead of sed or awk; Write instead of echo or a here-document. Do not use sleep to wait for a command in the background (TaskOutput with "block"). Join commands that depend on each other with &&; send independent ones as parallel calls.`,
  schema,
  kind: 'shell',
  maxResultChars: RESULT_CHARS.shell,
  previewEnd: true,
  timeoutMs: BACKGROUND_AFTER_MS + SHELL_TIMEOUT_GRACE_MS,
  interruptBehavior: 'cancel',
  isConcurrencySafe: ({ command, run_in_background }) => !run_in_background && runsBesideOthers(command),
  isReadOnly: ({ command }) => isReadOnlyCommand(command),
  isDestructive: ({ command }) => looksDestructive(command),
  title: ({ command }) => command.trim(),
  subject: ({ command }, { cwd }) => ({ command, cwd, ...placesOf(command, cwd) }),
  validate: async ({ command }) =>
    command.trim() === '' ? 'command is empty. Give the command line to run.' : undefined,
  run: async (input, context) => {
    const { sandbox, moment } = context
    const { cwd, note } = await startDirectory(context)
    const rules = await liveRules(input.command, cwd, context)
    const { running, hasEnded } = await cancellable(context, async (id) => {
      const request: ExecRequest = {
        id,
        command: input.command,
        cwd,
        timeoutMs: input.timeout ?? JOB_TIMEOUT_MS,
        ...heldTo(input.command),
        skipsWithheld: true,
        ...(rules.isScript ? { isProjectScript: true } : {}),
        ...(moment ? { moment } : {}),
      }
      const command = new RunningCommand(sandbox, request, rules, (said) => context.emit(said))
      return { running: command, hasEnded: await endsInForeground(command, input, context) }
    })
    const output = hasEnded ? endOutput(await running.done, input) : backgroundOutput(running, input, context)
    return noted(
      { ...withNote(output, note), command: running.outputOf() },
      moment,
      hasEnded ? await running.done : undefined,
    )
  },
})

/** A command that was judged to only look is held to that: should the judgement be wrong, nothing changes. */
export function heldTo(command: string): Pick<ExecRequest, 'readOnly' | 'env'> {
  // git is told not to write down on the way what it has found out.
  return isReadOnlyCommand(command) ? { readOnly: true, env: { GIT_OPTIONAL_LOCKS: '0' } } : {}
}

/** How a command's live output is treated where it has opened withheld files. */
export async function liveRules(
  command: string,
  cwd: string,
  { maskValues, sandbox }: Pick<ToolContext, 'maskValues' | 'sandbox'>,
): Promise<LiveRules> {
  if (maskValues === undefined) return { isScript: false, isUntold: false }
  const { reportsOpened } = await sandbox.describe()
  return { mask: maskValues, isScript: runsPackageScripts(command, cwd), isUntold: !reportsOpened }
}

/** The judgement and the command disagree: the model is not to take the whole workspace for read-only. */
function refusedText(command: string, { exitCode, stderr }: ExecResult): string {
  const isRefused =
    exitCode !== 0 &&
    isReadOnlyCommand(command) &&
    /read-only file system/i.test(new TextDecoder().decode(stderr))
  return isRefused
    ? '\n[This command was judged to only read, so it ran without the right to change files, and what it tried to write was refused. Files can be changed: use Edit or Write, or a command that says plainly what it writes.]'
    : ''
}

/** With what a replay gives the same command: of one that goes on in the background where it began. */
function noted(
  output: ToolOutput,
  moment: Moment | undefined,
  done: Awaited<RunningCommand['done']> | undefined,
): ToolOutput {
  if (!moment) return output
  const clocks = moment.clocks ?? (done?.ok === true ? done.value.clocks : undefined)
  return { ...output, moment: { ...moment, ...(clocks ? { clocks } : {}) } }
}

/** Waits for the end; false when it takes so long that the command goes into the background. */
async function endsInForeground(
  { done }: RunningCommand,
  input: Input,
  { backgroundAfterMs = BACKGROUND_AFTER_MS }: ToolContext,
): Promise<boolean> {
  let hasEnded = false
  const end = done.then(() => (hasEnded = true))
  await settledWithin(end, input.run_in_background ? JOB_START_MS : backgroundAfterMs)
  return hasEnded
}

function endOutput(done: Awaited<RunningCommand['done']>, { command, timeout }: Input): ToolOutput {
  if (!done.ok) {
    const how = done.error.kind === 'internal' ? 'broke off, and may have run in part' : 'was not run'
    return errorOutput(`Error: the command ${how}: ${failureOf(done.error)}`)
  }
  const { exitCode, durationMs, timedOut } = done.value
  const end = isWithin(done.value.cwd, WORKSPACE_ROOT) ? done.value.cwd : WORKSPACE_ROOT
  const output = isFailure(command, done.value) ? errorOutput : textOutput
  return output(outputText(done.value), {
    ending: endingText(done.value, timeout) + refusedText(command, done.value),
    display: { kind: 'process', exitCode, durationMs, timedOut },
    changes: (state) => {
      state.cwd = end
    },
  })
}

function backgroundOutput(running: RunningCommand, input: Input, context: ToolContext): ToolOutput {
  const said = unreadText(running.takeUnread())
  const { id } = context.jobs.adopt(running, context)
  const why = input.run_in_background
    ? 'It runs in the background'
    : `It still runs after ${AFTER_S} s and goes on in the background`
  return textOutput(
    `${said}\n[${why} as ${id}. You are told when it ends. TaskOutput shows what it says (with "block" it waits for the end), TaskStop stops it.]`,
    { display: { kind: 'job', jobId: id } },
  )
}
