/** The directory of the next command and the list of steps, reduced from the log, and restored with the conversation. */
import { expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { said } from '../testing/database.ts'
import { LoggedSession } from '../testing/logged-session.ts'
import { conversationRestored } from '../time/timeline.ts'

const step = (content: string) => ({ content, activeForm: content, status: 'pending' }) as const

interface Changes {
  readonly cwd?: string
  readonly todo?: string
}

/** A turn of one call, from request to end. */
function turn({ cwd, todo }: Changes): readonly EventBody[] {
  const ids = { turnId: 't', toolUseId: 'c' }
  const input = { type: 'tool_use', id: 'c', name: 'Any', input: {} } as const
  return [
    { type: 'request_started', turnId: 't', requestId: 'q', attempt: 1 },
    { type: 'assistant_block', turnId: 't', block: 0, content: input },
    {
      type: 'tool_result',
      ...ids,
      tool: 'Any',
      outcome: 'done',
      content: { type: 'tool_result', tool_use_id: 'c', content: [], is_error: false },
      durationMs: 0,
      synthetic: false,
      ...(cwd === undefined ? {} : { cwd }),
      ...(todo === undefined ? {} : { display: { kind: 'todos', todos: [step(todo)] } }),
    },
    { type: 'turn_committed', turnId: 't', extra: [] },
  ]
}

/** A session with such turns, each after a message. */
function session(...turns: readonly Changes[]): LoggedSession {
  const made = new LoggedSession()
  for (const [index, changes] of turns.entries())
    for (const event of [said(`prompt ${index}`), ...turn(changes)]) made.append(event)
  return made
}

const workOf = ({ facts }: LoggedSession) => [facts.cwd, facts.todos.map(({ content }) => content)]

/** To the moment right before the prompt of this number. */
function restoreBefore(made: LoggedSession, prompt: number): void {
  const at = made.log.findIndex(
    (event) => event.type === 'user_message' && event.messageId === `prompt ${prompt}`,
  )
  made.append(conversationRestored(made.log, at))
}

const imported: EventBody = { type: 'workspace_imported', name: 'other.zip', files: 1, bytes: 1, root: 'r' }

it('are at the top and empty at first, and in a log whose calls name no directory', () => {
  expect(workOf(new LoggedSession())).toEqual(['/workspace', []])
  expect(workOf(session({}))).toEqual(['/workspace', []])
})

it('are what the last call that changed them has left', () => {
  const made = session({ cwd: '/workspace/a' }, { todo: 'Mend' }, { cwd: '/workspace/b' }, {})
  expect(workOf(made)).toEqual(['/workspace/b', ['Mend']])
})

it('are restored with the conversation, any number of times, and forward again', () => {
  const made = session({ cwd: '/workspace/a', todo: 'One' }, { cwd: '/workspace/b' }, { todo: 'Two' })
  const end = made.log.length
  restoreBefore(made, 2)
  expect(workOf(made)).toEqual(['/workspace/b', ['One']])
  restoreBefore(made, 1)
  expect(workOf(made)).toEqual(['/workspace/a', ['One']])
  restoreBefore(made, 0)
  expect(workOf(made)).toEqual(['/workspace', []])
  const undone = made.log.length
  for (const event of [said('prompt 3'), ...turn({ todo: 'Three' })]) made.append(event)
  made.append(conversationRestored(made.log, end))
  expect(workOf(made)).toEqual(['/workspace/b', ['Two']])
  made.append(conversationRestored(made.log, undone))
  expect(workOf(made)).toEqual(['/workspace', []])
})

it('of a turn that had no end are not those of the conversation', () => {
  const made = session({ cwd: '/workspace/a' })
  const before = made.log.length
  for (const event of turn({ cwd: '/workspace/b' }).slice(0, -1)) made.append(event)
  expect(workOf(made)).toEqual(['/workspace/b', []])
  made.append(conversationRestored(made.log, before))
  expect(workOf(made)).toEqual(['/workspace/a', []])
})

it('a replaced workspace has no such directory, and the steps stay', () => {
  const made = session({ cwd: '/workspace/a', todo: 'Mend' })
  made.append(imported)
  expect(workOf(made)).toEqual(['/workspace', ['Mend']])
  for (const event of [said('prompt 1'), ...turn({ cwd: '/workspace/b' })]) made.append(event)
  restoreBefore(made, 1)
  expect(workOf(made)).toEqual(['/workspace', ['Mend']])
})

it.each(['/etc', '/workspace/../etc', '../etc', '', '/workspacex'])(
  'a log that names the directory "%s" starts commands within the workspace',
  (cwd) => {
    expect(workOf(session({ cwd }))).toEqual(['/workspace', []])
  },
)
