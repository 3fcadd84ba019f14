/** Looks through the notes and the project's past sessions for the model. */
import { z } from 'zod'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { RECALL_FOUND, RECALL_FOUND_MOST, RESULT_CHARS } from '../../limits.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import type { RecallQuestion } from '../../protocol/recall.ts'
import type { Recalled } from '../../protocol/calls/memory.ts'
import { buildTool, errorOutput, textOutput, type Tool } from '../contract.ts'
import { recalledText } from './recalled-text.ts'

/** Never rejects. */
export type AskRecall = (question: RecallQuestion, signal: AbortSignal) => Promise<Result<Recalled>>

const DAY = /^\d{4}-\d\d-\d\d$/

const schema = z.strictObject({
  query: z
    .string()
    .min(1)
    .describe('The words to look for, those that were probably used: names, errors, paths, the subject.'),
  limit: z
    .int()
    .min(1)
    .max(RECALL_FOUND_MOST)
    .default(RECALL_FOUND)
    .describe(`Texts to show, ${RECALL_FOUND} by default, at most ${RECALL_FOUND_MOST}.`),
  role: z
    .enum(['user', 'assistant', 'tool'])
    .optional()
    .describe('Only what the user said, what an agent answered, or calls of tools with their results.'),
  tool: z.string().min(1).optional().describe('Only calls of this tool and their results, e.g. Bash.'),
  after: z.string().optional().describe('Only from this day on, as 2026-11-30.'),
  before: z.string().optional().describe('Only before this day.'),
})

export function createRecallTool(ask: AskRecall): Tool {
  return buildTool({
    name: RECALL_TOOL,
    description: `Finds notes and earlier turns of this project by words: what the user and an agent said in past sessions, and what a summary has replaced in this one. Shows them word for word, the likeliest first.

Use it when the user refers to something that is not in this conversation ("as we agreed", "the error of last week"), before you ask them what they have said before, and before you try again what may have been tried. With role "tool", or the name of a tool, it looks through calls and their results instead. A query of numbers alone, e.g. "#12 #40", shows these events of this session, as the lines of a summary name them. If nothing fits, try other words once. Do not use it for files (Grep), for the notes whose path you know (Read), or for what stands in this conversation.`,
    schema,
    kind: 'state',
    requiresPermission: false,
    maxResultChars: RESULT_CHARS.edit,
    interruptBehavior: 'cancel',
    isConcurrencySafe: () => true,
    isReadOnly: () => true,
    isDestructive: () => false,
    title: ({ query }) => query,
    validate: async ({ after, before }) => {
      const wrong = [after, before].find((day) => day !== undefined && Number.isNaN(dayStart(day)))
      return wrong === undefined ? undefined : `"${wrong}" is no day. Write it as 2026-11-30.`
    },
    run: async ({ after, before, ...asked }, { signal }) => {
      const question: RecallQuestion = {
        ...asked,
        ...(after === undefined ? {} : { after: dayStart(after) }),
        ...(before === undefined ? {} : { before: dayStart(before) }),
      }
      const recalled = await ask(question, signal)
      if (!recalled.ok) {
        const { message, hint = '' } = recalled.error
        return errorOutput(`Error: ${message} ${hint}`.trimEnd())
      }
      const { found } = recalled.value
      return textOutput(recalledText(recalled.value), {
        display: { kind: 'summary', text: `${found.length} found` },
      })
    },
  })
}

/** Milliseconds since the epoch; NaN where it is no day. */
function dayStart(day: string): number {
  return DAY.test(day) ? Date.parse(`${day}T00:00`) : NaN
}
