/**
 * The engine without a page: the real loop, clients, schedule, tools and prompt over a sandbox in memory, with the log in
 * an array. Its clock is virtual: waits cost nothing, and how long they would have been is kept.
 */
import { DEFAULT_SETTINGS } from '../../src/agent/protocol/settings.ts'
import type { Provider, Settings } from '../../src/agent/protocol/settings.ts'
import { stateWith } from '../../src/agent/permission/test-support.ts'
import { BackgroundJobs } from '../../src/agent/tools/shell/background-jobs.ts'
import { BUILT_IN_TOOLS } from '../../src/agent/tools/profiles/built-in.ts'
import type { CallContext } from '../../src/agent/tools/deps.ts'
import type { Tool } from '../../src/agent/tools/contract.ts'
import { Gates } from '../../src/agent/tools/gates.ts'
import { createRegistry } from '../../src/agent/tools/pipeline/registry.ts'
import { CallSchedule } from '../../src/agent/tools/pipeline/schedule.ts'
import { keptResults } from '../../src/agent/tools/testing/test-bench.ts'
import { ToolState } from '../../src/agent/tools/state.ts'
import type { LoopDeps } from '../../src/agent/loop/deps.ts'
import { runLoop } from '../../src/agent/loop/loop.ts'
import { personMessage } from '../../src/agent/loop/turn-events.ts'
import { TestInbox } from '../../src/agent/loop/test-support.ts'
import { createModelClient } from '../../src/agent/model/load-client.ts'
import type { Probe } from '../../src/agent/model/failure.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { OverloadBreaker } from '../../src/agent/model/overload-breaker.ts'
import { buildRequest } from '../../src/agent/prompt/build-request.ts'
import { SectionCache } from '../../src/agent/prompt/sections.ts'
import type { AgentEvent, ReadBody } from '../../src/agent/protocol/events.ts'
import type { Terminal } from '../../src/agent/protocol/events/run-events.ts'
import type { Message } from '../../src/agent/protocol/messages.ts'
import { ModelConversation } from '../../src/agent/session/log/model-conversation.ts'
import { repair } from '../../src/agent/session/log/repair.ts'
import { RunModel } from '../../src/agent/session/run/run-model.ts'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import type { ModelServer } from '../model-server/contract.ts'

/** Only the tools of the jobs: each request carries all of them, thousands of times. */
const JOB_TOOLS = BUILT_IN_TOOLS.filter(({ name }) =>
  ['Bash', 'Edit', 'Grep', 'Read', 'TodoWrite', 'Write'].includes(name),
)

export interface EngineOptions {
  readonly provider: Provider
  readonly server: Pick<ModelServer, 'url' | 'apiKey'>
  readonly sandbox: Sandbox
  readonly settings?: Partial<Settings>
  readonly tools?: readonly Tool[]
  /** Called wherever the engine waits for something: the network, the sandbox, a pause, its consumer. */
  readonly onWait?: () => void
  /** Lies over the network; `fetch` itself by default. */
  readonly fetch?: typeof fetch
  /** Result of the network probe after a request without an answer. */
  readonly probe?: Probe
  /** Milliseconds without a byte after which a stream is given up; real ones. */
  readonly idleMs?: number
}

export interface RunEnd {
  /** Undefined: the tab was gone before. */
  readonly terminal: Terminal | undefined
}

export class Engine {
  readonly log: AgentEvent[] = []
  /** Messages that the user sends meanwhile. */
  readonly inbox = new TestInbox()
  /** Milliseconds of each wait between two attempts, in order. */
  readonly waits: number[] = []
  readonly #options: EngineOptions
  readonly #settings: Settings
  readonly #overload: OverloadBreaker
  readonly #sandbox: Sandbox
  readonly #sections = new SectionCache()
  #conversation = new ModelConversation()
  #state = new ToolState()
  #jobs = new BackgroundJobs((event) => this.#append(event))
  #stop = new AbortController()
  #ids = 0
  #clock = 0

