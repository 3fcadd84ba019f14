/** One run: opened in the log, the loop driven to its end with the parts of the session, closed in the log. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import { runLoop } from '../../loop/loop.ts'
import { resolveLimits, thinkingAt } from '../../loop/run-limits.ts'
import type { RunLimits } from '../../loop/run-limits.ts'
import type { LoopEnd } from '../../loop/state.ts'
import type { CacheTtl } from '../../model/anthropic/cache-ttl.ts'
import type { WireNames } from '../../model/contract.ts'
import { nameOnWire } from '../../model/tool-names.ts'
import { watchPrompts } from '../../observe/prompt-watch.ts'
import { buildRequest } from '../../prompt/build-request.ts'
import { billOf } from '../../protocol/billed.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { RunEnd } from '../../protocol/calls/runs.ts'
import { toolProfileOf } from '../../protocol/settings.ts'
import type { ToolProfile } from '../../protocol/settings.ts'
import type { Asking, Classify, ToolHooks } from '../../tools/deps.ts'
import { Gates } from '../../tools/gates.ts'
import type { ToolSets } from '../../tools/profiles/profiles.ts'
import { onlyTools, withTools } from '../../tools/pipeline/registry.ts'
import type { RefusedTool, ToolRegistry } from '../../tools/pipeline/registry.ts'
import { addressesIn } from '../../permission/shell/rules/addresses.ts'
import { CallSchedule } from '../../tools/pipeline/schedule.ts'
import { createClassifier } from '../side-queries/classifier.ts'
import type { Compaction } from '../side-queries/compaction.ts'
import { createNotePicker } from '../side-queries/note-picker.ts'
import { LoggedQueries } from '../side-queries/logged-queries.ts'
import { placesLayer } from '../workspace/places/place-router.ts'
import { runSandbox } from '../workspace/sandbox-layers.ts'
import { writeEvents } from './write-events.ts'
import { budgetOf, rejectionEvents, styleEvents, tellModel } from './run-opening.ts'
import { LockGuard, lockHook } from './hooks/lock-guard.ts'
import { RunHooks } from './hooks/run-hooks.ts'
import { ToldMemory } from './told/told-memory.ts'
import { createRecallTool } from '../../tools/memory/recall.ts'
import { RunAdvisor } from './run-advisor.ts'
import { runCompaction } from './run-compaction.ts'
import { modelClients } from './model-clients.ts'
import type { ModelClients } from './model-clients.ts'
import { instructionOptions } from './told/instruction-options.ts'
import { ToldInstructions } from './told/told-instructions.ts'
import { ToldLessons } from './told/told-lessons.ts'
import { NotesAtAct } from './told/notes-at-act.ts'
import { RecalledNotes } from './told/recalled-notes.ts'
import { assumptions, RunModel, sendingOf } from './run-model.ts'
import { DEFAULT_LIMITS } from './run-request.ts'
import { sleep } from '../../egress/sleep.ts'
import type { RunContext, RunStart } from './run-context.ts'
import type { PolicyInForce } from './run-policy.ts'
import { promptFactsOf } from './prompt-facts.ts'

/** The ground of a run, watched over. */
interface Guarded {
  readonly sandbox: Sandbox
  readonly hooks: RunHooks
}

/** Runs once: `prepare`, then `execute`. */
export class Run {
  readonly #context: RunContext
  readonly #start: RunStart
  readonly #id: string
  readonly #profile: ToolProfile
  readonly #cacheTtl: CacheTtl
  readonly #model: RunModel
  readonly #clients: ModelClients
  readonly #side: LoggedQueries
  readonly #advisor: RunAdvisor
  readonly #mayAsk: boolean
  readonly #instructions: ToldInstructions
  readonly #memory: ToldMemory
  readonly #recalled: RecalledNotes
  readonly #atAct: NotesAtAct
  readonly #lessons: ToldLessons
  readonly #classify: Classify
  readonly #tools: ToolRegistry
  readonly #refusedTools: readonly RefusedTool[]
  readonly #wireNames: WireNames
  readonly #policy: PolicyInForce

