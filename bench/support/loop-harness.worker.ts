/**
 * The agent as its worker puts it together, with a model that answers at once: real loop, pipeline, log and database,
 * no HTTP and no screen. Posts for each turn the milliseconds from the end of an answer to the next request's body.
 */
import type { ModelRequest } from '../../src/agent/model/contract.ts'
import { toRequestBytes } from '../../src/agent/model/anthropic/anthropic-body.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { createScriptedModel } from '../../src/agent/model/scripted.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import { startService } from '../../src/agent/session/service/test-support.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { ok } from '../../src/sandbox/contract/errors.ts'
import { timeOfOnePut } from './one-put.ts'

export interface LoopTimes {
  /** One a turn of the session; undefined where a person had to send a message first. */
  readonly gaps: readonly (number | undefined)[]
  /** Strict one-record writes of the same database, between the turns. */
  readonly puts: readonly number[]
}

/** Calls in one run; an interactive run ends at 200 turns. */
const CALLS_PER_RUN = 150

async function measure(turns: number): Promise<LoopTimes> {
  const gaps: (number | undefined)[] = []
  let endedAt: number | undefined
  const asked = () => gaps.length
  const timed = (request: ModelRequest) => {
    // The wire client's work before it has something to send.
    toRequestBytes(request, modelFacts(request.model))
    gaps.push(endedAt === undefined ? undefined : performance.now() - endedAt)
  }
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` })
  const service = await startService({
    database,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          timed(request)
          const isLast = asked() % (CALLS_PER_RUN + 1) === 0
          const call = { name: 'TodoWrite', input: { todos: [] } }
          const model = createScriptedModel([isLast ? { text: 'Done.' } : { calls: [call] }])
          for await (const event of model.stream(request, signal)) {
            endedAt = event.type === 'ended' && !isLast ? performance.now() : undefined
            yield event
          }
        },
      }),
    },
  })
  await service.sessions.create()
  const puts: number[] = []
  while (asked() < turns) {
    const sent = await service.runs.run('Go on')
    if (!sent.ok) throw new Error(sent.error.message)
    puts.push(await timeOfOnePut(performance.now()))
  }
  return { gaps, puts }
}

onmessage = ({ data }: MessageEvent<number>) => {
  measure(data).then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  )
}
