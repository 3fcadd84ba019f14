/** One tool call from block to result. */
import type { Moment } from '../../../sandbox/contract/replay-clock.ts'
import { LIVE_OUTPUT_CHARS } from '../../limits.ts'
import { readGuard } from '../../permission/read-guard.ts'
import type { EventOf, EventBody } from '../../protocol/events.ts'
import type { ToolOutcome } from '../../protocol/events/call-events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { Aborted, untilAborted } from '../abort.ts'
import { backFilled } from './back-fill.ts'
import type { CallRun, PlannedCall } from './call-run.ts'
import type { Preparation, PreparedCall, Tool, ToolContext, ToolOutput } from '../contract.ts'
import { errorOutput, textOutput } from '../contract.ts'
import type {
  AfterCall,
  CallContext,
  EndedCall,
  HeldCall,
  HookedCall,
  HookVerdict,
  ToolHooks,
} from '../deps.ts'
import * as failure from '../results/failure-text.ts'
import { shownOutput } from '../files/opened-files.ts'
import { describeCall, permitted } from './permit.ts'
import { withinBudget } from '../results/persisted-output.ts'
import { cutStart } from '../results/result-budget.ts'
import { ToolState } from '../state.ts'
import { WorkTime } from './work-time.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'

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

/** Never throws: every outcome becomes the call's one result. */
export async function runCall(run: CallRun): Promise<CallEnd> {
  const { planned, context, signal, emit } = run
  const { block, tool } = planned
  const { hooks } = context
  const ids = { turnId: context.turnId, toolUseId: block.id }
  const time = new WorkTime(context.now)
  const end = (outcome: ToolOutcome, output: ToolOutput, more: Partial<CallEnd> & { root?: string } = {}) =>
    endOf({ planned, context, durationMs: time.ms, outcome, output, more })
  const refuse = (outcome: ToolOutcome, text: string) => end(outcome, errorOutput(text))
  let running: Promise<ToolOutput> | undefined
  let mayChange = false

  try {
    // 1. Lookup, under an older name, too. 2. Stopped meanwhile?
    if (tool === undefined) {
      return refuse('failed', failure.unknownToolText(block.name, context.tools.names()))
    }
    if (signal.aborted) throw new Aborted()
    if (run.behind !== undefined) return refuse('held', failure.heldBehindText(tool.name, run.behind))

    // Gates of the run.
    const gate = context.gates?.judge(tool, context.permission().ruleSets) ?? { type: 'pass' }
    if (gate.type === 'refuse') return refuse('failed', gate.text)

    // 3. Schema. 4. Semantic validation.
    const stop = new AbortController()
    const toolContext = contextOf(run, AbortSignal.any([signal, stop.signal]), time)
    let checked = await check(run, planned.preparation, toolContext)
    if (!checked.ok) return refuse('failed', checked.text)
    if (tool.requiresUserInteraction && !context.permission().canAsk) {
      return refuse('failed', failure.needsPersonText(tool.name))
    }

    // 5. Input with absolute paths, for hooks and rules.
    const hooked = (call: PreparedCall): HookedCall => ({
      ...ids,
      tool: tool.name,
      input: backFilled(call.input),
    })

    // 6. Hooks before the call; another input of theirs is checked like the first.
    const verdict = (await untilAborted(askHook(hooks, hooked(checked.call), signal), signal)) ?? {}
    if (verdict.input !== undefined) {
      checked = await check(run, tool.prepare(verdict.input), toolContext)
      if (!checked.ok) return refuse('failed', checked.text)
      if (planned.isConcurrencySafe && !checked.call.isConcurrencySafe) {
        return refuse('failed', failure.rewrittenText(tool.name))
      }
    }
    const { call } = checked
    mayChange = !call.isReadOnly

    // 7. Permission, on what will run, with real paths. 8. A denial.
    const judged = await untilAborted(describeCall(tool, call, context), signal)
    const permit = await permitted(judged, verdict, { ...run, input: hooked(call).input })
    if (permit.held) return end('held', heldOutput(tool, permit.held), { before: eventsOf(permit.held) })
    if (!permit.allowed) {
      const told = hooks?.permissionDenied?.(hooked(call), permit, signal) ?? []
      const notes = await untilAborted(Promise.resolve(told), signal)
      const denied = errorOutput(failure.deniedText(tool.name, permit.reason, permit.comment))
      return end('denied', withNotes(denied, notes))
    }

    // 9. Execution; which secrets are in the files is known before anything that it says is shown.
    await untilAborted(Promise.resolve(context.learnSecrets?.('logged')), signal)
    emit({ type: 'tool_started', ...ids, tool: tool.name, input: { ...call.input }, title: call.title })
    time.begin()
    running = start(call, toolContext)
    const { output: said, hasCrashed } = await outputOf(withinTime(running, tool, { signal, stop }), tool)
    time.waited(context.waitedFor?.(`${ids.turnId}/${ids.toolUseId}`) ?? 0)
    time.end()
    if (mayChange) await untilAborted(Promise.resolve(context.learnSecrets?.('now')), signal)
    const output = cleanOutput(
      permit.revealsSecrets ? said : await shownOutput(said, judged, run),
      context.clean,
    )

    // 10. Result budget.
    const within = (long: ToolOutput) =>
      untilAborted(
        withinBudget({ turnId: context.turnId, input: call.input, output: long }, tool, context),
        signal,
      )
    const kept = await within(output)
    if (kept === undefined) return refuse('failed', failure.noRoomText(tool.name))

    // 11. Hooks after the call. 12. Notes of hooks and the user.
    const failed = hasCrashed || output.isError
    const ended = { output: kept, failed, durationMs: time.ms }
    const after = await untilAborted(afterHooks(hooks, hooked(call), ended, signal), signal)
    const shown = after.text === undefined ? kept : await within(withText(kept, after.text, context.clean))
    const gateNote = gate.note === undefined ? [] : [gate.note]
    const notes = [...gateNote, ...(verdict.context ?? []), ...after.notes]
    const told = withNotes(withComment(shown ?? kept, permit.comment), notes)
    const stored = mayChange ? await untilAborted(store(context, block.id), signal) : NOTHING_STORED
    const before = [...(hasCrashed ? missed(tool) : []), ...stored.before]
    return end(failed ? 'failed' : 'done', told, { ...stored, before, changes: output.changes })
  } catch (error) {
    // 13. An exception: stopped, or a fault of the machinery around the tool.
    if (!(error instanceof Aborted)) return refuse('failed', crashText(tool?.name ?? block.name, error))
    const text = failure.cancelledText(signal.reason, running !== undefined)
    return end('cancelled', errorOutput(text), { straggler: mayChange ? running : undefined })
  }
}