  private constructor(context: RunContext, start: RunStart, tools: ToolSets) {
    const { settings, agent, thread } = start
    const { memory, source } = agent
    const { newId, now, parts, instructions } = context
    const isAnthropic = settings.provider === 'anthropic'
    this.#context = context
    this.#start = start
    this.#id = newId()
    this.#profile = toolProfileOf(settings)
    this.#cacheTtl = memory.ttl.of(source, isAnthropic && settings.cacheForAnHour)
    this.#model = new RunModel({ settings, source, overload: parts.overload, cacheTtl: this.#cacheTtl })
    const { registry, wireNames } = tools[this.#profile]
    this.#wireNames = wireNames
    this.#clients = modelClients(context, settings, wireNames)
    this.#side = new LoggedQueries({
      client: this.#clients.side,
      costOf: this.#model.costOf,
      newId,
      now,
      signal: start.stop.signal,
      log: (event) => {
        this.#log(event)
        this.#onEvent(event)
      },
    })
    const { ask: askAside } = this.#side
    this.#advisor = new RunAdvisor({ settings, askAside })
    this.#instructions = new ToldInstructions({
      thread,
      source: instructions,
      options: () =>
        instructionOptions(thread.facts, this.#policy.settings, {
          window: this.#model.facts.contextWindow,
          ruleSets: this.#policy.permission.ruleSets,
        }),
      newId,
    })
    this.#classify = createClassifier({
      askAside,
      // The same key and service: a small model of it, or else the one that works.
      model: () => settings.classifierModel || this.#model.name,
      memory: memory.classifier,
      session: thread,
    })
    // A model that is given two tools is none that could make use of advice, or of what was said before; an agent that was given
    // its tools has no others.
    this.#mayAsk = this.#profile === 'all' && start.tools === undefined
    const advisors = this.#mayAsk ? this.#advisor.tools : []
    const recall = this.#mayAsk && start.memory ? [createRecallTool(start.memory.recall)] : []
    const { output } = start.request
    const own = start.tools === undefined ? registry : onlyTools(registry, start.tools)
    const added = withTools(own, [...advisors, ...recall, ...(output ? [output.tool] : [])])
    this.#tools = added.registry
    this.#refusedTools = added.refused
    this.#memory = new ToldMemory({
      thread,
      memory: start.memory,
      isOn: () => this.#policy.settings.memory,
      mayWrite: this.#tools.find('Write') !== undefined,
      newId,
    })
    const notes = {
      thread,
      memory: start.memory,
      latest: () => this.#memory.latest,
      isOn: () => this.#policy.settings.memory,
      now,
    }
    this.#atAct = new NotesAtAct(notes)
    this.#lessons = new ToldLessons({
      ...notes,
      session: start.session,
      isOn: () => this.#policy.settings.memory && this.#policy.settings.learnFromWork,
      newId,
    })
    this.#recalled = new RecalledNotes({
      ...notes,
      picker: settings.memoryModel ? createNotePicker({ askAside, model: settings.memoryModel }) : undefined,
      overBudget: () => agent.spending.problem(this.#policy.settings.limits),
      newId,
    })
    this.#policy = start.policy
  }

  static async prepare(context: RunContext, start: RunStart): Promise<Run> {
    return new Run(context, start, await context.parts.tools())
  }

  /** Resolves when it has ended and that is on disk. Rejects with `StorageError`. */
  async execute(): Promise<RunEnd> {
    const { thread, request, stop } = this.#start
    // The mode may have been changed while it was prepared.
    await Promise.all([this.#open(), this.#policy.settled()])
    const end = await writeEvents(await this.#events(), { thread, stop, onEvent: this.#onEvent })
    const dropped = this.#recalled.dropped()
    await this.#side.settled()
    await thread.append(...dropped, { type: 'run_ended', runId: this.#id, ...end })
    const output = request.output?.given()
    return { terminal: end.terminal, ...(output === undefined ? {} : { output }) }
  }

  async #events(): Promise<AsyncGenerator<EventBody, LoopEnd>> {
    const { request, stop } = this.#start
    const bounds = resolveLimits(request.options, this.#start.settings, DEFAULT_LIMITS)
    const build = await this.#requestBuilder(bounds)
    const ground = this.#guarded()
    const compaction = runCompaction({
      context: this.#context,
      start: this.#start,
      client: this.#clients.main,
      model: this.#model,
      policy: this.#policy,
      instructions: this.#instructions,
      memory: this.#memory,
      buildRequest: build,
      hooks: ground.hooks,
      log: (event) => {
        this.#log(event)
        this.#onEvent(event)
      },
    })
    if (request.compaction === 'draft') return compaction.useDraft(stop.signal)
    if (request.compaction) return compaction.byHand(this.#context.newId(), request.compaction, stop.signal)
    return runLoop(await this.#loopDeps(bounds, build, { ...ground, compaction }))
  }

  /** Logs the events before the first request. */
  async #open(): Promise<void> {
    const { newId, room } = this.#context
    const { agent, thread, opening, settings } = this.#start
    const { memory, jobs } = agent
    memory.recall(thread)
    jobs.countFrom(thread.facts.jobs)
    await memory.failures.begin(thread)
    for (const event of opening) {
      memory.failures.note(event)
      memory.classifier.note(event)
    }
    const [instructions, notes] = await Promise.all([this.#instructions.changes(), this.#memory.changes()])
    await thread.append(
      ...instructions,
      ...notes,
      ...styleEvents(thread, settings, newId),
      // Also of background commands that have ended since the last run.
      ...tellModel(agent.news(), newId),
      ...rejectionEvents(thread, newId),
      ...opening,
      {
        type: 'run_started',
        runId: this.#id,
        model: settings.model,
        contextWindow: this.#model.facts.contextWindow,
        mode: settings.permissionMode,
      },
      ...(memory.isUnknown(this.#model) ? [assumptions(this.#model)] : []),
      ...this.#refusedTools.map(({ reason: text }): EventBody => ({
        type: 'notice',
        level: 'warning',
        text,
      })),
    )
    room.wrote()
    for (const event of opening) {
      this.#recalled.note(event)
      this.#lessons.note(event)
    }
  }

  async #loopDeps(
    bounds: RunLimits,
    buildRequest: LoopDeps['buildRequest'],
    { compaction, hooks, sandbox }: Guarded & { readonly compaction: Compaction },
  ): Promise<LoopDeps> {
    const { room, newId, now } = this.#context
    const { agent, thread, opening, request, stop } = this.#start
    const { memory, inbox, pause, spending, source } = agent
    const { output } = request
    return {
      model: this.#clients.main,
      messages: () => thread.conversation.messages,
      buildRequest,
      runCalls: this.#callRunner(sandbox, hooks.tools),
      prompts: watchPrompts(
        {
          source,
          last: () => thread.facts.prompts.answered.get(source),
          sending: await this.#sending(),
          now,
        },
        memory.answered,
      ),
      inbox,
      retryDecision: this.#model.retryDecision,
      fallBack: this.#model.fallBack,
      service: this.#model.service,
      costOf: this.#model.costOf,
      maxOutput: () => Math.min(this.#model.facts.maxOutput, bounds.maxTokens ?? Infinity),
      overBudget: () => spending.problem(this.#policy.settings.limits),
      pause: (signal) => pause.wait(signal),
      maxTurns: bounds.maxTurns,
      output: output && { tool: output.tool.name, given: output.given },
      tokenBudget: budgetOf(opening),
      signal: stop.signal,
      hooks: {
        ...hooks.loop,
        onBug: (error) => console.error(error),
        afterResponse: async () => {
          compaction.answered()
          return agent.news()
        },
        isDiskFull: () => room.isFull,
        checkpoint: memory.failures.checkpoint,
        beforeRequest: (_, signal) => this.#beforeRequest(signal),
        makeRoom: (turnId, signal) => compaction.makeRoom(turnId, signal),
        drain: (kind) => compaction.drain(kind),
        ...(thread.facts.compaction.hasReacted
          ? {}
          : { reactiveCompact: (turnId, signal) => compaction.react(turnId, signal) }),
      },
      newId,
      random: Math.random,
      now,
      sleep,
    }
  }

  async *#beforeRequest(signal: AbortSignal): AsyncGenerator<EventBody, void> {
    yield* this.#instructions.beforeRequest(signal)
    yield* this.#memory.beforeRequest(signal)
    yield* this.#recalled.beforeRequest(signal)
    yield* this.#lessons.beforeRequest(signal)
  }

  async #requestBuilder(bounds: RunLimits): Promise<LoopDeps['buildRequest']> {
    const { agent, thread, sandbox, settings } = this.#start
    const { memory, role } = agent
    const told = await sandbox.describe()
    const facts = promptFactsOf(thread, settings, told)
    return (messages, { turn, forcedTool }) => {
      const { name: model } = this.#model
      return buildRequest({
        model,
        thinkingTokens: thinkingAt(bounds, turn),
        forcedTool,
        cacheTtl: this.#cacheTtl,
        advisor: this.#mayAsk ? this.#advisor.ofService : undefined,
        role,
        profile: this.#profile,
        toolName: (name) => nameOnWire(name, this.#wireNames),
        tools: memory.told(this.#tools, this.#policy.permission),
        facts: { ...facts, model },
        sections: memory.sectionsFor({ model, profile: this.#profile, backend: told.backend }),
        messages,
      })
    }
  }

  /** The sandbox with its locks, and the hooks of this run. */
  #guarded(): Guarded {
    const { blobs, parts, now } = this.#context
    const { agent, agentType, memory, session, thread } = this.#start
    const places = [...this.#start.places, ...(memory ? [memory.place] : [])]
    const guard = new LockGuard({
      blobs,
      locks: () => this.#policy.permission.locks ?? [],
      root: () => thread.facts.root,
    })
    const sandbox = runSandbox(this.#start.sandbox, { places: placesLayer(places), locks: guard.layer })
    const hooks = new RunHooks({
      thread,
      session,
      agentType,
      hooks: [lockHook(guard, sandbox), agent.memory.failures.hook(sandbox), ...(parts.hooks?.() ?? [])],
      permission: () => this.#policy.permission,
      cwd: () => agent.memory.toolState.cwd,
      now,
    })
    return { sandbox, hooks }
  }

  #callRunner(sandbox: Sandbox, hooks: ToolHooks): LoopDeps['runCalls'] {
    const { thread, agent } = this.#start
    const { memory, jobs } = agent
    const {
      pendingPermissions,
      questions,
      egress,
      egressRequests,
      browser,
      settings,
      now,
      redactor,
      secrets,
      withheld,
      results,
    } = this.#context
    const gates = new Gates({ budgets: this.#advisor.budgets })
    return ({ turnId, signal, interrupt }) =>
      new CallSchedule(
        {
          sandbox,
          results,
          clean: (text) => redactor.redact(text),
          ...(this.#start.isApart
            ? {}
            : { learnSecrets: (when) => secrets.learnWhen(when, sandbox, thread) }),
          withheld,
          turnId,
          signal,
          tools: this.#tools,
          parallelCalls: this.#start.settings.parallelCalls,
          state: memory.toolState,
          jobs,
          egress,
          browser,
          hooks,
          beforeAct: this.#atAct.forAnswer(),
          gates,
          permission: () => this.#policy.permission,
          ask: (question, asking) => this.#ask(question, asking),
          classify: this.#classify,
          answer: (toolUseId) => questions.ask(thread.id, toolUseId),
          setMode: async (mode) => void (await settings.setMode(mode)),
          isShown: (toolUseId) => thread.conversation.shows(toolUseId),
          grant: (rule, scope, place) => pendingPermissions.grant(rule, scope, place),
          waitedFor: (execId) => egressRequests.waitedFor(execId),
          now,
        },
        interrupt,
      )
  }

  /** A user who allows a command has seen the addresses in it: egress to them is not asked again. */
  async #ask({ toolUseId, tool, title }: { toolUseId: string; tool: string; title: string }, asking: Asking) {
    const answer = await this.#context.pendingPermissions.ask(this.#start.thread.id, toolUseId, asking)
    if (answer.behavior === 'allow' && tool === 'Bash')
      this.#context.egressRequests.allowed(addressesIn(title))
    return answer
  }

  async #sending() {
    const { settings } = this.#start
    const { extraHeaders } = await this.#context.settings.credentials(settings.provider)
    return sendingOf(settings, extraHeaders)
  }

  readonly #onEvent = (event: EventBody): void => {
    const { workspace } = this.#context
    const { memory, spending } = this.#start.agent
    if (event.type === 'checkpoint') workspace.moved(event.root)
    this.#advisor.note(event)
    this.#recalled.note(event)
    this.#lessons.note(event)
    memory.failures.note(event)
    memory.classifier.note(event)
    if (event.type === 'model_replaced' && memory.isUnknown(this.#model)) this.#log(assumptions(this.#model))
    const bill = billOf(event)
    const warning = bill && spending.note({ ...bill, type: event.type })
    // A store that fails shows with the loop's own events.
    if (warning) this.#log(warning)
  }

  #log(event: EventBody): void {
    this.#start.thread.appendSoon(event).catch(() => undefined)
  }
}
