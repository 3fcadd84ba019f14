import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

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
  // EvidenceChips.svelte and evidence-reason.ts: not needed at the start, as the chat's are
  evidence: {
    statements: 'Checked statements',
    verdicts: { verified: 'Verified', contradicted: 'Contradicted', unverified: 'Unverified' },
    several: {
      verified: (statements: number) => `${count(statements, 'statement', 'statements')} verified`,
      unverified: (statements: number) => `${count(statements, 'statement', 'statements')} unverified`,
    },
    quoted: (statement: Value) => `“${statement}”`,
    // Said of a command, a path or “the call”
    theCall: 'the call',
    passed: 'passed',
    shown: 'shows it',
    done: { ran: 'was run', changed: 'was changed', created: 'was created', deleted: 'was deleted' },
    mended: 'failed before the change, passed after it',
    failed: 'failed last',
    failedWith: (exitCode: Value) => `failed last, exit code ${exitCode}`,
    failedOnFile: 'was not touched, as the call failed',
    differs: (found: Value, said: Value) => `shows ${found}, not ${said}`,
    absent: (text: Value) => `does not show “${text}”`,
    stale: 'ran before the last change',
    staleFile: 'has changed since it was shown',
    hidden: 'does not tell whether it passed',
    unfinished: 'did not run to its end',
    // By themselves
    none: {
      tests: 'no tests have run',
      build: 'no build has run',
      lint: 'no linter has run',
      types: 'no type check has run',
      fixed: 'no check has run',
      file: 'no call shows it',
      ran: 'no such command has run',
    },
  },
})
