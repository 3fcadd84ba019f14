import { area } from '../language.svelte.ts'

export const demos = area('demos', {
  // DemosDialog.svelte
  demos: 'Demos',
  introduction:
    'Recorded sessions on real code. “Replay” runs one again in this tab: the same loop, the same commands, without a key and without a network. At any step you can take over.',
  list: {
    'fix-a-failing-test': {
      title: 'Fix a failing test',
      text: 'SHA-256 of a published library comes out wrong. The agent finds the digit by what still works, and proves it.',
    },
    'explore-a-repository': {
      title: 'Explore an unknown repository',
      text: 'Reads and searches side by side, tries a guess before it tells it, and answers with places in the code.',
    },
    'add-a-feature': {
      title: 'Add a feature with tests',
      text: 'A method and its tests; one of them fails for a good reason, and the method is mended, not the test.',
    },
    'build-a-web-app': {
      title: 'Build a small web app',
      text: 'From an empty workspace to a page in the Preview, with its arithmetic tested first.',
    },
    'plan-mode': {
      title: 'Send a plan back',
      text: 'In plan mode nothing changes until you agree. The first plan would break callers; the second is carried out.',
    },
    rewind: {
      title: 'Recover from a wrong turn',
      text: 'The tests pass, and yet it is the wrong way: files and conversation are taken back, and it is asked better.',
    },
  },
})
