/** Runs the hooks of an event: all that match at the same time, each within its time, and none harms another or the run. */
import { orAborted } from '../../or-aborted.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Happening, HookEvent, HookInput, RunFacts } from './events.ts'
import type { Hook, HookReply } from './hook.ts'
import { readOutput } from './output.ts'
import type { HookOutput } from './output.ts'
import { blockOf, decisionOf, merged, NO_VERDICT } from './verdict.ts'
import type { Answered, HookVerdict } from './verdict.ts'

export type HookRan = Extract<EventBody, { type: 'hook_ran' }>

export interface HookRunnerOptions {
  /** In the order of their configuration. */
  readonly hooks: readonly Hook[]
  /** As of now. */
  readonly facts: () => RunFacts
  /** Takes the record of each run but those of the program's own. */
  readonly log: (ran: HookRan) => void
  /** Milliseconds. */
  readonly now: () => number
}

/** A hook that blocks here would only keep a failing agent at work. */
const NEVER_GUARDS: ReadonlySet<HookEvent> = new Set(['Stop', 'SubagentStop'] as const)

interface Run {
  readonly hook: Hook
  readonly index: number
  readonly input: HookInput
  readonly signal: AbortSignal
}

interface End {
  readonly outcome: HookRan['outcome']
  readonly output?: HookOutput
  readonly blocks?: string | undefined
  readonly context?: readonly string[]
  readonly problem?: string
}

export class HookRunner {
  readonly #options: HookRunnerOptions

  constructor(options: HookRunnerOptions) {
    this.#options = options
  }

  listensTo(event: HookEvent): boolean {
    return this.#options.hooks.some(({ events }) => events.includes(event))
  }

  /** Never rejects. No verdict without a hook, and none of those that had not answered when the signal fired. */
  async run(happening: Happening, signal: AbortSignal): Promise<HookVerdict> {
    const { hook_event_name: event } = happening
    const listening = this.#options.hooks.filter(({ events }) => events.includes(event))
    if (listening.length === 0 || signal.aborted) return NO_VERDICT
    const input = { ...this.#options.facts(), ...happening }
    const matching = listening.filter(({ matches }) => matches?.(input) ?? true)
    const answers: Answered[] = []
    await Promise.all(
      matching.map(async (hook, index) => {
        const answer = await this.#runOne({ hook, index, input, signal })
        if (answer !== undefined) answers.push(answer)
      }),
    )
    return merged(event, answers)
  }

  /** Its answer; undefined when it has none that counts. */
  async #runOne(run: Run): Promise<Answered | undefined> {
    const { hook, index, input } = run
    const began = this.#options.now()
    const end = guarded(await endOf(run), run)
    const { output = {}, blocks, context = [] } = end
    const answered: Answered = { hook, index, output, blocks, context }
    if (hook.isOwn !== true)
      this.#options.log(recordOf(answered, end, { input, durationMs: this.#options.now() - began }))
    return end.output === undefined && blocks === undefined ? undefined : answered
  }
}

/** A guard that has failed blocks, where it was configured so. */
function guarded(end: End, { hook, input }: Run): End {
  const hasFailed = end.outcome === 'non_blocking_error' || end.problem === LATE
  if (!hasFailed || hook.onFailure !== 'block' || NEVER_GUARDS.has(input.hook_event_name)) return end
  return {
    ...end,
    outcome: 'blocking',
    blocks: `The hook “${hook.name}” has failed, and blocks then: ${end.problem}`,
  }
}

const LATE = 'It did not end within its time.'

async function endOf(run: Run): Promise<End> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(run.hook.timeoutMs, LONGEST_TIMER_MS))
  const signal = AbortSignal.any([run.signal, late.signal])
  try {
    const reply = await orAborted(start(run, signal), signal, undefined)
    if (reply === undefined) return { outcome: 'cancelled', ...(late.signal.aborted && { problem: LATE }) }
    return endWith(reply, run.input.hook_event_name)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { outcome: 'non_blocking_error', problem }
  } finally {
    clearTimeout(timer)
  }
}

/** A hook that throws at once or later is the same. */
async function start({ hook, input }: Run, signal: AbortSignal): Promise<HookReply> {
  return hook.run(input, signal)
}

function endWith({ output: said, blocks, context = [] }: HookReply, event: HookEvent): End {
  const read = readOutput(event, said ?? {})
  if (!read.ok) {
    const { problem } = read
    return blocks === undefined
      ? { outcome: 'non_blocking_error', problem }
      : { outcome: 'blocking', blocks, problem }
  }
  const isBlocking =
    blocks !== undefined || read.output.decision === 'block' || read.output.continue === false
  return { outcome: isBlocking ? 'blocking' : 'success', output: read.output, blocks, context }
}

function recordOf(
  answered: Answered,
  { outcome, output, problem }: End,
  { input, durationMs }: { readonly input: HookInput; readonly durationMs: number },
): HookRan {
  const { name: hook, source } = answered.hook
  const event = input.hook_event_name
  const decision = decisionOf(event, answered)
  const reason =
    blockOf(answered) ?? decision?.reason ?? (output?.continue === false ? output.stopReason : undefined)
  return {
    type: 'hook_ran',
    event,
    hook,
    source,
    ...('tool_use_id' in input && { toolUseId: input.tool_use_id }),
    outcome,
    durationMs: Math.max(0, durationMs),
    ...(decision && { behavior: decision.behavior }),
    ...(reason !== undefined && { reason }),
    ...(output?.systemMessage !== undefined && { message: output.systemMessage }),
    ...(problem !== undefined && { problem }),
  }
}

/** Longer ones fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