type Checked =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly text: string }

/** Schema, then the tool's own rules; misfits and coercions are reported. */
async function check(
  { planned, context, signal, emit }: CallRun,
  preparation: Preparation | undefined,
  toolContext: ToolContext,
): Promise<Checked> {
  const tool = planned.tool?.name ?? planned.block.name
  const tell = (outcome: 'coerced' | 'rejected', details: readonly string[]) =>
    emit({
      type: 'input_checked',
      turnId: context.turnId,
      toolUseId: planned.block.id,
      tool,
      outcome,
      details: [...details],
    })
  if (preparation === undefined) {
    const problem = context.unparsed.get(planned.block.id) ?? 'it could not be parsed'
    tell('rejected', [problem])
    return { ok: false, text: failure.unparsedInputText(tool, problem) }
  }
  if (!preparation.ok) {
    tell('rejected', preparation.issues)
    return { ok: false, text: failure.invalidInputText(tool, preparation.issues) }
  }
  const { call } = preparation
  if (call.coercions.length > 0) tell('coerced', call.coercions)
  const problem = await untilAborted(call.validate(toolContext), signal)
  return problem === undefined ? { ok: true, call } : { ok: false, text: failure.validationText(problem) }
}

/** A tool that throws has failed: an error, unless the tool says that the run can do without it. Rejects with `Aborted` only. */
async function outputOf(
  running: Promise<ToolOutput>,
  tool: Tool,
): Promise<{ readonly output: ToolOutput; readonly hasCrashed: boolean }> {
  try {
    return { output: await running, hasCrashed: false }
  } catch (error) {
    if (error instanceof Aborted) throw error
    const text = crashText(tool.name, error) + failure.withoutToolText(tool)
    return { output: tool.isOptional ? textOutput(text) : errorOutput(text), hasCrashed: true }
  }
}

function crashText(tool: string, error: unknown): string {
  return failure.crashedText(tool, error instanceof Error ? error.message : String(error))
}

/** The person sees that something is missing from the run. */
function missed({ name, isOptional }: Tool): readonly EventBody[] {
  const text = `${name} did not work; the run goes on without it.`
  return isOptional ? [{ type: 'notice', level: 'warning', text }] : []
}

async function askHook(
  hooks: ToolHooks | undefined,
  call: HookedCall,
  signal: AbortSignal,
): Promise<HookVerdict | undefined> {
  return hooks?.preToolUse?.(call, signal)
}

async function afterHooks(
  hooks: ToolHooks | undefined,
  call: HookedCall,
  ended: EndedCall,
  signal: AbortSignal,
): Promise<AfterCall> {
  return (await hooks?.postToolUse?.(call, ended, signal)) ?? { notes: [] }
}

/** The text that a hook has for the result, in place of its own; nothing links to the whole of that any more. */
function withText(output: ToolOutput, text: string, clean: CallContext['clean']): ToolOutput {
  const { stored: _, ending: __, ...rest } = output
  const others = output.content.filter(({ type }) => type !== 'text')
  return cleanOutput({ ...rest, content: [{ type: 'text', text }, ...others] }, clean)
}

