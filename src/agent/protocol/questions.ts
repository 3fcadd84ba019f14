/** What the agent asks the person in the middle of its work, and the answers. */
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

export interface ChoiceAnswer {
  /** Labels of the chosen options. */
  readonly selected: readonly string[]
  /** In the person's own words; empty when there are none. */
  readonly other: string
}

export type UserAnswer =
  /** One for each question, in their order. */
  | { readonly kind: 'choices'; readonly answers: readonly ChoiceAnswer[] }
  | {
      readonly kind: 'plan'
      readonly decision: 'approve' | 'approve_edits' | 'keep_planning'
      readonly comment: string
    }
  /** The person does not want to answer this. */
  | { readonly kind: 'skipped' }
