import { area } from '../language.svelte.ts'

export const moments = area('moments', {
  // StepDetails.svelte
  atThisStep: 'At this step',
  files: 'Files',
  conversation: 'Conversation',
  tasks: 'Tasks',
  preview: 'Preview',
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
  // StepPreview.svelte
  previewThen: 'Preview at this step',
  noFilesThen: 'There were no files yet.',
  served: (command: string) =>
    `This project serves its page with “${command}”. That page is there again once the files are restored and it is started; ` +
    'below is what the files show by themselves.',
  restoreFiles: 'Restore the files',
  closedThen: 'The page sent so many messages that it was closed.',
  noFrame:
    'The page cannot be shown: this host does not serve “/opaque/preview.html” with its headers (README, “Host it”).',
  states: { pending: 'open', in_progress: 'under way', completed: 'done' },
})