function endOf(parts: {
  planned: PlannedCall
  context: CallContext
  durationMs: number
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
    durationMs: parts.durationMs,
    synthetic: outcome === 'cancelled',
    ...(output.display === undefined ? {} : { display: output.display }),
    ...(output.stored === undefined ? {} : { stored: output.stored }),
    ...(output.moment === undefined ? {} : { moment: momentIn(output.moment) }),
    ...(more.root === undefined ? {} : { root: more.root }),
    ...changedBy(more.changes, context.state),
    ...(output.shownBy === undefined ? {} : { shownBy: output.shownBy }),
  }
  return { before: more.before ?? [], event, changes: more.changes, straggler: more.straggler }
}

function momentIn({ seed, at, clocks }: Moment): NonNullable<ResultEvent['moment']> {
  return { seed, at, ...(clocks ? { clocks: clocks.map((clock) => [...clock]) } : {}) }
}

/** The files that the model knows by this call, and the next command's directory if it is another: what its changes would write. */
function changedBy(changes: CallEnd['changes'], { cwd }: ToolState): Pick<ResultEvent, 'seen' | 'cwd'> {
  if (changes === undefined) return {}
  const memory = new ToolState()
  memory.cwd = cwd
  changes(memory)
  const seen = [...memory.files].map(([path, { hash, shown }]) => ({
    path,
    hash,
    ...(shown?.lines === undefined ? {} : { lines: shown.lines }),
  }))
  return {
    ...(seen.length === 0 ? {} : { seen }),
    ...(memory.cwd === cwd ? {} : { cwd: memory.cwd }),
  }
}

/** Unpredictable beforehand; the log has it afterwards. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

function contextOf({ planned, context, emit }: CallRun, signal: AbortSignal, time: WorkTime): ToolContext {
  let left = LIVE_OUTPUT_CHARS
  const { turnId } = context
  const toolUseId = planned.block.id
  return {
    sandbox: context.sandbox,
    egress: context.egress,
    browser: context.browser,
    signal,
    turnId,
    toolUseId,
    state: context.state,
    jobs: context.jobs,
    mode: context.permission().mode,
    moment: { seed: randomSeed(), at: context.now() },
    askUser: async (question) => {
      emit({ type: 'question_asked', turnId, toolUseId, question })
      const answer = await time.waitFor(untilAborted(context.answer(toolUseId), signal))
      emit({ type: 'question_answered', turnId, toolUseId, answer })
      return answer
    },
    setMode: (mode) => context.setMode(mode),
    isShown: (other) => context.isShown?.(other) ?? false,
    used: (other) => emit({ type: 'advice_given', turnId, toolUseId, ...other }),
    maskValues: context.withheld?.maskAll(),
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

/** A tool that throws at once or later is the same to the caller. */
async function start(call: PreparedCall, context: ToolContext): Promise<ToolOutput> {
  return call.run(context)
}

async function withinTime(
  running: Promise<ToolOutput>,
  tool: Tool,
  { signal, stop }: { signal: AbortSignal; stop: AbortController },
): Promise<ToolOutput> {
  if (tool.timeoutMs === Infinity) return untilAborted(running, signal)
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

function withComment(output: ToolOutput, comment: string | undefined): ToolOutput {
  if (comment === undefined) return output
  const text = `The user allowed this call and said: ${comment}`
  return { ...output, content: [...output.content, { type: 'text', text }] }
}

/** The text that holds it stands apart, as those of hooks do. */
function heldOutput(tool: Tool, { text }: HeldCall): ToolOutput {
  const output = errorOutput(failure.heldText(tool.name, text !== undefined))
  return text === undefined ? output : { ...output, content: [...output.content, { type: 'text', text }] }
}

function eventsOf({ event }: HeldCall): readonly EventBody[] {
  return event === undefined ? [] : [event]
}

/** Before the budget: a secret that is cut in two is one that nothing finds any more. */
function cleanOutput(output: ToolOutput, clean: CallContext['clean'] = (text) => text): ToolOutput {
  const safe = (text: string) => clean(untrustedText(text))
  const content = output.content.map((block) =>
    block.type === 'text' ? { ...block, text: safe(block.text) } : block,
  )
  return { ...output, content, ending: output.ending === undefined ? undefined : safe(output.ending) }
}

/** Apart from the result, so that nobody takes them for the tool's own words. */
function withNotes(output: ToolOutput, notes: readonly string[]): ToolOutput {
  const blocks = notes.map((note) => ({
    type: 'text' as const,
    text: `<system-reminder>${note}</system-reminder>`,
  }))
  return blocks.length === 0 ? output : { ...output, content: [...output.content, ...blocks] }
}

/** The events of it come before the call's own. */
interface Stored {
  readonly before: readonly EventBody[]
  readonly root?: string
}

const NOTHING_STORED: Stored = { before: [] }

/** The workspace after the call, when it changed. A failure is told, not fatal. */
async function store(context: CallContext, toolUseId: string): Promise<Stored> {
  const stored = await context.sandbox.checkpoint()
  if (!stored.ok) {
    const text = `The workspace after this call could not be stored: ${stored.error.message}`
    return { before: [{ type: 'notice', level: 'warning', text }] }
  }
  if (!stored.value.changed) return NOTHING_STORED
  const { root } = stored.value
  return { before: [{ type: 'checkpoint', root, cause: 'tool', toolUseId }], root }
}
