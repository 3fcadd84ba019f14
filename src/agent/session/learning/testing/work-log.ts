/** Logs of work for tests of lessons: each function gives the events of one step, in the order of a real log. */
import type { AgentEvent, EventBody, EventOf } from '../../../protocol/events.ts'
import type { Terminal } from '../../../protocol/events/run-events.ts'

export type Step = EventBody | readonly EventBody[]
type Result = EventOf<'tool_result'>

let ids = 0
const newId = () => `call-${++ids}`

export function logOf(...steps: readonly Step[]): AgentEvent[] {
  return steps.flat().map((body, index) => ({ ...body, seq: index + 1, at: 1_000 + index }))
}

export const said = (text: string, messageId = text.slice(0, 20)): EventBody => ({
  ...{ type: 'user_message', messageId, content: [{ type: 'text', text }], origin: 'human' },
})

export const told = (text: string): EventBody => ({
  ...{ type: 'user_message', messageId: newId(), content: [{ type: 'text', text }], origin: 'program' },
})

export const started = (runId = 'r'): EventBody => ({ type: 'run_started', runId, model: 'm', mode: 'auto' })

export const ended = (terminal: Terminal = 'completed', runId = 'r'): EventBody => ({
  ...{ type: 'run_ended', runId, terminal, turns: 1 },
})

/** A run from its start to its end. */
export const run = (steps: readonly Step[], terminal?: Terminal): readonly EventBody[] => [
  started(),
  ...steps.flat(),
  ended(terminal),
]

interface CallOptions {
  readonly id?: string
  readonly outcome?: Result['outcome']
  readonly display?: Result['display']
  /** Between its start and its result. */
  readonly within?: readonly EventBody[]
  /** It was refused before it began. */
  readonly isUnbegun?: boolean
}

export function called(
  tool: string,
  input: Record<string, unknown>,
  output: string,
  { id = newId(), outcome = 'done', display, within = [], isUnbegun = false }: CallOptions = {},
): readonly EventBody[] {
  const of = { turnId: 't', toolUseId: id }
  return [
    { type: 'assistant_block', turnId: 't', block: 0, content: { type: 'tool_use', id, name: tool, input } },
    ...(isUnbegun ? [] : [{ type: 'tool_started', ...of, tool, input, title: tool } as const]),
    ...within,
    {
      ...{ type: 'tool_result', ...of, tool, outcome, durationMs: 1, synthetic: false },
      content: {
        ...{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: output }] },
        is_error: outcome !== 'done',
      },
      ...(display && { display }),
    },
  ]
}

/** A command that ran in the foreground. */
export const bash = (command: string, exitCode = 0, output = 'ok'): readonly EventBody[] =>
  called('Bash', { command }, `${output}\n[exit code ${exitCode}, 0.1 s]`, {
    outcome: exitCode === 0 ? 'done' : 'failed',
    display: { kind: 'process', exitCode, durationMs: 1, timedOut: false },
  })

/** A command of the background, with its end. */
export function job(command: string, exitCode: number, output: string): readonly EventBody[] {
  const id = newId()
  const of = { turnId: 't', toolUseId: id }
  return [
    ...called('Bash', { command }, 'begun\n[It still runs.]', { id, display: { kind: 'job', jobId: id } }),
    { type: 'tool_output', ...of, stream: 'stdout', text: output },
    { type: 'job_ended', jobId: id, ...of, how: 'exited', exitCode, timedOut: false, durationMs: 1 },
  ]
}

export const edited = (path: string): readonly EventBody[] =>
  called('Edit', { file_path: path }, 'The file was changed.', {
    display: { kind: 'diff', path, patch: '', added: 1, removed: 1 },
  })

/** A call that somebody did not let run. */
export function refused(
  command: string,
  { comment, source = 'person' }: { readonly comment?: string; readonly source?: string } = {},
): readonly EventBody[] {
  const id = newId()
  const of = { turnId: 't', toolUseId: id }
  return called('Bash', { command }, 'PermissionDenied: this Bash call was not run.', {
    ...{ id, outcome: 'denied', isUnbegun: true },
    within: [
      {
        type: 'permission_decided',
        ...of,
        behavior: 'deny',
        source,
        reason: '',
        ...(comment !== undefined && { comment }),
      },
    ],
  })
}

export const restored = (toSeq: number): EventBody => ({
  ...{ type: 'conversation_restored', toSeq, events: 1, isUntold: false },
})
