/** A loop in a test: a scripted model, tools that answer at once, the log kept in an array, and the API's own rules. */
import type { ModelRequest } from '../model/contract.ts'
import { retryDecision } from '../model/retry-policy.ts'
import { createScriptedModel } from '../model/scripted.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { EventBody } from '../protocol/events.ts'
import type { Message, ToolUseBlock } from '../protocol/messages.ts'
import type { CallRunner, CallsContext, Inbox, InterruptReason, LoopDeps, QueuedMessage } from './deps.ts'
import { runLoop } from './loop.ts'
import type { LoopEnd } from './state.ts'

export function resultOf(call: ToolUseBlock, turnId: string, text: string): EventBody {
  const content = [{ type: 'text' as const, text }]
  return {
    type: 'tool_result',
    turnId,
    toolUseId: call.id,
    tool: call.name,
    outcome: 'done',
    content: { type: 'tool_result', tool_use_id: call.id, content, is_error: false },
    durationMs: 1,
    synthetic: false,
  }
}

export interface TestRun {
  readonly events: EventBody[]
  readonly end: LoopEnd
  readonly messages: readonly Message[]
  readonly requests: readonly ModelRequest[]
}

export interface TestRunOptions {
  readonly responses: readonly ScriptedResponse[]
  /** The reduction of the log, as the session keeps it. */
  readonly conversation: { readonly messages: readonly Message[]; apply(event: EventBody): void }
  readonly deps?: Partial<LoopDeps>
  readonly executeCalls?: (calls: readonly ToolUseBlock[], context: CallsContext) => AsyncIterable<EventBody>
  /** Aborts as soon as this many events were yielded. */
  readonly abortAfter?: number
  readonly reason?: InterruptReason
}

export async function runInTest(options: TestRunOptions): Promise<TestRun> {
  const model = createScriptedModel(options.responses)
  const stop = new AbortController()
  let ids = 0
  const events: EventBody[] = []
  const loop = runLoop({
    model,
    messages: () => options.conversation.messages,
    buildRequest: (messages, { forcedTool }) => ({
      model: 'm',
      system: [],
      tools: [],
      messages,
      thinkingTokens: 0,
      ...(forcedTool === undefined ? {} : { forcedTool }),
    }),
    runCalls: (context) => runnerOf(options.executeCalls ?? answerAll, context),
    inbox: new TestInbox(),
    retryDecision: (error, attempt) =>
      retryDecision(error, attempt, { source: 'main', persistent: false, hasFallback: true }),
    fallBack: () => undefined,
    service: { admit: () => 0, overloaded: () => undefined, answered: () => undefined },
    now: () => 0,
    overBudget: () => Promise.resolve(undefined),
    pause: () => Promise.resolve(),
    costOf: () => null,
    maxOutput: () => 64_000,
    maxTurns: 20,
    tokenBudget: undefined,
    output: undefined,
    signal: stop.signal,
    hooks: {},
    prompts: { sent: () => ({}), answered: () => ({}) },
    newId: () => `id-${++ids}`,
    random: () => 0,
    sleep: () => Promise.resolve(),
    ...options.deps,
  })
  try {
    for (;;) {
      const step = await loop.next()
      if (step.done)
        return { events, end: step.value, messages: options.conversation.messages, requests: model.requests }
      events.push(step.value)
      options.conversation.apply(step.value)
      if (events.length === options.abortAfter) stop.abort(options.reason ?? 'stop')
    }
  } finally {
    await loop.return({ terminal: 'error', turns: 0 })
  }
}

/** Messages of a person in a test. */
export class TestInbox implements Inbox {
  #waiting: QueuedMessage[] = []
  #interrupt = new AbortController()

  add(text: string, urgent = false): void {
    this.#waiting.push({ messageId: `m-${text}`, text })
    if (urgent) this.#interrupt.abort('message')
  }

  take(): readonly QueuedMessage[] {
    if (this.#interrupt.signal.aborted) this.#interrupt = new AbortController()
    return this.#waiting.splice(0)
  }

  interrupt(): AbortSignal {
    return this.#interrupt.signal
  }
}

/** Runs all calls at the end of the response. */
function runnerOf(execute: NonNullable<TestRunOptions['executeCalls']>, context: CallsContext): CallRunner {
  const calls: ToolUseBlock[] = []
  return {
    add: (call) => void calls.push(call),
    active: false,
    take: () => [],
    pushed: () => new Promise(() => {}),
    finish: () => execute(calls, context),
    discard: () => {},
  }
}

async function* answerAll(
  calls: readonly ToolUseBlock[],
  { turnId, signal }: CallsContext,
): AsyncGenerator<EventBody> {
  for (const call of calls) {
    if (signal.aborted) return
    yield {
      type: 'tool_started',
      turnId,
      toolUseId: call.id,
      tool: call.name,
      input: call.input,
      title: call.name,
    }
    yield resultOf(call, turnId, `result of ${call.name}`)
  }
}

/** The API's objections to a conversation; empty if it would be accepted. */
export function apiComplaints(messages: readonly Message[]): string[] {
  const complaints: string[] = []
  const seen = new Set<string>()
  messages.forEach((message, index) => {
    const place = `message ${index}`
    if (message.content.length === 0) complaints.push(`${place} is empty`)
    if ((index % 2 === 0) !== (message.role === 'user')) complaints.push(`${place} breaks the alternation`)
    for (const block of message.content) {
      if (block.type === 'text' && block.text.trim() === '') complaints.push(`${place} has an empty text`)
    }
    const next = messages[index + 1]
    if (message.role === 'assistant') {
      const calls = message.content.filter((block) => block.type === 'tool_use').map((block) => block.id)
      for (const id of calls) if (seen.has(id)) complaints.push(`${place} repeats the id ${id}`)
      for (const id of calls) seen.add(id)
      const answers = (next?.role === 'user' ? next.content : [])
        .slice(0, calls.length)
        .map((block) => (block.type === 'tool_result' ? block.tool_use_id : block.type))
      if (answers.join() !== calls.join())
        complaints.push(`${place}: calls ${calls.join()} answered by ${answers.join()}`)
    } else {
      const before = messages[index - 1]
      const asked = new Set(
        before?.role === 'assistant'
          ? before.content.flatMap((b) => (b.type === 'tool_use' ? b.id : []))
          : [],
      )
      for (const block of message.content) {
        if (block.type === 'tool_result' && !asked.has(block.tool_use_id))
          complaints.push(`${place} answers nobody`)
      }
    }
  })
  return [...complaints, ...adviceComplaints(messages)]
}

/** Calls of the service's advisor have their results behind them, or are open where the answer goes on. */
function adviceComplaints(messages: readonly Message[]): string[] {
  const blocks = messages.flatMap((message, index) =>
    message.role === 'assistant' ? message.content.map((block) => ({ block, index })) : [],
  )
  const asked = new Map<string, number>()
  const complaints: string[] = []
  for (const { block, index } of blocks) {
    if (block.type === 'server_tool_use') asked.set(block.id, index)
    if (block.type === 'advisor_tool_result' && !asked.delete(block.tool_use_id))
      complaints.push(`message ${index} has advice that nobody asked for`)
  }
  for (const index of asked.values()) {
    const goesOn = messages
      .slice(index + 1)
      .every(({ content }, later) => later === 0 && content.every(({ type }) => type === 'tool_result'))
    if (!goesOn) complaints.push(`message ${index} has an open question that something follows`)
  }
  return complaints
}
