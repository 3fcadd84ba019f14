import { area } from '../language.svelte.ts'

export const moments = area('moments', {
  // StepDetails.svelte
  atThisStep: 'At this step',
  files: 'Files',
  conversation: 'Conversation',
  tasks: 'Tasks',
  // StepScreen.svelte
  reading: 'Reading',
  notRead: 'It could not be read.',
  nothingSaid: 'Nothing had been said.',
  noTasks: 'The agent had no list of tasks.',
  earlier: (count: string) => `${count} before this are not shown here.`,
  you: 'You',
  assistant: 'Assistant',
  conversationThen: 'Conversation at this step',
  tasksThen: 'Tasks at this step',
  states: { pending: 'open', in_progress: 'under way', completed: 'done' },
})
