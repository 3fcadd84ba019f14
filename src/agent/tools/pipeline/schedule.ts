/**
 * Runs a response's tool calls: concurrency-safe calls together, all others in order and alone. Calls that
 * only read begin while the model still streams.
 */
import { ABORT_SETTLE_MS, MAX_CONCURRENT_TOOLS } from '../../limits.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { SiblingFailed, settledWithin } from '../abort.ts'
import { Channel } from './channel.ts'
import type { CallContext } from '../deps.ts'
import type { PlannedCall } from './call-run.ts'
import { planCall, runCall, type CallEnd } from './pipeline.ts'

/** The schedule's own answers for calls that it was told not to run. */
type Refusals = ReadonlyMap<string, string>

interface Entry {
  readonly planned: PlannedCall
  /** Aborts this call alone. */
  readonly stop: AbortController
  state: 'queued' | 'executing' | 'completed'
  /** Past its permission check: it may have taken effect. */
  hasStarted: boolean
  end: CallEnd | undefined
}

/**
 * One per response. Calls are added in their order as they become complete; `finish` runs what is left. Never throws.
 * Exactly one `tool_result` comes for each call, in call order, between the events of running calls.
 * Behind a call that was held none runs but those that only read: the model makes them anew, by what it has read.
 * After an abort calls still open get `cancelled` results at once, even when a tool ignores its signal; the workspace
 * is stored once more when they have ended.
 */
export class CallSchedule {
  readonly #context: CallContext
  readonly #unparsed = new Map<string, string>()
  readonly #entries: Entry[] = []
  readonly #channel = new Channel()
  /** Fires when nobody takes the events any more. */
  readonly #left = new AbortController()
  readonly #stragglers: Promise<unknown>[] = []
  /** Shared by shell calls that run together. */
  #siblings = new AbortController()
  /** The first call that was held. */
  #held: string | undefined
  #closed = false
  #interrupted = false
  #reported = 0
  #applied = 0

