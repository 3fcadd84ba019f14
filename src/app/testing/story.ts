/** A session as events, for the screen's tests and for looking at the screen: a bug is found, fixed and proven. */
import type { EventBody, EventOf } from '../../agent/protocol/events.ts'

const USAGE = { inputTokens: 1200, outputTokens: 340, cacheReadTokens: 32_000, cacheWriteTokens: 800 }

export const FIXED_FILE = `/** Adds days to a date; months and years carry over. */
export function addDays(date, days) {
  const next = new Date(date)
  next.setUTCDate(next.getUTCDate() + days)
  return next
}
`
export const BROKEN_FILE = FIXED_FILE.replace('getUTCDate() + days', 'getUTCDate() - days')

const PATCH = `--- src/add-days.js
+++ src/add-days.js
@@ -1,6 +1,6 @@
 /** Adds days to a date; months and years carry over. */
 export function addDays(date, days) {
   const next = new Date(date)
-  next.setUTCDate(next.getUTCDate() - days)
+  next.setUTCDate(next.getUTCDate() + days)
   return next
 }
`

const MARKDOWN = `The tests pass now. The sign was wrong in \`addDays\`: it **subtracted** the days.

### What I changed

1. \`src/add-days.js\`: one character
2. Nothing else; the tests already covered it

\`\`\`js
next.setUTCDate(next.getUTCDate() + days) // was: - days
\`\`\`

| check | before | after |
|---|---:|---:|
| tests passed | 11 | 12 |
| tests failed | 1 | 0 |

See [the documentation](https://example.org/date) for how dates carry over.
`

export function user(text: string, messageId = `m-${text.length}`): EventBody {
  return { type: 'user_message', messageId, content: [{ type: 'text', text }], origin: 'human' }
}

export function runStarted(): EventBody {
  return { type: 'run_started', runId: 'r1', model: 'claude-sonnet-4-6', mode: 'default' }
}

export function runEnded(terminal: EventOf<'run_ended'>['terminal'] = 'completed'): EventBody {
  return { type: 'run_ended', runId: 'r1', terminal, turns: 3 }
}

export function request(turnId: string): EventBody {
  return { type: 'request_started', turnId, requestId: `q-${turnId}`, attempt: 1 }
}

function text(turnId: string, content: string, block = 0): EventBody {
  return { type: 'assistant_block', turnId, block, content: { type: 'text', text: content } }
}

export function delta(turnId: string, content: string, block = 0): EventBody {
  return { type: 'text_delta', turnId, block, text: content }
}

interface Call {
  readonly turnId: string
  readonly id: string
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly title: string
}

/** The call as the model makes it and the tool starts it. */
export function started({ turnId, id, tool, input, title }: Call): EventBody[] {
  return [
    { type: 'assistant_block', turnId, block: 1, content: { type: 'tool_use', id, name: tool, input } },
    { type: 'tool_started', turnId, toolUseId: id, tool, input, title },
  ]
}

export function finished(
  call: Call,
  result: Partial<EventOf<'tool_result'>> & { text?: string } = {},
): EventBody {
  const { text: output = '', ...rest } = result
  return {
    type: 'tool_result',
    turnId: call.turnId,
    toolUseId: call.id,
    tool: call.tool,
    outcome: 'done',
    content: {
      type: 'tool_result',
      tool_use_id: call.id,
      content: output === '' ? [] : [{ type: 'text', text: output }],
      is_error: (rest.outcome ?? 'done') !== 'done',
    },
    durationMs: 40,
    synthetic: false,
    ...rest,
  }
}

export type ToldNote = EventOf<'memory_at_act'>['notes'][number]

/** A note of the user's, as it was told before a call. */
export function toldNote(rest: Partial<ToldNote> = {}): ToldNote {
  return {
    ...{ path: 'tests.md', hash: '0123456789ab', title: 'The tests need port 4000' },
    ...{ at: Date.UTC(2026, 10, 30, 12), by: 'user', when: 'Bash(npm test*)' },
    ...rest,
  }
}

/** The call as it is held, so that the model reads notes first. */
export function held(call: Call, notes: readonly ToldNote[] = [toldNote()], others = 0): EventBody[] {
  const told: EventBody = {
    ...{ type: 'memory_at_act', turnId: call.turnId, toolUseId: call.id },
    notes: [...notes],
    others: Array.from({ length: others }, (_, at) => ({ path: `other-${at}.md`, hash: 'f' })),
  }
  return [
    ...started(call).slice(0, 1),
    ...(notes.length > 0 ? [told] : []),
    finished(call, { outcome: 'held', text: 'Not run. Read this first, then make the call again.' }),
  ]
}

