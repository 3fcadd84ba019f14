/** The ends that hooks gave a recorded run, or kept it from: in a replay no hook runs, and each is repeated. */
import type { LoopHooks, StopVerdict } from '../../loop/deps.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Terminal } from '../../protocol/events/run-events.ts'

export interface RecordedStops {
  /** Texts with which stop hooks sent the agent back to work, by how many turns were whole. */
  readonly sentBack: ReadonlyMap<number, readonly string[]>
  /** The end of the run; undefined where its log breaks off. */
  readonly terminal: Terminal | undefined
  /** Turns that the run had. */
  readonly turns: number
}

export function recordedStops(events: readonly AgentEvent[]): RecordedStops {
  const sentBack = new Map<number, readonly string[]>()
  let turns = 0
  let told: string[] = []
  let terminal: Terminal | undefined
  for (const event of events) {
    if (event.type === 'turn_committed') turns++
    if (event.type === 'turn_committed' || event.type === 'transition') {
      if (event.type === 'transition' && event.reason === 'stop_hook_blocking') sentBack.set(turns, told)
      told = []
    }
    if (event.type === 'user_message' && event.origin === 'program')
      told.push(...event.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    if (event.type === 'run_ended') ({ terminal } = event)
  }
  return { sentBack, terminal, turns }
}

/** Hooks of the loop that repeat them. `committed`: turns that are whole. */
export function repeatedStops(
  { sentBack, terminal, turns }: RecordedStops,
  committed: () => number,
): Pick<LoopHooks, 'onStop' | 'stopRequested'> {
  const isOver = () => committed() >= turns
  return {
    onStop: async (): Promise<StopVerdict> => {
      if (isOver() && terminal === 'stop_hook_prevented') return { type: 'prevent' }
      // Sent back once more than is allowed, which ends the run.
      const messages = isOver() && terminal === 'hook_stopped' ? [] : sentBack.get(committed())
      return messages === undefined ? { type: 'continue' } : { type: 'block', messages }
    },
    stopRequested: () =>
      isOver() && terminal === 'hook_stopped' ? 'The run ended here when it was recorded.' : undefined,
  }
}
