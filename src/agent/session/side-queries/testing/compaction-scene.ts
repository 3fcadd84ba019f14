/** A session whose conversation is made shorter by a scripted model: for tests of the layers, the loop and the log together. */
import type { LoopDeps } from '../../../loop/deps.ts'
import { resultOf, runInTest } from '../../../loop/test-support.ts'
import type { TestRun } from '../../../loop/test-support.ts'
import type { ModelClient, ModelRequest } from '../../../model/contract.ts'
import { createScriptedModel } from '../../../model/scripted.ts'
import type { ScriptedResponse } from '../../../model/scripted.ts'
import type { CompactOptions } from '../../../protocol/calls/runs.ts'
import type { EventBody, ReadBody } from '../../../protocol/events.ts'
import type { Message } from '../../../protocol/messages.ts'
import { counting, LoggedSession } from '../../testing/logged-session.ts'
import { Compaction } from '../compaction.ts'
import type { CompactionOptions } from '../compaction.ts'
import { LoggedQueries } from '../logged-queries.ts'
import { NotesUnderWay } from '../notes-under-way.ts'
import { RunningNotes } from '../running-notes.ts'

export const SUMMARY = 'The task is to mend the parser. What was done: nothing yet. Next: read it again.'
export const summary: ScriptedResponse = { text: `<summary>${SUMMARY}</summary>` }
export const WINDOW = 20_000

export function said(text: string, messageId = text): EventBody {
  return { type: 'user_message', messageId, content: [{ type: 'text', text }], origin: 'human' }
}

const PREFIX = {
  service: 's',
  model: 'm',
  thinking: 0,
  headers: '',
  markers: '',
  system: '',
  tools: '',
  blocks: 1,
  messages: '',
}

export const LONG = said('long '.repeat(4_000), 'long')

const WATCH: LoopDeps['prompts'] = {
  sent: () => ({ source: 'main', prefix: PREFIX }),
  answered: () => ({ source: 'main', cache: 'kept' }),
}

export interface Scene {
  readonly session: LoggedSession
  readonly summaries: readonly ModelRequest[]
  /** Requests for running notes, and those under way. */
  readonly notes: readonly ModelRequest[]
  readonly underWay: NotesUnderWay
  compaction(): Compaction
  run(responses: readonly ScriptedResponse[], resultTokens?: number): Promise<TestRun>
  byHand(keep?: string, part?: CompactOptions): Promise<EventBody[]>
  useDraft(): Promise<EventBody[]>
}

export interface SceneOptions extends Partial<Omit<CompactionOptions, 'notes'>> {
  /** Absent: no running notes are made. */
  readonly noteResponses?: readonly ScriptedResponse[]
  /** The provider's cache is watched. */
  readonly watches?: boolean
  /** A call of the agent takes as long as the notes beside it. */
  readonly waitsForNotes?: boolean
  /** No request for notes is answered before. */
  readonly notesHeld?: Promise<void>
}

export function scene(
  summaryResponses: readonly ScriptedResponse[],
  { noteResponses, watches = false, waitsForNotes = true, notesHeld, ...options }: SceneOptions = {},
): Scene {
  const session = new LoggedSession()
  session.append(said('Please mend the parser'))
  const summariser = createScriptedModel(summaryResponses)
  const writer = createScriptedModel(noteResponses ?? [])
  const answers: ScriptedResponse[] = []
  const model = createScriptedModel(answers)
  const underWay = new NotesUnderWay()
  let ids = 0
  const newId = () => `s${++ids}`
  const request = (messages: readonly Message[]) => ({
    ...{ model: 'm', system: [], tools: [], messages, thinkingTokens: 0 },
  })
  const log = (event: EventBody) => session.append(event)
  const side = new LoggedQueries({
    client: counting(heldBack(writer, notesHeld)),
    costOf: () => 0.01,
    newId,
    now: () => session.clock,
    signal: new AbortController().signal,
    log,
  })
  const notes = new RunningNotes({
    session,
    underWay,
    isOn: () => noteResponses !== undefined,
    request,
    maxOutput: () => 8_000,
    overBudget: () => options.overBudget?.() ?? Promise.resolve(undefined),
    askAside: side.ask,
    log,
  })
  const compaction = () =>
    new Compaction({
      session,
      client: counting(summariser),
      request,
      notes,
      window: () => WINDOW,
      maxOutput: () => 8_000,
      automatic: () => true,
      cites: true,
      overBudget: () => Promise.resolve(undefined),
      carried: {
        instructions: () => Promise.resolve(undefined),
        memory: () => Promise.resolve(undefined),
        todos: () => [],
        jobs: () => [],
      },
      forget: () => {},
      now: () => session.clock,
      costOf: () => 0.01,
      newId,
      sleep: () => Promise.resolve(),
      ...options,
    })
  return {
    session,
    summaries: summariser.requests,
    notes: writer.requests,
    underWay,
    compaction,
    async run(responses, resultTokens = 10) {
      const parts = compaction()
      const asked = model.requests.length
      // One model for all runs: the ids of its calls are never the same.
      answers.splice(asked, Infinity, ...responses)
      const result = await runInTest({
        responses: [],
        conversation: {
          get messages() {
            return session.conversation.messages
          },
          apply: (event) => session.append(event),
        },
        deps: {
          model: counting(model),
          newId: () => `i${session.log.length}-${++ids}`,
          ...(watches ? { prompts: WATCH } : {}),
          hooks: {
            makeRoom: (turnId, signal) => parts.makeRoom(turnId, signal),
            drain: (kind) => parts.drain(kind),
            afterResponse: async () => {
              parts.answered()
              return []
            },
            ...(!session.facts.compaction.hasReacted
              ? { reactiveCompact: (turnId: string, signal: AbortSignal) => parts.react(turnId, signal) }
              : {}),
          },
        },
        async *executeCalls(calls, { turnId }) {
          if (waitsForNotes) await underWay.settled(new AbortController().signal)
          for (const call of calls) yield resultOf(call, turnId, 'x'.repeat(4 * resultTokens))
        },
      })
      return { ...result, requests: model.requests.slice(asked) }
    },
    byHand: (keep = '', part = {}) =>
      logged(session, compaction().byHand('t', { keep, ...part }, new AbortController().signal)),
    useDraft: () => logged(session, compaction().useDraft(new AbortController().signal)),
  }
}

async function logged(session: LoggedSession, steps: AsyncIterable<EventBody>): Promise<EventBody[]> {
  const events: EventBody[] = []
  for await (const event of steps) {
    events.push(event)
    session.append(event)
  }
  return events
}

function heldBack(client: ModelClient, held: Promise<void> | undefined): ModelClient {
  return {
    async *stream(request, signal) {
      await held
      yield* client.stream(request, signal)
    },
  }
}

export const of = <T extends ReadBody['type']>(events: readonly ReadBody[], type: T) =>
  events.filter((event): event is Extract<ReadBody, { type: T }> => event.type === type)
export const transitions = (events: readonly ReadBody[]) =>
  of(events, 'transition').map(({ reason }) => reason)
/** No call of it could be asked for again. */
export const ask = { calls: [{ name: 'AskUserQuestion', input: { question: 'Which?' } }] }
export const read = (path: string) => ({ calls: [{ name: 'Read', input: { file_path: path } }] })
export const texts = (messages: readonly Message[]) => JSON.stringify(messages)
