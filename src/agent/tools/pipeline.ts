/** One tool call from block to result (BP-15, TD-07). */
import { LIVE_OUTPUT_CHARS } from '../limits.ts'
import type { PermissionCall } from '../permission/contract.ts'
import { readGuard } from '../permission/read-guard.ts'
import type { EventOf, EventBody, ToolOutcome } from '../protocol/events.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'
import { Aborted, untilAborted } from './abort.ts'
import type { CallRun, PlannedCall } from './call-run.ts'
import type { PreparedCall, Tool, ToolContext, ToolOutput } from './contract.ts'
import { errorOutput } from './contract.ts'
import type { CallContext } from './deps.ts'
import * as failure from './failure-text.ts'
import { describeCall, permitted } from './permit.ts'
import { cutStart, headAndTail } from './result-budget.ts'
import { ToolState } from './state.ts'

type ResultEvent = Omit<EventOf<'tool_result'>, 'seq' | 'at'>

export interface CallEnd {
  /** Events that belong right before the result. */
  readonly before: readonly EventBody[]
  readonly event: ResultEvent
  readonly changes?: (state: ToolState) => void
  /** Settles when a stopped call that may change files has really ended. */
  readonly straggler?: Promise<unknown>
}

export function planCall(block: ToolUseBlock, context: CallContext): PlannedCall {
  const tool = context.tools.find(block.name)
  const preparation = context.unparsed.has(block.id) ? undefined : tool?.prepare(block.input)
  const call = preparation?.ok === true ? preparation.call : undefined
  return {
    block,
    tool,
    preparation,
    isConcurrencySafe: call?.isConcurrencySafe ?? false,
    label: `${tool?.name ?? block.name}(${call === undefined ? '' : cutStart(call.title, 60)})`,
  }
}

/** Never throws: whatever happens becomes the call's one result (TD-13). */
export async function runCall(run: CallRun): Promise<CallEnd> {
  const { planned, context, signal, emit } = run
  const startedAt = context.now()
  const end = (outcome: ToolOutcome, output: ToolOutput, more: Partial<CallEnd> & { root?: string } = {}) =>
    endOf({ planned, context, startedAt, outcome, output, more })
  const refuse = (outcome: ToolOutcome, text: string) => end(outcome, errorOutput(text))
  let running: Promise<ToolOutput> | undefined
  const mayChange = planned.preparation?.ok === true && !planned.preparation.call.isReadOnly

  try {
    // Lookup, abort check, schema.
    const { tool, block, preparation } = planned
    if (tool === undefined) {
      return refuse('failed', failure.unknownToolText(block.name, context.tools.names()))
    }
    if (signal.aborted) throw new Aborted()
    if (preparation === undefined) {
      const problem = context.unparsed.get(block.id) ?? 'it could not be parsed'
      return refuse('failed', failure.unparsedInputText(tool.name, problem))
    }
    if (!preparation.ok) return refuse('failed', failure.invalidInputText(tool.name, preparation.issues))
    const call = preparation.call

    // Semantic validation.
    const stop = new AbortController()
    const toolContext = contextOf(run, AbortSignal.any([signal, stop.signal]))
    const problem = await untilAborted(call.validate(toolContext), signal)
    if (problem !== undefined) return refuse('failed', failure.validationText(problem))

    // Hooks and permission, on the parsed input with real paths (TD-10).
    if (tool.requiresUserInteraction && !context.permission().canAsk) {
      return refuse('failed', failure.needsPersonText(tool.name))
    }
    const judged = await untilAborted(describeCall(tool, call, context), signal)
    const hookRefusal = await untilAborted(beforeTool(judged, context), signal)
    const permit = await permitted(judged, hookRefusal, run)
    if (!permit.allowed) {
      return refuse('denied', failure.deniedText(tool.name, permit.reason, permit.comment))
    }

    // Execution.
    emit({
      type: 'tool_started',
      turnId: context.turnId,
      toolUseId: block.id,
      tool: tool.name,
      input: { ...call.input },
      title: call.title,
    })
    running = start(call, toolContext)
    const output = await withinTime(running, tool, { signal, stop })

    // Result budget, the user's comment, checkpoint.
    const told = withComment(withinBudget(output, tool.maxResultChars), permit.comment)
    const stored = mayChange ? await untilAborted(store(context, block.id), signal) : NOTHING_STORED
    return end(output.isError ? 'failed' : 'done', told, { ...stored, changes: output.changes })
  } catch (error) {
    if (!(error instanceof Aborted)) {
      const message = error instanceof Error ? error.message : String(error)
      return refuse('failed', failure.crashedText(planned.tool?.name ?? planned.block.name, message))
    }
    const text = failure.cancelledText(signal.reason, running !== undefined)
    return end('cancelled', errorOutput(text), { straggler: mayChange ? running : undefined })
  }
}

