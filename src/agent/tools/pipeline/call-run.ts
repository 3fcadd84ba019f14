/** State shared by the phases of one call. */
import type { EventBody } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import type { Preparation, Tool } from '../contract.ts'
import type { CallContext } from '../deps.ts'

/** A call that has been looked up, checked and classified, once. */
export interface PlannedCall {
  readonly block: ToolUseBlock
  readonly tool: Tool | undefined
  readonly preparation: Preparation | undefined
  /** False for whatever cannot be told. */
  readonly isConcurrencySafe: boolean
  /** e.g. `Bash(npm test)`. */
  readonly label: string
}

/** One call's surroundings. */
export interface CallRun {
  readonly planned: PlannedCall
  readonly context: CallContext
  /** The run's signal, or one that a failing sibling aborts too. */
  readonly signal: AbortSignal
  readonly emit: (event: EventBody) => void
  /** An earlier call of the answer, which was held: this one waits for what becomes of that. */
  readonly behind?: string | undefined
}
