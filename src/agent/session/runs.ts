/** Runs: a prompt in, the loop's events into the log, a terminal out. One at a time. */
import type { Sandbox } from '../../sandbox/contract.ts'
import type { Egress } from '../../sandbox/egress.ts'
import { fail, ok } from '../../sandbox/errors.ts'
import type { Result } from '../../sandbox/errors.ts'
import { contextBudget } from '../context/budget.ts'
import { MAX_OUTPUT_TOKENS } from '../limits.ts'
import type { InterruptReason } from '../loop/deps.ts'
import { runLoop } from '../loop/loop.ts'
import { personMessage } from '../loop/turn-events.ts'
import type { Credentials, ModelClient, ToolSpec } from '../model/contract.ts'
import { TtlLatch } from '../model/cache-ttl.ts'
import { examineConnection } from '../model/doctor.ts'
import { modelFacts } from '../model/models.ts'
import { nameOnWire, withWireNames } from '../model/tool-names.ts'
import type { OverloadBreaker } from '../model/overload-breaker.ts'
import { AnsweredRequests, watchPrompts } from '../observe/prompt-watch.ts'
import type { PermissionState } from '../permission/contract.ts'
import { resolveLimits, thinkingAt } from '../loop/run-limits.ts'
import { buildRequest } from '../prompt/build-request.ts'
import { SectionCache } from '../prompt/sections.ts'
import { ToolLatch } from '../prompt/tool-latch.ts'
import type { ContextBudget } from '../protocol/context-budget.ts'
import type { EventBody, PermissionMode } from '../protocol/events.ts'
import type {
  ConnectionCheck,
  ExplainOptions,
  PermissionExplanation,
  RunEnd,
  StorageState,
} from '../protocol/rpc.ts'
import { toolProfileOf } from '../protocol/settings.ts'
import type { Provider, Settings } from '../protocol/settings.ts'
import { BackgroundJobs } from '../tools/background-jobs.ts'
import type { CallContext } from '../tools/deps.ts'
import { Gates } from '../tools/gates.ts'
import { explainCall } from '../tools/explain.ts'
import { withTools } from '../tools/registry.ts'
import type { ToolSets } from '../tools/profiles.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import { CallSchedule } from '../tools/schedule.ts'
import { ToolState } from '../tools/state.ts'
import { drive } from './drive.ts'
import type { QuestionDesk } from './question-desk.ts'
import type { Exits } from './exits.ts'
import { FailureWatch } from './failure-watch.ts'
import { SessionInbox } from './inbox.ts'
import {
  budgetOf,
  instructionEvents,
  promptEvents,
  promptProblem,
  styleEvents,
  tellModel,
} from './opening.ts'
import type { Opening } from './opening.ts'
import { Pause } from './pause.ts'
import type { PermissionDesk } from './permission-desk.ts'
import { ReadAhead } from './read-ahead.ts'
import { assumptions, RunModel, sendingOf } from './run-model.ts'
import { RunAdvisor } from './run-advisor.ts'
import { DEFAULT_LIMITS, NO_REQUEST, readRunOptions } from './run-request.ts'
import type { RunRequest } from './run-request.ts'
import type { Session } from './session.ts'
import { sleep } from './sleep.ts'
import { Spending } from './spending.ts'
import type { SmallValues } from './small-values.ts'
import { StorageError, storageHint } from './storage-error.ts'
import type { UsageLedger } from './usage-ledger.ts'
import type { Workspace } from './workspace.ts'

/** What the worker puts together for a run. */
export interface RunParts {
  readonly tools: ToolSets
  readonly overload: OverloadBreaker
  /** The credentials are asked for at each request: a key that is replaced meanwhile is used from then on (ER-09). */
  readonly createModel: (settings: Settings, credentials: () => Promise<Credentials>) => ModelClient
}

export interface RunsOptions {
  readonly session: () => Session | undefined
  readonly workspace: Workspace
  readonly desk: PermissionDesk
  readonly questions: QuestionDesk
  readonly egress: Egress
  readonly exits: Exits
  readonly ledger: UsageLedger
  readonly values: SmallValues
  readonly newId: () => string
  readonly now: () => number
  readonly parts: RunParts
  readonly onStorage: (state: StorageState) => void
}

