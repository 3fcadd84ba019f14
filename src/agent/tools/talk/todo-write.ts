import { z } from 'zod'
import { TODO_ITEMS } from '../../limits.ts'
import { buildTool, textOutput } from '../contract.ts'

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z.string().min(1).describe('What is to be done, as an instruction: "Fix the date parser".'),
        activeForm: z.string().min(1).describe('The same while it is being done: "Fixing the date parser".'),
        status: z
          .enum(['pending', 'in_progress', 'completed'])
          .describe(
            '"in_progress" for the one step you are at, "completed" as soon as it is done and checked.',
          ),
      }),
    )
    .max(TODO_ITEMS)
    .describe('The whole list, in order. It replaces the last one.'),
})

export const todoWriteTool = buildTool({
  name: 'TodoWrite',
  description: `Shows the user your plan as a list of steps and how far you are.

Use it for work of three or more steps: once with all of them before you start, then after each step. Keep exactly one step "in_progress" while you work. Do not use it for a question or a change of one or two steps: just answer or do it. It changes nothing in the workspace; notes that must last belong in a file (Write).`,
  schema,
  kind: 'state',
  requiresPermission: false,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ todos }) => `${todos.length} ${todos.length === 1 ? 'step' : 'steps'}`,
  validate: async ({ todos }) => {
    const running = todos.filter(({ status }) => status === 'in_progress').length
    return running > 1 ? `${running} steps are "in_progress"; mark only the one you are at.` : undefined
  },
  run: async ({ todos }) => {
    const done = todos.filter(({ status }) => status === 'completed').length
    return textOutput(`The list is updated: ${done} of ${todos.length} done.`, {
      display: { kind: 'todos', todos },
      changes: (state) => {
        state.todos = todos
      },
    })
  },
})
