/** The whole service over a sandbox in memory and a model that a test answers for. */
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { Tool } from '../../tools/contract.ts'
import { createRegistry } from '../../tools/pipeline/registry.ts'
import { createToolSets } from '../../tools/profiles/profiles.ts'
import type { ToolSets } from '../../tools/profiles/profiles.ts'
import type { ServiceOptions } from '../service/options.ts'
import type { AgentService } from '../service/service.ts'
import { startWholeService } from '../service/test-support.ts'
import { newDatabase } from './database.ts'
import { counting } from './logged-session.ts'
import type { Profile } from '../journal/testing/profile.ts'

/** An answer of the model; a function is called while the request waits for the next one. */
export type Step = ScriptedResponse | (() => Promise<unknown>)

export interface ScriptedServiceOptions extends Pick<
  ServiceOptions,
  'later' | 'learnAfterMs' | 'memoryTabs'
> {
  /** Answer of the model. The request waits for it. */
  answer(request: ModelRequest): ScriptedResponse | Promise<ScriptedResponse>
  /** It counts the tokens of the messages, as a provider does. */
  readonly counts?: boolean
  /** Tools beside the program's own. */
  readonly tools?: readonly Tool[]
  /** Stores that outlast the service; new ones without it. */
  readonly profile?: Profile | undefined
  /** Milliseconds since the epoch; absent: the machine's clock. */
  readonly now?: (() => number) | undefined
}

/** No two calls of its model have the same id. */
export async function startScriptedService({
  answer,
  counts = false,
  tools = [],
  profile,
  ...ahead
}: ScriptedServiceOptions) {
  const database = profile?.database ?? (await newDatabase())
  const requests: ModelRequest[] = []
  const script: ScriptedResponse[] = []
  const scripted = createScriptedModel(script)
  const model = counts ? counting(scripted) : scripted
  const service: AgentService = await startWholeService({
    ...ahead,
    database,
    secondCopy: profile?.copy,
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      tools: () => Promise.resolve(toolSetsWith(tools)),
      createModel: () => ({
        async *stream(request, signal) {
          requests.push(request)
          script.push(await answer(request))
          yield* model.stream(request, signal)
        },
      }),
    },
  })
  return { service, api: service.api, database, requests }
}

/** The next answer of the list, which loses it and the functions before it. Beyond the end: "Done.". */
export async function nextAnswer(steps: Step[]): Promise<ScriptedResponse> {
  let step = steps.shift()
  for (; typeof step === 'function'; step = steps.shift()) await step()
  return step ?? { text: 'Done.' }
}

function toolSetsWith(more: readonly Tool[]): ToolSets {
  const sets = createToolSets()
  const { registry } = sets.all
  const own = registry.names().flatMap((name) => registry.find(name) ?? [])
  return { ...sets, all: { ...sets.all, registry: createRegistry([...own, ...more]) } }
}