interface CurrentRun {
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

export class Runs {
  /** What the person sends while the agent works. */
  readonly inbox: SessionInbox
  readonly pause = new Pause()
  readonly spending: Spending
  readonly #options: RunsOptions
  #current: CurrentRun | undefined
  #toolState = new ToolState()
  /** Models of which the person was told that nothing is known. */
  readonly #assumed = new Set<string>()
  readonly #failures = new FailureWatch()
  readonly #jobs = new BackgroundJobs((event) => this.#logOfJob(event))
  #sections = new SectionCache()
  readonly #answered = new AnsweredRequests()
  #latch = new ToolLatch()
  readonly #ttl = new TtlLatch()
  /** Model, tools and sandbox that the sections were made for. */
  #prompted = ''
  #mode: PermissionMode | undefined
  /** Lets the current run see a mode, a rule, a switch or a limit that was changed while it runs. */
  #refresh: () => Promise<void> = () => Promise.resolve()

  constructor(options: RunsOptions) {
    this.#options = options
    this.inbox = new SessionInbox(options)
    this.spending = new Spending(options)
  }

  get busy(): boolean {
    return this.#current !== undefined
  }

  /** Resolves when the run has ended; fails before anything is stored when it cannot begin. */
  async send(prompt: string, options: unknown = {}): Promise<Result<RunEnd>> {
    const request = readRunOptions(options)
    if (!request.ok) return request
    return this.#start(
      (session) =>
        promptProblem(prompt) ??
        ok([
          ...this.#waitingEvents(),
          ...promptEvents(session, { messageId: this.#options.newId(), text: prompt }),
        ]),
      request.value,
    )
  }

  /** A message to a run that is under way; where none is, it begins one. */
  async queue(prompt: string, urgent: boolean): Promise<Result<void>> {
    const problem = promptProblem(prompt)
    if (problem) return problem
    if (this.#options.session()?.role !== 'leader') return followerProblem()
    if (this.#current) {
      const stored = await this.inbox
        .add(prompt, urgent)
        .catch((error: unknown) => this.#storageFailure(error))
      // Who says something to a paused run has it go on with that.
      if (stored.ok) this.pause.resume()
      return stored
    }
    const sent = await this.send(prompt)
    return sent.ok ? ok(undefined) : sent
  }

  /** What waits is read at once, also by a run that is paused. */
  hurry(messageId: string): Result<void> {
    const hurried = this.inbox.hurry(messageId)
    if (hurried.ok) this.pause.resume()
    return hurried
  }

  /** The same without a message of the person: what stands in the conversation is still to be answered. */
  tryAgain(): Promise<Result<RunEnd>> {
    return this.#start(({ conversation }) => {
      const waiting = this.#waitingEvents()
      if (waiting.length > 0 || conversation.messages.at(-1)?.role === 'user') return ok(waiting)
      return fail('invalid', 'There is nothing to try again: the last message was answered.', {
        hint: 'Send a message.',
      })
    })
  }

  async #start(opening: Opening, request: RunRequest = NO_REQUEST): Promise<Result<RunEnd>> {
    if (this.#current) {
      return fail('not_permitted', 'The agent is still working; this message was not sent.', {
        hint: 'Wait until it has ended, or stop it first.',
      })
    }
    const stop = new AbortController()
    const run = this.#begin({ opening, request, stop })
    this.#current = { stop, ended: run }
    try {
      return await run
    } finally {
      this.#current = undefined
      this.inbox.reset()
      void this.#goOn(run)
    }
  }

  /** What was sent as the run was ending is a message like any other. */
  async #goOn(run: Promise<Result<RunEnd>>): Promise<void> {
    const ended = await run.catch(() => undefined)
    if (ended?.ok && ended.value.terminal === 'completed' && this.inbox.waiting.length > 0) {
      await this.tryAgain()
    }
  }

  /** Resolves when the run has ended; at once when none is under way. */
  async stop(): Promise<void> {
    const current = this.#current
    if (!current) return
    const reason: InterruptReason = 'stop'
    current.stop.abort(reason)
    await current.ended
  }

  async setMode(mode: PermissionMode): Promise<Result<void>> {
    const settings = await this.#options.values.settings()
    if (mode === 'bypassPermissions' && !settings.allowBypass) {
      return fail('not_permitted', 'The mode "bypassPermissions" needs its switch in the settings.')
    }
    const session = this.#options.session()
    if (session?.role !== 'leader') return fail('not_permitted', 'This session is led by another tab.')
    this.#mode = mode
    await session.append({ type: 'mode_changed', mode })
    await this.#refresh()
    return ok(undefined)
  }

  /** The settings were changed: what is decided from now on follows them. */
  settingsChanged(): Promise<void> {
    return this.#refresh()
  }

