import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

/** LostBanner.svelte */
export const lost = area('lost', {
  bringingBack: 'This browser has lost its database. The sessions come back from their second copy.',
  comingBack: 'Bytes that are back',
  ofBytes: (done: Value, all: Value) => `${done} of ${all}`,
  sessionsBack: (sessions: number) =>
    `This browser had lost ${count(sessions, 'session', 'sessions')}. All that was in their second copy is here again.`,
  eventsBack: (steps: number) =>
    steps === 1
      ? 'This browser had lost the last step of this session. It is here again, from its second copy.'
      : `This browser had lost the last ${steps} steps of this session. They are here again, from its second copy.`,
  toEnterAgain: (values: Value) => `These were lost, since no copy of them may lie in a file: ${values}.`,
  enterAgain: 'Enter them again',
  lostKinds: {
    key: (name: Value) => `the API key of ${name}`,
    git_token: (name: Value) => `the token of ${name}`,
    program_key: (name: Value) => `the key ${name} of programs`,
    hidden: () => 'a hidden value',
    share: () => 'the place where sessions are shared',
    folder: (name: Value) => `the opened folder ${name}`,
  },
  backHint: 'A crash or a full disk can do that. A backup on another device protects from more.',
})
