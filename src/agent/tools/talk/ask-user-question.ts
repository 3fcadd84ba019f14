import { z } from 'zod'
import { OPTIONS_OF_A_QUESTION, QUESTIONS_AT_ONCE } from '../../limits.ts'
import type { ChoiceAnswer, ChoiceQuestion } from '../../protocol/questions.ts'
import { buildTool, errorOutput, textOutput } from '../contract.ts'

const schema = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        question: z.string().min(1).describe('The whole question, ending with a question mark.'),
        header: z.string().min(1).max(30).describe('One or two words for it, e.g. "Database".'),
        multiSelect: z
          .boolean()
          .default(false)
          .describe('More than one option may be chosen. Otherwise exactly one.'),
        options: z
          .array(
            z.strictObject({
              label: z.string().min(1).max(80).describe('The choice in one to five words.'),
              description: z.string().default('').describe('What choosing it means, in one sentence.'),
            }),
          )
          .min(2)
          .max(OPTIONS_OF_A_QUESTION)
          .describe(
            'Choices that exclude each other unless multiSelect is set. The one you recommend first. The user can always answer in own words, so give no "Other".',
          ),
      }),
    )
    .min(1)
    .max(QUESTIONS_AT_ONCE)
    .describe(`Questions to ask at once, at most ${QUESTIONS_AT_ONCE}.`),
})

export const askUserQuestionTool = buildTool({
  name: 'AskUserQuestion',
  description: `Asks the user to choose, and waits for the answer.

Use it when a decision is the user's to make and a wrong guess would waste the work: requirements that can be read in two ways, a choice between designs. Ask all you need at once. Do not use it for what you can find out yourself (Read, Grep), to ask whether to go on, or to have a plan approved (ExitPlanMode); where a sensible default exists, take it and say so.`,
  schema,
  kind: 'state',
  timeoutMs: Infinity,
  interruptBehavior: 'cancel',
  requiresPermission: false,
  requiresUserInteraction: true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ questions }) => questions.map(({ header }) => header).join(', '),
  validate: async ({ questions }) => {
    const labels = questions.map(({ options }) => options.map(({ label }) => label))
    const double = labels.findIndex((list) => new Set(list).size < list.length)
    return double < 0
      ? undefined
      : `questions[${double}] has two options with the same label. Make them differ.`
  },
  run: async ({ questions }, { askUser }) => {
    const answer = await askUser({ kind: 'choices', questions })
    if (answer.kind !== 'choices') {
      return errorOutput(
        'The user did not want to answer. Go on with the most sensible assumption, and say which one you made.',
      )
    }
    const lines = questions.map((question, index) => answerText(question, answer.answers[index]))
    return textOutput(`The user has answered:\n${lines.join('\n')}`, {
      display: { kind: 'summary', text: answer.answers.map(wordsOf).join('; ') },
    })
  },
})

function answerText({ question }: ChoiceQuestion, answer: ChoiceAnswer | undefined): string {
  const words = answer === undefined ? '' : wordsOf(answer)
  return `- ${question} ${words === '' ? '(no answer)' : words}`
}

function wordsOf({ selected, other }: ChoiceAnswer): string {
  const own = other.trim() === '' ? [] : [`in own words: ${other.trim()}`]
  return [...selected, ...own].join(', ')
}