  async explain(tool: string, input: unknown, options: ExplainOptions = {}): Promise<PermissionExplanation> {
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return { behavior: 'deny', source: 'safety_check', reason: sandbox.error.message }
    const settings = await this.settings()
    const permission = await this.#permission(settings, sandbox.value)
    const tools = this.#options.parts.tools[toolProfileOf(settings)].registry
    return explainCall(
      { tools, sandbox: sandbox.value, state: this.#toolState, permission },
      { tool, input, options },
    )
  }

  async stopJob(id: string): Promise<Result<void>> {
    if (this.#jobs.find(id) === undefined)
      return fail('not_found', `The background command ${id} does not run in this tab.`)
    await this.#jobs.stop(id)
    return ok(undefined)
  }

  /** The session is left: what runs in the sandbox is its own, and ends, but what was detached. */
  async endJobs(): Promise<void> {
    await this.#jobs.endAll()
    await this.#options.workspace.endProcesses()
  }

  async testConnection(): Promise<readonly ConnectionCheck[]> {
    const settings = await this.settings()
    const { thinking } = modelFacts(settings.model, settings.models)
    return examineConnection({
      settings,
      pageOrigin: location.origin,
      client: this.#options.parts.createModel(settings, () => this.#credentials(settings.provider)),
      ask: (url) =>
        fetch(url, { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(5_000) }),
      // Reasoning takes a few, whatever the question.
      leastTokens: thinking === 'effort' ? 16 : 1,
      now: this.#options.now,
    })
  }

  /** What fills the model's window, as the next request would be made; undefined while there is nothing to make it of. */
  async contextBudget(): Promise<ContextBudget | undefined> {
    const session = this.#options.session()
    const sandbox = await this.#options.workspace.sandbox()
    if (!session || !sandbox.ok) return undefined
    const settings = await this.settings()
    const profile = toolProfileOf(settings)
    const { registry, wireNames } = this.#options.parts.tools[profile]
    const { contextWindow, maxOutput, thinking } = modelFacts(settings.model, settings.models)
    const { thinkingTokens, maxTokens } = resolveLimits({}, settings, DEFAULT_LIMITS)
    const request = buildRequest({
      model: settings.model,
      thinkingTokens,
      profile,
      toolName: (name) => nameOnWire(name, wireNames),
      tools: this.#told(registry, await this.#permission(settings, sandbox.value)),
      facts: promptFactsOf(session, settings, await sandbox.value.describe()),
      sections: new SectionCache(),
      messages: session.conversation.messages,
    })
    const thought = thinking === 'none' ? 0 : thinkingTokens
    return contextBudget({
      request,
      counted: session.facts.lastUsage,
      window: contextWindow,
      answer: Math.min(MAX_OUTPUT_TOKENS + thought, maxOutput, maxTokens ?? Infinity),
    })
  }

  /** What the model is told of these tools: what it was told of before stays. */
  #told(tools: Pick<ToolRegistry, 'specs'>, { ruleSets }: PermissionState): readonly ToolSpec[] {
    return this.#latch.list(tools.specs([]), tools.specs(ruleSets))
  }

  /** The workspace was replaced: what was read of it is no longer there. */
  forgetFiles(): void {
    this.#toolState.forgetFiles()
    this.#failures.startOver()
  }

  /** Another session is opened: nothing that the tools remember is true any more. */
  forget(): void {
    this.#toolState = new ToolState()
    this.#failures.forget()
    this.#sections = new SectionCache()
    this.#latch = new ToolLatch()
    this.#ttl.forget()
    this.#answered.clear()
    this.#mode = undefined
  }

  async #begin({
    opening,
    request,
    stop,
  }: {
    opening: Opening
    request: RunRequest
    stop: AbortController
  }): Promise<Result<RunEnd>> {
    const session = this.#options.session()
    if (!session) return fail('not_found', 'No session is open.')
    if (session.role === 'follower') return followerProblem()
    const opened = opening(session)
    if (!opened.ok) return opened
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    try {
      await session.mend()
      return ok(await this.#run({ session, opening: opened.value, request, sandbox: sandbox.value, stop }))
    } catch (error) {
      const failure = this.#storageFailure(error)
      // Where only something large had no room, the run can still be closed; else the next one does it.
      await session.mend().catch(() => undefined)
      return failure
    } finally {
      this.#options.desk.withdraw()
      this.#options.questions.withdraw()
      this.#options.exits.forget()
    }
  }

  async #credentials(provider: Provider): Promise<Credentials> {
    const { values } = this.#options
    const [apiKey, extraHeaders] = await Promise.all([values.apiKey(provider), values.extraHeaders(provider)])
    return { apiKey, extraHeaders }
  }

  /** Tells the page of a store that fails; throws on what is no such failure. */
  #storageFailure(error: unknown): Result<never> {
    if (!(error instanceof StorageError)) throw error
    const { message, kind } = error
    const hint = storageHint(kind)
    // That another tab leads is told by the role.
    if (kind !== 'not_leader')
      this.#options.onStorage({ state: kind === 'quota' ? 'full' : 'broken', message, hint })
    return fail(kind === 'quota' ? 'quota' : 'internal', message, { hint })
  }

  /** What waits from the run before: it is read before anything new. */
  #waitingEvents(): readonly EventBody[] {
    return this.inbox.take().map(personMessage)
  }

  async #run(begin: {
    session: Session
    opening: readonly EventBody[]
    request: RunRequest
    sandbox: Sandbox
    stop: AbortController
  }): Promise<RunEnd> {
    const { session, opening, request, sandbox, stop } = begin
    const { newId, parts } = this.#options
    const { output } = request
    const settings = await this.settings()
    const profile = toolProfileOf(settings)
    const { registry, wireNames } = parts.tools[profile]
    const bounds = resolveLimits(request.options, settings, DEFAULT_LIMITS)
    const runId = newId()
    const cacheTtl = this.#ttl.of('main', settings.provider === 'anthropic' && settings.cacheForAnHour)
    const model = new RunModel(settings, parts.overload, cacheTtl)
    const credentials = new ReadAhead(() => this.#credentials(settings.provider))
    const client = parts.createModel(settings, () => credentials.take())
    const advisor = new RunAdvisor({ settings, client, costOf: model.costOf, newId })
    // A model that is given two tools is none that could make use of advice (AD-08).
    const advisors = profile === 'all' ? advisor.tools : []
    const tools = withTools(registry, [...advisors, ...(output ? [output.tool] : [])])
    this.#recallFiles(session)
    const { backend, workspacePath } = await sandbox.describe()
    // With another model, other tools or another sandbox it is another prompt.
    const prompted = `${settings.model} ${profile} ${backend}`
    if (prompted !== this.#prompted) this.#sections.clear()
    this.#prompted = prompted
    this.#jobs.countFrom(session.facts.jobs)
    await this.#failures.begin(session)
    for (const event of opening) this.#failures.note(event)
    // Also of background commands that have ended since the last run.
    const before = [
      ...(await instructionEvents(session, sandbox, newId)),
      ...styleEvents(session, settings, newId),
      ...tellModel(this.#jobs.news(), newId),
    ]
    await session.append(...before, ...opening, {
      type: 'run_started',
      runId,
      model: settings.model,
      contextWindow: model.facts.contextWindow,
      mode: settings.permissionMode,
    })
    this.#options.onStorage({ state: 'ok' })
    let permission = await this.#permission(settings, sandbox)
    const { extraHeaders } = await credentials.take()
    const sending = sendingOf(settings, extraHeaders)
    let { limits } = settings
    const refresh = async () => {
      const changed = await this.settings()
      permission = await this.#permission(changed, sandbox)
      limits = changed.limits
    }
    this.#refresh = refresh
    if (!model.facts.known && !this.#assumed.has(model.name)) {
      this.#assumed.add(model.name)
      await session.append(assumptions(model))
    }
    const promptFacts = promptFactsOf(session, settings, { backend, workspacePath })
    const gates = new Gates({ budgets: advisor.budgets })
    this.spending.begin()
    const toolHooks = this.#failures.hooks(sandbox)
    const loop = runLoop({
      model: withWireNames(client, wireNames),
      messages: () => session.conversation.messages,
      buildRequest: (messages, { turn, forcedTool }) =>
        buildRequest({
          model: model.name,
          thinkingTokens: thinkingAt(bounds, turn),
          forcedTool,
          cacheTtl,
          advisor: profile === 'all' ? advisor.ofService : undefined,
          profile,
          toolName: (name) => nameOnWire(name, wireNames),
          tools: this.#told(tools, permission),
          facts: promptFacts,
          sections: this.#sections,
          messages,
        }),
      runCalls: ({ turnId, signal, interrupt }) =>
        new CallSchedule(
          {
            ...this.#callContext({ sandbox, turnId, signal }),
            tools,
            permission: () => permission,
            hooks: toolHooks,
            gates,
            grant: async (rule, scope) => {
              await this.#options.desk.grant(rule, scope)
              await refresh()
            },
          },
          interrupt,
        ),
      prompts: watchPrompts(
        {
          source: 'main',
          last: () => session.facts.prompts.answered.get('main'),
          sending,
          now: this.#options.now,
        },
        this.#answered,
      ),
      inbox: this.inbox,
      retryDecision: model.retryDecision,
      fallBack: model.fallBack,
      service: model.service,
      costOf: model.costOf,
      maxOutput: Math.min(model.facts.maxOutput, bounds.maxTokens ?? Infinity),
      overBudget: () => this.spending.problem(limits),
      pause: (signal) => this.pause.wait(signal),
      maxTurns: bounds.maxTurns,
      output: output && { tool: output.tool.name, given: output.given },
      tokenBudget: budgetOf(opening),
      signal: stop.signal,
      hooks: {
        onBug: (error) => console.error(error),
        afterResponse: async () => this.#jobs.news(),
        checkpoint: this.#failures.checkpoint,
      },
      newId,
      random: Math.random,
      now: this.#options.now,
      sleep,
    })
    const onEvent = (event: EventBody) => {
      if (event.type === 'checkpoint') this.#options.workspace.moved(event.root)
      advisor.note(event)
      this.#failures.note(event)
      // While the turn goes to disk.
      if (event.type === 'turn_committed') credentials.begin()
      if (!isBilled(event)) return
      const warning = this.spending.note(event)
      // A store that fails shows with the loop's own events.
      if (warning) session.appendSoon(warning).catch(() => undefined)
    }
    const end = await drive(loop, { session, stop, onEvent })
    await session.append({ type: 'run_ended', runId, ...end })
    const given = output?.given()
    return { terminal: end.terminal, ...(given === undefined ? {} : { output: given }) }
  }

  /** At any time, also between runs. A store that fails is told by the next run. */
  #logOfJob(event: EventBody): void {
    if (event.type === 'checkpoint') this.#options.workspace.moved(event.root)
    this.#options
      .session()
      ?.appendSoon(event)
      .catch(() => undefined)
  }

  /** After a reload the model still knows what it has read: an edit needs no second look unless the file changed. */
  #recallFiles(session: Session): void {
    const { files } = this.#toolState
    for (const [path, hash] of session.facts.seen) if (!files.has(path)) files.set(path, { hash })
  }

  #callContext(turn: Pick<CallContext, 'sandbox' | 'turnId' | 'signal'>) {
    return {
      ...turn,
      state: this.#toolState,
      jobs: this.#jobs,
      egress: this.#options.egress,
      ask: (question: { toolUseId: string; tool: string; title: string }) => this.#ask(question),
      answer: (toolUseId: string) => this.#options.questions.ask(toolUseId),
      setMode: async (mode: PermissionMode) => void (await this.setMode(mode)),
      now: this.#options.now,
    }
  }

  /** Who allows a command has seen the addresses in it: what goes just there is not asked once more. */
  async #ask({ toolUseId, tool, title }: { toolUseId: string; tool: string; title: string }) {
    const answer = await this.#options.desk.ask(toolUseId)
    if (answer.behavior === 'allow' && tool === 'Bash') this.#options.exits.allowed(title)
    return answer
  }

  /** The settings with what this session has of its own. */
  async settings(): Promise<Settings> {
    const settings = await this.#options.values.settings()
    const mode = this.#mode ?? this.#options.session()?.facts.mode
    const allowed = mode !== 'bypassPermissions' || settings.allowBypass
    return mode !== undefined && allowed ? { ...settings, permissionMode: mode } : settings
  }

  async #permission(settings: Settings, sandbox: Sandbox): Promise<PermissionState> {
    const { contained } = await sandbox.describe()
    return {
      mode: settings.permissionMode,
      allowBypass: settings.allowBypass,
      sandboxAutoAllow: settings.sandboxAutoAllow,
      ruleSets: [
        { source: 'user', rules: settings.rules },
        { source: 'session', rules: this.#options.desk.grants },
      ],
      contained,
      canAsk: true,
    }
  }
}

function isBilled(event: EventBody): event is Extract<EventBody, { costUsd: number | null }> {
  return event.type === 'response_ended' || event.type === 'response_cut' || event.type === 'advice_given'
}

function followerProblem(): Result<never> & { ok: false } {
  return fail('not_permitted', 'This session is led by another tab; the message was not sent.', {
    hint: 'Take the session over first.',
  })
}

function promptFactsOf(
  { facts: { workspace, openedAt } }: Session,
  { model }: Settings,
  { backend, workspacePath }: { readonly backend: string; readonly workspacePath: string },
) {
  return { model, workspace, backend, workspacePath, date: dayOf(openedAt) }
}

/** Of the session's opening, so that the prompt has the same bytes after a reload on another day. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