  /** `interrupt` fires when a new message of the person is to be read at once. */
  constructor(context: Omit<CallContext, 'unparsed'>, interrupt?: AbortSignal) {
    this.#context = { ...context, unparsed: this.#unparsed }
    const onInterrupt = () => this.#interrupt()
    if (interrupt?.aborted === true) onInterrupt()
    else interrupt?.addEventListener('abort', onInterrupt, { once: true, signal: this.#left.signal })
  }

  /** A call is complete. `inputError`: its input was not valid JSON, with what the parser said. */
  add(call: ToolUseBlock, inputError?: string): void {
    if (inputError !== undefined) this.#unparsed.set(call.id, inputError)
    const entry: Entry = {
      planned: planCall(call, this.#context),
      stop: new AbortController(),
      state: 'queued',
      hasStarted: false,
      end: undefined,
    }
    if (this.#interrupted) entry.stop.abort('message')
    this.#entries.push(entry)
    this.#pump()
  }

  /** True while a call runs whose events are to be waited for. */
  get active(): boolean {
    return this.#entries.some(({ state }) => state === 'executing')
  }

  /** The events that have come; waits for none. */
  take(): EventBody[] {
    return this.#channel.take()
  }

  /** Resolves when there is something to take. */
  pushed(): Promise<void> {
    return this.#channel.pushed()
  }

  /**
   * No more calls come: runs the rest, and ends when all have ended. Calls in `refused` are answered with
   * that.
   */
  async *finish(refused: Refusals = new Map()): AsyncGenerator<EventBody, void> {
    for (const [index, { planned, state, stop }] of this.#entries.entries()) {
      const problem = refused.get(planned.block.id)
      if (problem === undefined || state !== 'queued') continue
      this.#unparsed.set(planned.block.id, problem)
      this.#entries[index] = {
        planned: planCall(planned.block, this.#context),
        stop,
        state: 'queued',
        hasStarted: false,
        end: undefined,
      }
    }
    this.#closed = true
    this.#pump()
    try {
      yield* this.#channel.drain()
    } finally {
      this.#left.abort() // The consumer may have gone away in the middle.
    }
    if (this.#stragglers.length > 0) yield* storeWhatWasLeft(this.#stragglers, this.#context)
  }

  /** The response is thrown away: calls begun for it only read, end, and leave nothing. */
  discard(): void {
    this.#left.abort()
  }

  /** Starts what may start now: in order, alone unless it and all that runs are safe together. */
  #pump(): void {
    for (const entry of this.#entries) {
      if (entry.state !== 'queued') continue
      if (!this.#mayStart(entry)) return
      void this.#run(entry).catch((error: unknown) => this.#channel.fail(error))
    }
    if (!this.#closed || this.#reported < this.#entries.length) return
    this.#applyChanges()
    this.#channel.close()
  }

  #mayStart({ planned, stop }: Entry): boolean {
    const running = this.#entries.filter(({ state }) => state === 'executing')
    const { parallelCalls = MAX_CONCURRENT_TOOLS } = this.#context
    if (running.length >= Math.min(parallelCalls, MAX_CONCURRENT_TOOLS)) return false
    const isTogether =
      planned.isConcurrencySafe && running.every(({ planned: other }) => other.isConcurrencySafe)
    if (running.length > 0 && !isTogether) return false
    return this.#closed || (isReadOnly(planned) && planned.isConcurrencySafe && !stop.signal.aborted)
  }

  async #run(entry: Entry): Promise<void> {
    const { planned } = entry
    const isShell = planned.tool?.kind === 'shell'
    entry.state = 'executing'
    if (!planned.isConcurrencySafe) this.#beginSerial()
    const siblings = this.#siblings
    const end = await runCall({
      planned,
      behind: isReadOnly(planned) ? undefined : this.#held,
      context: this.#context,
      signal: AbortSignal.any([
        this.#context.signal,
        this.#left.signal,
        entry.stop.signal,
        ...(isShell ? [siblings.signal] : []),
      ]),
      emit: (event) => {
        if (event.type === 'tool_started') entry.hasStarted = true
        this.#channel.push(event)
      },
    })
    if (isShell && end.event.outcome === 'failed') siblings.abort(new SiblingFailed(planned.label))
    if (end.event.outcome === 'held') this.#held ??= planned.label
    entry.end = end
    entry.state = 'completed'
    this.#report()
    if (!planned.isConcurrencySafe) this.#beginSerial()
    this.#pump()
  }

  /** Around a call that runs alone: changes of earlier calls are in force, and it has no siblings. */
  #beginSerial(): void {
    this.#applyChanges()
    this.#siblings = new AbortController()
  }

  /** In call order, and never those of a call before whose result came. */
  #applyChanges(): void {
    for (; this.#applied < this.#reported; this.#applied++) {
      this.#entries[this.#applied]?.end?.changes?.(this.#context.state)
    }
  }

  /** Results go out in call order, whatever ends first. */
  #report(): void {
    for (let next = this.#entries[this.#reported]; next?.end; next = this.#entries[this.#reported]) {
      const { before, event, straggler } = next.end
      if (straggler !== undefined) this.#stragglers.push(straggler)
      for (const out of [...before, event]) this.#channel.push(out)
      this.#reported += 1
    }
  }

  /**
   * A batch is interrupted only if each of its running tools agrees; calls that have not begun are skipped.
   */
  #interrupt(): void {
    this.#interrupted = true
    const running = this.#entries.filter(({ state, hasStarted }) => state === 'executing' && hasStarted)
    const isAgreed = running.every(({ planned }) => planned.tool?.interruptBehavior === 'cancel')
    for (const entry of this.#entries) {
      if (entry.state !== 'completed' && (isAgreed || !entry.hasStarted)) entry.stop.abort('message')
    }
    this.#pump()
  }
}

function isReadOnly({ preparation }: PlannedCall): boolean {
  return preparation?.ok === true && preparation.call.isReadOnly
}

/** Stores changes that stopped commands had already made: they belong in the log too. */
async function* storeWhatWasLeft(
  stragglers: readonly Promise<unknown>[],
  context: CallContext,
): AsyncGenerator<EventBody, void> {
  await settledWithin(Promise.allSettled(stragglers), ABORT_SETTLE_MS)
  const stored = context.sandbox.checkpoint().catch(() => undefined)
  await settledWithin(stored, ABORT_SETTLE_MS)
  const checkpoint = await Promise.race([stored, undefined])
  if (checkpoint?.ok === true && checkpoint.value.changed) {
    yield { type: 'checkpoint', root: checkpoint.value.root, cause: 'tool' }
  }
}
