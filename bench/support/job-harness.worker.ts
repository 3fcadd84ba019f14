/** Our agent as its worker puts it together, with its real model client: a job in, `'done'` or what went wrong out. */
import { z } from 'zod'
import { createModelClient } from '../../src/agent/model/load-client.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { probeServer } from '../../src/agent/model/probe.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import { startService } from '../../src/agent/session/service/test-support.ts'
import { BUILT_IN_TOOLS } from '../../src/agent/tools/profiles/built-in.ts'
import { buildTool, textOutput } from '../../src/agent/tools/contract.ts'
import { createToolSets } from '../../src/agent/tools/profiles/profiles.ts'
import { createRegistry } from '../../src/agent/tools/pipeline/registry.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { ok } from '../../src/sandbox/contract/errors.ts'
import type { Job } from './job.ts'

z.config({ jitless: true })

/** Characters of a place that are said again: it may be a megabyte. */
const SHOWN = 40

async function run(job: Job, port: MessagePort): Promise<void> {
  const look = buildTool({
    name: 'Look',
    description: 'Looks at a place and says what is there.',
    schema: z.strictObject({ at: z.string().describe('The place.') }),
    kind: 'read',
    requiresPermission: false,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    isDestructive: () => false,
    title: ({ at }) => at.slice(0, SHOWN),
    run: async ({ at }) => {
      if (job.toolMs > 0) await new Promise((resolve) => setTimeout(resolve, job.toolMs))
      return textOutput(`Nothing is at ${at.slice(0, SHOWN)}.`)
    },
  })
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` })
  const service = await startService({
    database,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    network: {
      fetch: (input, init) => fetch(input, init),
      ownOrigins: [location.origin],
      caches: globalThis.caches,
    },
    parts: {
      tools: () =>
        Promise.resolve({
          ...createToolSets(),
          all: { registry: createRegistry([...BUILT_IN_TOOLS, look]), wireNames: {} },
        }),
      createModel: ({ provider, baseUrl, models }, credentials) =>
        createModelClient(provider, {
          credentials,
          baseUrl,
          facts: (model) => modelFacts(model, models),
          fetch: (input, init) => fetch(input, init),
          probe: probeServer,
        }),
    },
    port,
  })
  await service.settings.update({ baseUrl: job.baseUrl, model: job.model, maxTurns: 1000 })
  await service.credentials.setApiKey(job.apiKey)
  await service.sessions.create()
  const sent = await service.runs.run(job.prompt)
  if (!sent.ok) throw new Error(sent.error.message)
  if (sent.value.terminal !== 'completed') throw new Error(`the run ended as ${sent.value.terminal}`)
}

onmessage = ({ data, ports: [port] }: MessageEvent<Job>) => {
  if (!port) return
  run(data, port).then(
    () => postMessage('done'),
    (error: unknown) => postMessage(`failed: ${String(error)}`),
  )
}
