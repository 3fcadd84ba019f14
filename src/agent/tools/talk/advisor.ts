/** Asks a stronger model for advice where the way forks. It has no tools, and never speaks to the user. */
import { z } from 'zod'
import { ADVICE_MS, ADVISOR_CHARS } from '../../limits.ts'
import type { AnsweredQuery } from '../../protocol/billed.ts'
import type { CallIds } from '../deps.ts'
import { buildTool, errorOutput, textOutput, type Tool } from '../contract.ts'

export const ADVISOR_TOOL = 'Advisor'

export interface Advice {
  readonly model: string
  /** Undefined where it gave none. */
  readonly used: AnsweredQuery | undefined
  readonly outcome:
    | { readonly ok: true; readonly text: string }
    | { readonly ok: false; readonly problem: string }
}

/** Never rejects. */
export type Advise = (
  question: { readonly question: string; readonly situation: string; readonly of: CallIds },
  signal: AbortSignal,
) => Promise<Advice>

const schema = z.strictObject({
  question: z.string().min(1).describe('What you have to decide, as one question with the options you see.'),
  situation: z
    .string()
    .min(1)
    .max(ADVISOR_CHARS)
    .describe(
      'All that the advisor needs: the task, what you have tried and what came of it with the exact errors, the code that matters. It sees nothing else.',
    ),
})

export function createAdvisorTool(advise: Advise, uses: number): Tool {
  return buildTool({
    name: ADVISOR_TOOL,
    description: `Asks a stronger model for short guidance. At most ${uses} ${uses === 1 ? 'time' : 'times'} in a run: it is slow and costs much.

Use it where the way forks: an error that you cannot explain after a first fix has failed, a choice between designs that is hard to take back, a step that cannot be undone, a field that you do not know. Decide the routine yourself: it is not for what you can find out with your tools, nor to have work checked that tests can check.

It has no tools and cannot see this conversation or the files. Its answer is advice: check it against what you know, and do the work yourself.`,
    schema,
    kind: 'state',
    requiresPermission: false,
    timeoutMs: ADVICE_MS,
    interruptBehavior: 'cancel',
    isConcurrencySafe: () => false,
    isReadOnly: () => true,
    isDestructive: () => false,
    isOptional: true,
    title: ({ question }) => question,
    run: async (input, { signal, used: tell, turnId, toolUseId }) => {
      const { model, used, outcome } = await advise({ ...input, of: { turnId, toolUseId } }, signal)
      if (used) tell({ model, ...used })
      const display = { kind: 'summary', text: model } as const
      if (!outcome.ok)
        return errorOutput(`The advisor ${model} could not be asked: ${outcome.problem} Go on without it.`, {
          display,
        })
      return textOutput(`Advice of ${model}, which saw only what you passed:\n\n${outcome.text}`, { display })
    },
  })
}
