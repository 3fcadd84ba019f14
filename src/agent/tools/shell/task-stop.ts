import { z } from 'zod'
import { endedText } from './background-jobs.ts'
import { buildTool, textOutput } from '../contract.ts'
import { unknownJobText } from '../results/failure-text.ts'
import { unreadText } from './shell-text.ts'

const schema = z.strictObject({
  task_id: z.string().min(1).describe('The id that Bash gave when the command went into the background.'),
})

export const taskStopTool = buildTool({
  name: 'TaskStop',
  aliases: ['KillShell'],
  description: `Stops a command that runs in the background, with all that it has started, and shows its last output.

Use it for a server or a watcher that is no longer needed, or a command that hangs. Do not use it for a command that will end soon by itself (TaskOutput with "block"), nor for processes that Bash did not put into the background (Bash with kill).`,
  schema,
  renamedFields: { shell_id: 'task_id', bash_id: 'task_id' },
  kind: 'state',
  requiresPermission: false,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ task_id }) => task_id,
  validate: async ({ task_id }, { jobs }) =>
    jobs.find(task_id) === undefined ? unknownJobText(task_id, jobs.ids()) : undefined,
  run: async ({ task_id }, { jobs }) => {
    await jobs.stop(task_id)
    const job = jobs.find(task_id)
    jobs.told(task_id)
    const state = job?.end === undefined ? 'did not end when it was killed' : endedText(job.end)
    const taken = job?.command.takeUnread() ?? { text: '', dropped: 0 }
    const output = textOutput(`${unreadText(taken)}\n[${task_id} ${state}.]`)
    return job === undefined ? output : { ...output, command: job.command.outputOf(taken) }
  },
})
