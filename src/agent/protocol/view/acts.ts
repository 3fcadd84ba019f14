/** Calls on the screen as evidence for a statement, as they stood when it was made. */
import type { Act } from '../evidence/evidence.ts'
import type { ToolView, TranscriptItem } from './screen-state.ts'

/** Calls that one text is judged by: as many as a long task takes, and few enough to look through for each answer on the screen. */
const MOST_ACTS = 500
/** A call is the same act for each text, so that who judges can remember what it read in it. */
const known = new WeakMap<ToolView, Act>()

/**
 * Calls that had ended before the event `seq`, or had gone into the background; the oldest first. At most the last
 * `MOST_ACTS`. Later events change nothing about them, so a log gives the same acts live and after a reload.
 */
export function actsOf(items: readonly TranscriptItem[], seq: number): readonly Act[] {
  const acts: Act[] = []
  for (let index = items.length - 1; index >= 0 && acts.length < MOST_ACTS; index--) {
    const item = items[index]
    if (item?.kind !== 'assistant') continue
    const ended = item.blocks.flatMap((block) => (block.kind === 'tool' ? actOf(block, seq) : []))
    acts.push(...ended.reverse())
  }
  return acts.slice(0, MOST_ACTS).reverse()
}

function actOf(call: ToolView, seq: number): Act | [] {
  const { state, resultSeq } = call
  // Without a result it was cancelled with its run.
  if (resultSeq === undefined ? state === 'running' : resultSeq >= seq) return []
  if (wentOn(call, seq)) return { ...plainAct(call), outcome: 'done', exitCode: undefined, timedOut: false }
  const act = known.get(call) ?? plainAct(call)
  known.set(call, act)
  return act
}

function plainAct({ id, tool, input, result, changed, state, display }: ToolView): Act {
  const process = display?.kind === 'process' ? display : undefined
  return {
    ...{ id, tool, input, result, changed },
    outcome: state === 'running' ? 'done' : state,
    exitCode: process?.exitCode,
    timedOut: process?.timedOut === true,
  }
}

/** In the background, at the event `seq`. */
function wentOn({ job, jobEndSeq }: ToolView, seq: number): boolean {
  return job !== undefined || (jobEndSeq !== undefined && jobEndSeq >= seq)
}
