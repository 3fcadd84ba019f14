/** The ends of a process: nothing left to do, `process.exit`, a signal. */
import type { Signal } from '../../contract/contract.ts'
import type { NodeContext } from './context.ts'
import { writeError } from './errors/write-error.ts'

const UNSETTLED_AWAIT = 13
const EXITING = 0
const EXIT_CODE = 1
const HAS_EXIT_CODE = 2

/** Ends at once with that code; the host does not come back. */
export function endProcess(context: NodeContext, code: number): never {
  context.loop.stop()
  if (!context.started) throw new Error('The process ended before it started.')
  return context.started.host.exit({ code: code & 0xff, signal: null })
}

export function endBySignal(context: NodeContext, signal: Signal): never {
  context.loop.stop()
  if (!context.started) throw new Error('The process was signalled before it started.')
  return context.started.host.exit({ code: null, signal })
}

/** The library's view of the exit state: exiting, code, whether a code was set. */
export function createExitInfo(): Int32Array {
  return new Int32Array(3)
}

export interface ExitState {
  readonly info: Int32Array
  /** Whether the entry module's promise is still open. */
  readonly entryPending: () => boolean
}

/** Called when the loop is empty: `beforeExit` may add work, by promise jobs too; otherwise `exit` and the end. */
export function createFinisher(context: NodeContext, state: ExitState): () => void {
  const { process, loop } = context
  const codeNow = () => (state.info[HAS_EXIT_CODE] ? (state.info[EXIT_CODE] ?? 0) : 0)
  let emittedAt = -1
  return () => {
    if (emittedAt !== loop.activity) {
      emittedAt = loop.activity
      loop.enter(() => {
        process.emit('beforeExit', codeNow())
      })
      return
    }
    const unsettled = state.entryPending() && !state.info[HAS_EXIT_CODE]
    state.info[EXITING] = 1
    loop.enter(() => {
      process.emit('exit', unsettled ? UNSETTLED_AWAIT : codeNow())
    })
    if (unsettled && !state.info[HAS_EXIT_CODE]) {
      writeError(context, 'Warning: Detected unsettled top-level await\n')
      endProcess(context, UNSETTLED_AWAIT)
    }
    endProcess(context, codeNow())
  }
}
