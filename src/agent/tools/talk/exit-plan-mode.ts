import { z } from 'zod'
import { buildTool, errorOutput, textOutput } from '../contract.ts'

const schema = z.strictObject({
  plan: z
    .string()
    .min(1)
    .describe(
      'The plan in Markdown: what will be changed, where and why, in steps, and how it will be checked.',
    ),
})

export const exitPlanModeTool = buildTool({
  name: 'ExitPlanMode',
  description: `Shows the user your plan and asks to leave plan mode. When it is approved you may change files; when not, you go on planning.

Use it in plan mode, once you know what to change and the plan can be carried out as it stands. Do not use it in any other mode, for a question that needs no changes (just answer), or for open points of the plan (AskUserQuestion first).`,
  schema,
  kind: 'state',
  timeoutMs: Infinity,
  interruptBehavior: 'cancel',
  requiresPermission: false,
  requiresUserInteraction: true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ plan }) =>
    plan
      .trim()
      .split('\n')[0]
      ?.replace(/^#+\s*/, '') ?? '',
  validate: async (_, { mode }) =>
    mode === 'plan'
      ? undefined
      : `The mode is "${mode}", not "plan": there is nothing to leave. Go on with the work itself.`,
  run: async ({ plan }, { askUser, setMode }) => {
    const answer = await askUser({ kind: 'plan', plan })
    const edited = answer.kind === 'plan' && answer.edited !== plan ? answer.edited : undefined
    const changed =
      edited === undefined || edited.trim() === ''
        ? ''
        : `\n\nThe user has rewritten the plan. This is the one that counts:\n\n${edited.trim()}`
    const said =
      answer.kind === 'plan' && answer.comment.trim() !== ''
        ? ` The user said: ${JSON.stringify(answer.comment.trim())}.`
        : ''
    if (answer.kind !== 'plan' || answer.decision === 'keep_planning') {
      return errorOutput(
        `The user wants you to go on planning; nothing may be changed yet.${said} Improve the plan, then show it again.${changed}`,
        { display: { kind: 'summary', text: 'Keep planning' } },
      )
    }
    await setMode(answer.decision === 'approve_edits' ? 'acceptEdits' : 'default')
    return textOutput(
      `The user has approved the plan, and plan mode is left.${said} Carry it out now.${changed}`,
      {
        display: { kind: 'summary', text: changed === '' ? 'Approved' : 'Approved with changes' },
      },
    )
  },
})
