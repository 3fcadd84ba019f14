/** The page's one connection to the agent worker. Only here are its calls made; the comlink proxy stays inside. */
import { transfer, wrap } from 'comlink'
import { byName } from '../../agent/protocol/calls/by-name.ts'
import type { AgentApi, PageFacts } from '../../agent/protocol/calls/agent-api.ts'
import type { AgentWorker } from './agent-worker.ts'
import { isStartProgress } from '../../agent/protocol/start-progress.ts'
import { meta } from './meta.ts'
import { listenToEvents, type EventListener } from './event-stream.ts'
import { screen as t } from '../language/en/screen.ts'

export interface AgentClient {
  /** Calls made before `start` wait for it. */
  readonly agent: AgentApi
  /** Connects to the worker. Rejects when it cannot be loaded or breaks while it starts. */
  start(listener: EventListener): Promise<void>
}

/** The worker's calls, in an object of their own: a promise of comlink's proxy would ask it for `then`. */
interface Started {
  readonly api: RemoteCalls
}

/** The calls as the forwarding object makes them: by name, with the arguments of AgentApi's function of that name. */
type RemoteCalls = Readonly<
  Record<string, Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>>
>

export function createAgentClient({ worker, broken }: AgentWorker): AgentClient {
  const started = Promise.withResolvers<Started>()
  const connected = Promise.withResolvers<void>()
  // A failed start is told by `start`; calls that wait reject with it, too, each where it was made.
  connected.promise.catch(() => undefined)
  return {
    agent: forward(started.promise, connected.promise),
    start: (listener) => {
      // comlink follows a path of names to its end; its types end at the first.
      const remote = wrap(worker) as unknown as RemoteCalls
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isStartProgress(data)) listener.notice(data)
      })
      // Calls are answered in turn: those that wait go out with the first, not when that has come back.
      connected.resolve(Promise.race([connect(remote, listener), told(broken)]))
      started.resolve({ api: remote })
      return connected.promise
    },
  }
}

/** Rejects when the worker breaks; never resolves. */
async function told(broken: AgentWorker['broken']): Promise<never> {
  throw new Error((await broken) || t.programNotLoaded)
}

async function connect(remote: RemoteCalls, listener: EventListener): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  listenToEvents(port1, listener)
  const page: PageFacts = {
    packageRegistry: meta('vivarium-package-registry') ?? '',
    registryProxy: meta('vivarium-registry-proxy') ?? '',
    policy: meta('vivarium-policy') ?? '',
  }
  await remote.connection?.connect?.(transfer(port2, [port2]), page)
}

/** The calls by area, each waiting for the worker; ports are handed over, not copied. */
function forward(started: Promise<Started>, connected: Promise<void>): AgentApi {
  return byName((area) =>
    byName((name) => async (...values: readonly unknown[]) => {
      const { api } = await started
      const answer = api[area]?.[name]?.(
        ...values.map((value) => (value instanceof MessagePort ? transfer(value, [value]) : value)),
      )
      // A worker that broke while it started answers nothing.
      const [value] = await Promise.all([answer, connected])
      return value
    }),
  )
}
