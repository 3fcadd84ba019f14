/** A scripted job on the model server's wire, as each contender is given it: calls of a tool until the script has no more. */
import type { Page } from '@playwright/test'
import type { ModelServer } from '../../e2e/model-server/contract.ts'
import { bodyOf } from '../../e2e/model-server/record.ts'
import type { RequestRecord } from '../../e2e/model-server/record.ts'
import type { Script } from '../../e2e/model-server/script.ts'
import { startModelServer } from '../../e2e/model-server/server.ts'
import { text, toolUse } from '../../e2e/model-server/turn.ts'
import { z } from 'zod'
import { serveHarness } from './harness.ts'
import { installPeers } from './install-peers.ts'

/** Message that starts a worker. */
export interface Job {
  readonly baseUrl: string
  readonly apiKey: string
  readonly model: string
  readonly prompt: string
  /** Answers with calls, in all. */
  readonly turns: number
  /** Milliseconds that the tool takes. */
  readonly toolMs: number
  readonly told: Told
}

/** Parts of a request besides the conversation. */
export interface Told {
  readonly system: string
  /** Tools that it could call besides the one that it does. */
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly input_schema: object
  }[]
}

/** Little, for contenders of which only what they do in between matters. */
const LITTLE: Told = { system: 'You are a coding agent. Use the tools that you have.', tools: [] }

export const OURS = 'Vivarium'
export const PI = '@mariozechner/pi-agent-core'
/** The floor: the same requests and answers, and nothing around them. */
export const BARE = 'a bare fetch loop'
const PEER_WORKERS: Readonly<Record<string, string>> = {
  [PI]: '../peers/pi.worker.mjs',
  'ai (Vercel)': '../peers/vercel-ai.worker.mjs',
  '@openai/agents': '../peers/openai-agents.worker.mjs',
}
export const PEERS: readonly string[] = Object.keys(PEER_WORKERS)
/** The worker of each, bundled for the same browser. */
const WORKERS: Readonly<Record<string, string>> = {
  [OURS]: 'job-harness.worker.ts',
  ...PEER_WORKERS,
  [BARE]: 'bare-loop.worker.ts',
}

interface JobOptions {
  readonly script: Script
  readonly turns: number
  /** Milliseconds that the tool takes; 0 by default. */
  readonly toolMs?: number
  /** Milliseconds after which the contender is stopped. */
  readonly capMs?: number
  /** For the others; ours sends its own. */
  readonly told?: Told
}

export interface JobRun {
  /** False when it was stopped. */
  readonly whole: boolean
  readonly requests: readonly RequestRecord[]
}

export interface Contenders {
  /** One does the job, in a worker of its own on a page of its own. Throws when it does less, or something else. */
  run(name: string, options: JobOptions): Promise<JobRun>
  close(): void
}

export async function serveContenders(page: Page): Promise<Contenders> {
  installPeers()
  const harness = await serveHarness(...Object.values(WORKERS))
  return {
    run: async (name, { script, turns, toolMs = 0, capMs = 600_000, told = LITTLE }) => {
      const server = await startModelServer({ script })
      try {
        const { url: baseUrl, apiKey } = server
        const model = 'claude-sonnet-4-6'
        const job: Job = { baseUrl, apiKey, model, prompt: 'Look at every place.', turns, toolMs, told }
        await page.goto(harness.url)
        const worker = harness.scriptOf(WORKERS[name] ?? '')
        const outcome = await page.evaluate(runInWorker, { worker, job, capMs })
        if (outcome !== 'stopped') assertWhole(name, { outcome, server, turns })
        return { whole: outcome === 'done', requests: server.messageRequests() }
      } finally {
        await server.close()
      }
    },
    close: () => harness.close(),
  }
}

/** In the page, which takes a worker's events as ours does, and throws them away. */
function runInWorker(order: { worker: string; job: Job; capMs: number }): Promise<string> {
  return new Promise((resolve) => {
    const worker = new Worker(order.worker, { type: 'module' })
    const end = (outcome: string) => {
      worker.terminate()
      resolve(outcome)
    }
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'events') port2.postMessage({ count: 1 })
    }
    port2.postMessage({ count: 4 })
    setTimeout(() => end('stopped'), order.capMs)
    worker.onmessage = ({ data }: MessageEvent<string>) => end(data)
    worker.onerror = ({ message }) => end(message)
    worker.postMessage(order.job, [port1])
  })
}

/** A contender that did less, or something else, must not be faster for it. */
function assertWhole(
  name: string,
  { outcome, server, turns }: { outcome: string; server: ModelServer; turns: number },
): void {
  const [rejection] = server.rejections
  const problem =
    (rejection && `the model server refused: ${rejection.error.message}`) ??
    server.scriptErrors[0] ??
    (outcome === 'done' ? undefined : outcome)
  if (problem !== undefined) throw new Error(`${name}: ${problem}`)
  const { length } = server.messageRequests()
  if (length !== turns + 1) throw new Error(`${name}: ${length} requests where ${turns + 1} were to come`)
}

/** Looks at so many places, one a turn, then says that it is done. */
export function oneCallATurn(turns: number): Script {
  return ({ results }) =>
    results.length < turns
      ? { content: [toolUse('Look', { at: `place ${results.length}` })] }
      : { content: [text('That was all.')] }
}

/** Prompt and tools of ours: with as much to send, the others do the same job. */
export async function toldByOurs(contenders: Contenders): Promise<Told> {
  const { requests } = await contenders.run(OURS, { script: oneCallATurn(1), turns: 1 })
  const { system, tools } = TOLD.parse(requests[0] && bodyOf(requests[0]))
  return {
    system: system.map((block) => block.text).join('\n\n'),
    tools: tools.filter(({ name }) => name !== 'Look'),
  }
}

const TOLD = z.object({
  system: z.array(z.object({ text: z.string() })),
  tools: z.array(
    z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) }),
  ),
})

/** Milliseconds from the last event of each answer to the arrival of the next request. */
export function gapsBetween(requests: readonly RequestRecord[]): number[] {
  return requests
    .slice(1)
    .map(({ arrivedAt }, index) => arrivedAt - (requests[index]?.sent.at(-1)?.at ?? NaN))
}
