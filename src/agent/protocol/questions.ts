/** The agent's questions to the user in the middle of its work, and the answers. */
import { z } from 'zod'

const choiceQuestion = z.strictObject({
  question: z.string(),
  /** A word or two. */
  header: z.string(),
  multiSelect: z.boolean(),
  options: z.array(z.strictObject({ label: z.string(), description: z.string() })),
})
export type ChoiceQuestion = z.infer<typeof choiceQuestion>

export const userQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('choices'), questions: z.array(choiceQuestion) }),
  /** Markdown, to be approved. */
  z.strictObject({ kind: z.literal('plan'), plan: z.string() }),
])
export type UserQuestion = z.infer<typeof userQuestion>

const choiceAnswer = z.strictObject({
  /** Labels of the chosen options. */
  selected: z.array(z.string()).readonly(),
  /** In the person's own words; empty when there are none. */
  other: z.string(),
})
export type ChoiceAnswer = z.infer<typeof choiceAnswer>

export const userAnswer = z.discriminatedUnion('kind', [
  /** One for each question, in their order. */
  z.strictObject({ kind: z.literal('choices'), answers: z.array(choiceAnswer).readonly() }),
  z.strictObject({
    kind: z.literal('plan'),
    decision: z.enum(['approve', 'approve_edits', 'keep_planning']),
    comment: z.string(),
    /** The plan as the person has rewritten it; absent: as it was. */
    edited: z.string().optional(),
  }),
  /** The person does not want to answer this. */
  z.strictObject({ kind: z.literal('skipped') }),
])
export type UserAnswer = z.infer<typeof userAnswer>
