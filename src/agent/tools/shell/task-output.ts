import { z } from 'zod'
import { JOB_WAIT_CEILING_MS, JOB_WAIT_MS, RESULT_CHARS, SHELL_TIMEOUT_GRACE_MS } from '../../limits.ts'
import { settledWithin } from '../abort.ts'
import { endedText } from './background-jobs.ts'
import { buildTool, textOutput } from '../contract.ts'
import { unknownJobText } from '../results/failure-text.ts'
import { unreadText } from './shell-text.ts'

const schema = z.strictObject({
  task_id: z.string().min(1).describe('The id that Bash gave when the command went into the background.'),
  block: z
    .boolean()
    .default(false)
    .describe('Wait until the command has ended, at most for the timeout. Otherwise answers at once.'),
  timeout: z
    .int()
    .min(0)
    .max(JOB_WAIT_CEILING_MS)
    .default(JOB_WAIT_MS)
    .describe(
      `Milliseconds to wait with "block"; default ${JOB_WAIT_MS}, at most ${JOB_WAIT_CEILING_MS}. The command goes on when they are over.`,
    ),
})

export const taskOutputTool = buildTool({
  name: 'TaskOutput',
  aliases: ['BashOutput'],
  description: `Shows what a command in the background has said since you last asked, and whether it still runs.

Use it to look at a server's log, or with "block" to wait for a test or a build that Bash has put into the background. Do not call it in a row without "block" to wait; do other work meanwhile, you are told when the command ends. It reads only what Bash started in the background: for files use Read, for a new command use Bash.`,
  schema,
  renamedFields: { bash_id: 'task_id', shell_id: 'task_id' },
  kind: 'state',
  maxResultChars: RESULT_CHARS.shell,
  timeoutMs: JOB_WAIT_CEILING_MS + SHELL_TIMEOUT_GRACE_MS,
  interruptBehavior: 'cancel',
  requiresPermission: false,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ task_id }) => task_id,
  validate: async ({ task_id }, { jobs }) =>
    jobs.find(task_id) === undefined ? unknownJobText(task_id, jobs.ids()) : undefined,
  run: async ({ task_id, block, timeout }, { jobs }) => {
    const job = jobs.find(task_id)
    if (job === undefined) return textOutput(unknownJobText(task_id, jobs.ids()))
    if (block) await settledWithin(job.ended, timeout)
    jobs.told(task_id)
    const state = job.end === undefined ? 'is still running' : endedText(job.end)
    const taken = job.command.takeUnread()
    const output = textOutput(`${unreadText(taken)}\n[${task_id} ${state}.]`, {
      display: { kind: 'summary', text: job.end === undefined ? 'still running' : 'ended' },
    })
    return { ...output, command: job.command.outputOf(taken) }
  },
})
