/** Which calls of a conversation are drawn as one line: those that only looked, one after the other, and went well. */
import type { ToolView, TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'
import { comparisonOf } from '../tool-call/tool-facts.ts'

/** Two cards are read as fast as a line that stands for them. */
const MIN_CALLS = 3

type Look = 'read' | 'searched' | 'listed'

const LOOKS: Readonly<Record<string, Look>> = {
  Read: 'read',
  Grep: 'searched',
  Glob: 'searched',
  LS: 'listed',
}

export interface CallRun {
  /** Id of its first call. */
  readonly id: string
  readonly calls: readonly ToolView[]
  /** Items in which there is nothing else, but for the first, which has the line. */
  readonly items: ReadonlySet<string>
}

/** Runs by the ids of their calls. A message, or an action of others, ends a run; thinking does not. */
export function callRuns(items: readonly TranscriptItem[]): ReadonlyMap<string, CallRun> {
  const runs = new Map<string, CallRun>()
  let calls: ToolView[] = []
  let whole = new Set<string>()
  const end = () => {
    const [first] = calls
    if (first && calls.length >= MIN_CALLS) {
      const run = { id: first.id, calls, items: whole }
      for (const { id } of calls) runs.set(id, run)
    }
    calls = []
    whole = new Set()
  }
  for (const item of items) {
    if (item.kind !== 'assistant') {
      end()
      continue
    }
    const begins = calls.length === 0
    for (const block of item.blocks) {
      if (block.kind === 'tool' && isLook(block)) calls.push(block)
      else if (block.kind === 'tool' || (block.kind === 'text' && block.text.trim() !== '')) end()
    }
    const isWhole = item.blocks.every(
      (block) => block.kind === 'thinking' || (block.kind === 'tool' && isLook(block)),
    )
    if (!begins && isWhole && calls.length > 0) whole.add(item.id)
  }
  end()
  return runs
}

function isLook(call: ToolView): boolean {
  const wentWell = call.state === 'done' && comparisonOf(call) === 'same'
  return wentWell && call.tool in LOOKS && call.images.length === 0 && call.notes.length === 0
}

export interface RunCounts {
  /** Files, not calls: one that is read in parts is one. */
  readonly read: number
  readonly searched: number
  readonly listed: number
}

export function countsOf({ calls }: CallRun): RunCounts {
  const of = (look: Look) => calls.filter(({ tool }) => LOOKS[tool] === look)
  return {
    read: new Set(of('read').map(({ input, title }) => input['file_path'] ?? title)).size,
    searched: of('searched').length,
    listed: of('listed').length,
  }
}
