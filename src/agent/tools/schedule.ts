/** Runs a turn's tool calls: what may run together does, everything else in order and alone (TD-01 to TD-06). */
import { ABORT_SETTLE_MS, MAX_CONCURRENT_TOOLS } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'
import { SiblingFailed, settledWithin } from './abort.ts'
import { Channel } from './channel.ts'
import type { CallContext } from './deps.ts'
import type { PlannedCall } from './call-run.ts'
import { planCall, runCall, type CallEnd } from './pipeline.ts'

/**
 * Never throws. Yields the events of running calls as they come, and exactly one `tool_result` for each call,
 * in call order (TD-05, TD-15). After an abort, calls still open get `cancelled` results at once, even when
 * a tool ignores its signal; the workspace is stored once more when they have ended.
 */
export async function* executeCalls(
  calls: readonly ToolUseBlock[],
  context: CallContext,
): AsyncGenerator<EventBody, void> {
  const stragglers: Promise<unknown>[] = []
  for (const batch of partition(calls.map((call) => planCall(call, context)))) {
    for await (const item of runBatch(batch, context)) {
      if (item.straggler !== undefined) stragglers.push(item.straggler)
      yield item.event
    }
  }
  if (stragglers.length > 0) yield* storeWhatWasLeft(stragglers, context)
}

/** A call joins the last batch only if both are safe to run together; any other is a batch of its own (TD-03). */
function partition(calls: readonly PlannedCall[]): PlannedCall[][] {
  const batches: PlannedCall[][] = []
  for (const call of calls) {
    const last = batches.at(-1)
    if (last?.at(-1)?.isConcurrencySafe === true && call.isConcurrencySafe) last.push(call)
    else batches.push([call])
  }
  return batches
}

interface BatchItem {
  readonly event: EventBody
  /** A stopped call that may change files and has not ended yet. */
  readonly straggler?: Promise<unknown>
}

async function* runBatch(
  batch: readonly PlannedCall[],
  context: CallContext,
): AsyncGenerator<BatchItem, void> {
  const channel = new Channel()
  const siblings = new AbortController()
  const left = new AbortController()
  const ends: (CallEnd | undefined)[] = batch.map(() => undefined)
  const stragglers = new Map<EventBody, Promise<unknown>>()
  let reported = 0

  const report = (index: number, end: CallEnd): void => {
    ends[index] = end
    for (let next = ends[reported]; next !== undefined; next = ends[reported]) {
      if (next.straggler !== undefined) stragglers.set(next.event, next.straggler)
      for (const event of [...next.before, next.event]) channel.push(event)
      reported += 1
    }
  }
  const work = eachLimited(batch, MAX_CONCURRENT_TOOLS, async (planned, index) => {
    const signals = [context.signal, left.signal]
    if (planned.tool?.kind === 'shell') signals.push(siblings.signal)
    const signal = AbortSignal.any(signals)
    const end = await runCall({ planned, context, signal, emit: (event) => channel.push(event) })
    if (planned.tool?.kind === 'shell' && end.event.outcome === 'failed') {
      siblings.abort(new SiblingFailed(planned.label))
    }
    report(index, end)
  }).finally(() => channel.close())

  try {
    for await (const event of channel.drain()) yield { event, straggler: stragglers.get(event) }
    await work
  } finally {
    left.abort() // The consumer may have gone away in the middle.
  }
  for (const end of ends) end?.changes?.(context.state)
}

/** At most `limit` at once, started in order. */
async function eachLimited<T>(
  items: readonly T[],
  limit: number,
  run: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) await run(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}

/** What stopped commands had already changed belongs to the log too. */
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
