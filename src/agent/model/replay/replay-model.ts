/** The model of a replay: says what was recorded, in the recorded time, and is asked nothing. It needs no key. */
import type { ModelClient, ModelStreamEvent } from '../contract.ts'
import type { Pace } from './pace.ts'
import type { RecordedResponse } from './recorded-response.ts'

export interface ReplayModelOptions {
  readonly responses: readonly RecordedResponse[]
  readonly pace: Pick<Pace, 'wait'>
  /** All was said of an answer that was stopped there; it does not end by itself. */
  readonly onCut: () => void
}

export function createReplayModel({ responses, pace, onCut }: ReplayModelOptions): ModelClient {
  let next = 0
  return {
    async *stream(_request, signal): AsyncGenerator<ModelStreamEvent> {
      const response = responses[next++]
      if (!response) {
        yield { type: 'failed', error: END }
        return
      }
      for (const { afterMs, event } of response.parts) {
        await pace.wait(afterMs, signal)
        if (signal.aborted) return
        yield event
      }
      if (response.hasEnded) return
      onCut()
      await untilAborted(signal)
    },
  }
}

const END = {
  kind: 'invalid_request',
  message: 'The recording ends here: the model said no more when it was made.',
  hint: 'Take over to go on with a model of your own.',
  shouldRetry: false,
} as const

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