  constructor(options: EngineOptions) {
    this.#options = options
    const { provider, server } = options
    this.#settings = {
      ...DEFAULT_SETTINGS,
      provider,
      baseUrl: provider === 'openai' ? `${server.url}/v1` : server.url,
      maxTurns: 1_000,
      ...options.settings,
    }
    this.#overload = new OverloadBreaker(() => this.#clock)
    this.#sandbox = told(options.sandbox, () => this.#wait())
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages
  }

  /** The person stops the run. */
  stop(): void {
    this.#stop.abort('stop')
  }

  /** Time goes by without anybody waiting. */
  sleepOfMachine(ms: number): void {
    this.#clock += ms
  }

  /** A message and the run that it begins. With `lostAfter` the tab is gone after so many further events. */
  async send(text: string, lostAfter = Infinity): Promise<RunEnd> {
    const runId = this.#id()
    const { model, permissionMode: mode } = this.#settings
    const contextWindow = modelFacts(model, {}).contextWindow
    this.#append(personMessage({ messageId: this.#id(), text }))
    this.#append({ type: 'run_started', runId, model, contextWindow, mode })
    this.#stop = new AbortController()
    const last = this.log.length + lostAfter
    const loop = runLoop(this.#deps())
    for (;;) {
      const step = await loop.next()
      if (step.done) {
        this.#append({ type: 'run_ended', runId, ...step.value })
        return { terminal: step.value.terminal }
      }
      if (this.log.length >= last) {
        this.#stop.abort('stop')
        await loop.return({ terminal: 'error', turns: 0 })
        return { terminal: undefined }
      }
      this.#append(step.value)
      this.#wait()
    }
  }

  /** Another tab opens what is on disk: only the log and the workspace are left, and what broke off is mended. */
  reopen(): void {
    const events = this.log.splice(0)
    this.#conversation = new ModelConversation()
    this.#state = new ToolState()
    this.#jobs = new BackgroundJobs((event) => this.#append(event))
    for (const event of [...events, ...repair(events)]) this.#append(event)
  }

  #append(body: ReadBody): void {
    const event = { ...body, seq: this.log.length + 1, at: this.#clock }
    this.log.push(event)
    this.#conversation.apply(event)
  }

  #wait(): void {
    this.#options.onWait?.()
  }

  #id(): string {
    return `id-${(this.#ids += 1)}`
  }

  #deps(): LoopDeps {
    const settings = this.#settings
    const tools = createRegistry([...JOB_TOOLS, ...(this.#options.tools ?? [])])
    const permission = stateWith({ mode: 'bypassPermissions', allowBypass: true })
    const model = new RunModel({ settings, source: 'main', overload: this.#overload })
    const gates = new Gates({ budgets: {} })
    const facts = {
      model: settings.model,
      workspace: undefined,
      backend: 'memory',
      workspacePath: '/workspace',
      date: '2026-01-01',
    }
    const callContext: Omit<CallContext, 'turnId' | 'signal' | 'unparsed'> = {
      tools,
      gates,
      sandbox: this.#sandbox,
      state: this.#state,
      jobs: this.#jobs,
      results: keptResults().results,
      browser: { ask: async () => ({ ok: false, text: 'There is no page here.' }) },
      egress: { request: async () => ({ type: 'refused', message: 'There is no network in this test.' }) },
      permission: () => permission,
      ask: async () => ({ behavior: 'allow', scope: 'once' }),
      answer: async () => ({ kind: 'skipped' }),
      setMode: async () => undefined,
      grant: async () => undefined,
      now: () => this.#clock,
    }
    return {
      model: this.#client(),
      messages: () => this.messages,
      buildRequest: (messages) =>
        buildRequest({
          model: model.name,
          thinkingTokens: settings.thinkingTokens,
          tools: tools.specs([]),
          facts,
          sections: this.#sections,
          messages,
        }),
      runCalls: ({ turnId, signal, interrupt }) =>
        new CallSchedule({ ...callContext, turnId, signal }, interrupt),
      inbox: this.inbox,
      retryDecision: model.retryDecision,
      fallBack: model.fallBack,
      service: model.service,
      costOf: model.costOf,
      maxOutput: () => model.facts.maxOutput,
      tokenBudget: undefined,
      output: undefined,
      prompts: { sent: () => ({}), answered: () => ({}) },
      overBudget: async () => undefined,
      pause: async () => undefined,
      maxTurns: settings.maxTurns,
      signal: this.#stop.signal,
      hooks: {
        onBug: (error) => console.error(error),
        afterResponse: async () => this.#jobs.news(),
      },
      newId: () => this.#id(),
      random: () => 0,
      now: () => this.#clock,
      sleep: async (ms) => {
        this.#wait()
        this.waits.push(ms)
        this.#clock += ms
      },
    }
  }

  #client() {
    const {
      provider,
      server,
      idleMs,
      fetch: send = fetch,
      probe = async () => 'silent' as const,
    } = this.#options
    return createModelClient(provider, {
      credentials: async () => ({ apiKey: server.apiKey, extraHeaders: {} }),
      baseUrl: this.#settings.baseUrl,
      facts: (name) => modelFacts(name, {}),
      probe,
      ...(idleMs === undefined ? {} : { idleMs }),
      fetch: async (input, init) => {
        this.#wait()
        const response = await send(input, init)
        this.#wait()
        return observed(response, () => this.#wait())
      },
    })
  }
}

/** The same sandbox; each call's beginning and end is told. */
function told(sandbox: Sandbox, onWait: () => void): Sandbox {
  return new Proxy(sandbox, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function' || name === 'subscribe') return member
      return async (...args: readonly unknown[]): Promise<unknown> => {
        const pending: unknown = Reflect.apply(member, target, args)
        onWait()
        const outcome: unknown = await pending
        onWait()
        return outcome
      }
    },
  })
}

/** The same answer; each part of its body is told. */
function observed(response: Response, onWait: () => void): Response {
  if (!response.body) return response
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        onWait()
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