function endOf(parts: {
  planned: PlannedCall
  context: CallContext
  startedAt: number
  outcome: ToolOutcome
  output: ToolOutput
  more: Partial<CallEnd> & { root?: string }
}): CallEnd {
  const { planned, context, outcome, output, more } = parts
  const content = output.content.filter((block) => block.type !== 'text' || block.text !== '')
  const event: ResultEvent = {
    type: 'tool_result',
    turnId: context.turnId,
    toolUseId: planned.block.id,
    tool: planned.tool?.name ?? planned.block.name,
    outcome,
    content: {
      type: 'tool_result',
      tool_use_id: planned.block.id,
      content: content.length === 0 ? [{ type: 'text', text: '(no output)' }] : content,
      is_error: output.isError,
    },
    durationMs: Math.max(0, context.now() - parts.startedAt),
    synthetic: outcome === 'cancelled',
    ...(output.display === undefined ? {} : { display: output.display }),
    ...(more.root === undefined ? {} : { root: more.root }),
    ...seenBy(more.changes),
  }
  return { before: more.before ?? [], event, changes: more.changes, straggler: more.straggler }
}

/** The files that the model knows by this call: what its changes would write into an empty memory. */
function seenBy(changes: CallEnd['changes']): Pick<ResultEvent, 'seen'> {
  if (changes === undefined) return {}
  const memory = new ToolState()
  changes(memory)
  const seen = [...memory.files].map(([path, { hash }]) => ({ path, hash }))
  return seen.length === 0 ? {} : { seen }
}

function contextOf({ planned, context, emit }: CallRun, signal: AbortSignal): ToolContext {
  let left = LIVE_OUTPUT_CHARS
  const { turnId } = context
  const toolUseId = planned.block.id
  return {
    sandbox: context.sandbox,
    signal,
    turnId,
    toolUseId,
    state: context.state,
    jobs: context.jobs,
    mayRead: readGuard(context.permission().ruleSets),
    emit: ({ stream, text }) => {
      if (left <= 0 || text === '' || signal.aborted) return
      const shown = cutStart(text, left)
      left -= text.length
      const note = left <= 0 ? '\n[live output is cut here; the end comes with the result]\n' : ''
      emit({ type: 'tool_output', turnId, toolUseId, stream, text: shown + note })
    },
  }
}

async function beforeTool(call: PermissionCall, context: CallContext): Promise<string | undefined> {
  return context.hooks?.beforeTool(call)
}

/** A tool that throws at once or later is the same to the caller. */
async function start(call: PreparedCall, context: ToolContext): Promise<ToolOutput> {
  return call.run(context)
}

async function withinTime(
  running: Promise<ToolOutput>,
  tool: Tool,
  { signal, stop }: { signal: AbortSignal; stop: AbortController },
): Promise<ToolOutput> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<ToolOutput>((resolve) => {
    timer = setTimeout(() => {
      resolve(errorOutput(failure.timedOutText(tool.name, tool.timeoutMs)))
      stop.abort('timeout')
    }, tool.timeoutMs)
  })
  try {
    return await untilAborted(Promise.race([running, late]), signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Text over the tool's cap is cut, head and tail kept; images stay. */
function withinBudget(output: ToolOutput, max: number): ToolOutput {
  const content = output.content.map((block) =>
    block.type === 'text' ? { ...block, text: headAndTail(block.text, max) } : block,
  )
  return { ...output, content }
}

function withComment(output: ToolOutput, comment: string | undefined): ToolOutput {
  if (comment === undefined) return output
  const text = `The user allowed this call and said: ${comment}`
  return { ...output, content: [...output.content, { type: 'text', text }] }
}

const NOTHING_STORED = { before: [] as readonly EventBody[] }

/** The workspace after the call, when it changed (DESIGN, "The one idea"). A failure is told, not fatal. */
async function store(
  context: CallContext,
  toolUseId: string,
): Promise<{ before: readonly EventBody[]; root?: string }> {
  const stored = await context.sandbox.checkpoint()
  if (!stored.ok) {
    const text = `The workspace after this call could not be stored: ${stored.error.message}`
    return { before: [{ type: 'notice', level: 'warning', text }] }
  }
  if (!stored.value.changed) return NOTHING_STORED
  const { root } = stored.value
  return { before: [{ type: 'checkpoint', root, cause: 'tool', toolUseId }], root }
}
