/** A run that ends with data: where it would end the model is made to give it, a few times if need be. */
import { OUTPUT_ATTEMPTS } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps, OutputRequest } from './deps.ts'
import type { LoopState, Step } from './state.ts'
import { programMessage } from './turn-events.ts'

/** Called where the run would end without its data: asks for it, or ends after too many times. */
export function* endWithOutput(
  deps: Pick<LoopDeps, 'newId'>,
  output: OutputRequest,
  state: LoopState,
  turnId: string,
): Generator<EventBody, Step> {
  const step = askForOutput(output, state)
  if (step === undefined) return yield* endWithoutOutput(turnId)
  yield programMessage(deps, askText(output.tool))
  return step
}

/** After a round of calls: the end, when one of them gave the data; undefined when the run just goes on. */
export function* afterCalls(
  { output }: LoopDeps,
  state: LoopState,
  turnId: string,
): Generator<EventBody, Step | undefined> {
  if (output === undefined) return undefined
  const given = output.given()
  if (given !== undefined) {
    yield { type: 'run_output', turnId, output: { ...given } }
    return { type: 'end', terminal: 'completed' }
  }
  if (state.forcedTool === undefined) return undefined
  return askForOutput(output, state) ?? (yield* endWithoutOutput(turnId))
}

function askForOutput({ tool }: OutputRequest, state: LoopState): Step | undefined {
  if (state.outputAttempts >= OUTPUT_ATTEMPTS) return undefined
  const next = { ...state, forcedTool: tool, outputAttempts: state.outputAttempts + 1, recoveryCount: 0 }
  return { type: 'continue', reason: 'output_requested', state: next }
}

function* endWithoutOutput(turnId: string): Generator<EventBody, Step> {
  yield {
    type: 'error',
    turnId,
    kind: 'no_output',
    message: `The model gave no result that fits the output schema in ${OUTPUT_ATTEMPTS} attempts.`,
    hint: 'Make the schema simpler, or use a stronger model. What was wrong is in the results of its calls.',
  }
  return { type: 'end', terminal: 'model_error' }
}

function askText(tool: string): string {
  return `<system-reminder>Now give the result of this task by calling ${tool}. Its input has to fit its schema; write nothing else.</system-reminder>`
}