/** A call for the tests that was held for notes of each source, and one behind it. */
export function heldStory(): EventBody[] {
  const path = '/workspace/src/add-days.js'
  return [
    user('Run the tests', 'm1'),
    runStarted(),
    request('t1'),
    text('t1', 'I will run the tests.'),
    ...held(
      TEST_RUN,
      [
        toldNote(),
        toldNote({ path: 'deploy.md', title: 'Deploys go through the staging server', by: 'agent' }),
        toldNote({
          ...{ path: 'gone.md', by: 'import', when: 'Bash' },
          title: 'Before anything that takes longer than a minute, say how long it takes, and what it is for',
        }),
      ],
      2,
    ),
    ...held({ turnId: 't1', id: 'c9', tool: 'Read', input: { file_path: path }, title: path }, []),
    ...committed('t1'),
  ]
}

function committed(turnId: string): EventBody[] {
  return [
    { type: 'response_ended', turnId, stopReason: 'tool_use', usage: USAGE, costUsd: 0.0131 },
    { type: 'turn_committed', turnId, extra: [] },
  ]
}

const call = (turnId: string, id: string, tool: string, input: Record<string, unknown>): Call => ({
  turnId,
  id,
  tool,
  input,
  title: String(Object.values(input)[0]),
})

const TEST_RUN = call('t1', 'c1', 'Bash', { command: 'npm test' })
const SEARCH = call('t2', 'c2', 'Grep', { pattern: 'setUTCDate' })
const READ = call('t2', 'c3', 'Read', { file_path: '/workspace/src/add-days.js' })
export const EDIT = call('t3', 'c4', 'Edit', {
  file_path: '/workspace/src/add-days.js',
  old_string: '  next.setUTCDate(next.getUTCDate() - days)',
  new_string: '  next.setUTCDate(next.getUTCDate() + days)',
})
export const PROOF = call('t4', 'c5', 'Bash', { command: 'npm test' })

const FAILING = `
> dates@2.1.0 test
> node --test

✔ formats a date (1.2 ms)
✖ adds days across a month (3.9 ms)
  AssertionError: expected 2024-03-01, got 2024-01-29
ℹ tests 12
ℹ pass 11
ℹ fail 1
`

/** A program that reads a page, or one that would send five bytes. */
export function egressDecided(behavior: 'allow' | 'deny'): EventBody {
  const isSent = behavior === 'allow'
  return {
    type: 'exit_decided',
    method: isSent ? 'POST' : 'GET',
    url: isSent ? 'https://api.example/v1?key=hidden' : 'https://evil.example/?d=1',
    program: 'node',
    execId: 'e1',
    bytes: isSent ? 5 : 0,
    behavior,
    source: 'person',
    reason: isSent ? 'The user allowed it once.' : 'The user refused it.',
  }
}

/** The whole session, from the import to the proof. */
export function wholeStory(): EventBody[] {
  return [
    { type: 'session_created', logVersion: 1, appVersion: '0.1.0' },
    { type: 'workspace_imported', name: 'dates', files: 214, bytes: 1_830_000, root: 'r0' },
    { type: 'session_titled', title: 'Make the failing test pass', by: 'person' },
    user('Make the failing test pass', 'm1'),
    runStarted(),
    request('t1'),
    text('t1', 'I will run the tests first to see what fails.'),
    ...started(TEST_RUN),
    { type: 'tool_output', turnId: 't1', toolUseId: 'c1', stream: 'stdout', text: FAILING },
    finished(TEST_RUN, {
      outcome: 'failed',
      text: FAILING,
      durationMs: 2300,
      display: { kind: 'process', exitCode: 1, durationMs: 2300, timedOut: false },
    }),
    ...committed('t1'),
    request('t2'),
    {
      type: 'assistant_block',
      turnId: 't2',
      block: 0,
      content: {
        type: 'thinking',
        thinking: 'The month carries the wrong way. Look for where days are added.',
        signature: 's',
      },
    },
    ...started(SEARCH),
    finished(SEARCH, { text: 'src/add-days.js:4', display: { kind: 'summary', text: '1 match' } }),
    ...started(READ),
    finished(READ, { text: BROKEN_FILE, display: { kind: 'summary', text: '6 lines' } }),
    ...committed('t2'),
    request('t3'),
    ...started(EDIT),
    finished(EDIT, {
      text: 'Edited.',
      root: 'r1',
      display: { kind: 'diff', path: '/workspace/src/add-days.js', patch: PATCH, added: 1, removed: 1 },
    }),
    ...committed('t3'),
    request('t4'),
    ...started(PROOF),
    finished(PROOF, {
      text: 'ℹ pass 12',
      durationMs: 2100,
      display: { kind: 'process', exitCode: 0, durationMs: 2100, timedOut: false },
    }),
    ...committed('t4'),
    request('t5'),
    text('t5', MARKDOWN),
    ...committed('t5'),
    runEnded(),
  ]
}
