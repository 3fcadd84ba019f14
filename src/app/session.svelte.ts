/** The session on the screen: the log reduced to a view, and what this tab knows besides it. */
import type { ContextBudget } from '../agent/protocol/context-budget.ts'
import type {
  FetchedInstructions,
  InstructionList,
  InstructionsVerdict,
} from '../agent/protocol/calls/instructions.ts'
import type { AgentEvent } from '../agent/protocol/events.ts'
import type { PermissionMode } from '../agent/protocol/permission-modes.ts'
import type { UserAnswer } from '../agent/protocol/questions.ts'
import type { OpenedSession, SessionRole } from '../agent/protocol/opened-session.ts'
import type { AgentApi } from '../agent/protocol/calls/agent-api.ts'
import type { EgressQuestion, PermissionAnswer } from '../agent/protocol/permission-requests.ts'
import type { CompactOptions, RunEnd } from '../agent/protocol/calls/runs.ts'
import type { SandboxState, StorageState, TabNotice } from '../agent/protocol/tab-notice.ts'
import { agentStatus } from '../agent/protocol/view/screen-state.ts'
import type { PermissionRequest, ScreenState } from '../agent/protocol/view/screen-state.ts'
import type { RunOptions } from '../agent/protocol/run-options.ts'
import type { RuleJudgement } from '../agent/protocol/calls/permissions.ts'
import type { UsageOverview } from '../agent/protocol/usage.ts'
import { egressAsRequest } from './egress-request.ts'
import type { Result } from '../sandbox/contract/errors.ts'
import { attachedImage, imagesIn, withTexts } from './chat/attachments/attachments.svelte.ts'
import type { Attachments, Attachment } from './chat/attachments/attachments.svelte.ts'
import { unexpected } from './problem.ts'
import type { Problem } from './problem.ts'
import { screen as t } from './language/en/screen.ts'
import { AskedModes } from './session/asked-modes.svelte.ts'
import { LogView } from './session/log-view.svelte.ts'
import { Draft } from './session/draft.svelte.ts'

/** A message that the person has sent and that is not in the log yet. */
interface Pending {
  /** As it is sent, with the texts that go along. */
  readonly text: string
  /** As it was written. */
  readonly typed: string
  readonly attached: readonly Attachment[]
  readonly delivered: boolean
  /** The agent is to read it at once, whatever it does. */
  readonly urgent: boolean
}

type OpenSession = (agent: AgentApi) => Promise<Result<OpenedSession>>

export class SessionModel {
  readonly #log = new LogView()
  readonly #askedModes = new AskedModes()
  /** Empty until the first session is open. */
  id = $state('')
  role = $state<SessionRole>('leader')
  connection = $state<'starting' | 'open' | 'failed'>('starting')
  sandbox = $state.raw<SandboxState>({ status: 'booting' })
  storage = $state.raw<StorageState>({ state: 'ok' })
  pending = $state.raw<Pending>()
  problem = $state.raw<Problem>()
  /** Requests that wait to leave the sandbox: the agent's, and those of the person's own commands. */
  egressQuestions = $state.raw<readonly EgressQuestion[]>([])
  stopping = $state(false)
  /** The mode that a key has changed to, for screen readers. */
  steppedTo = $state<PermissionMode>()
  readonly #draft: Draft

  readonly status = $derived.by(() => {
    const stuck = this.view.run.status === 'running' && !this.running
    if (this.connection === 'failed' || stuck) return 'error'
    return this.egressQuestions.length > 0 ? 'waiting for you' : agentStatus(this.view)
  })
  /** A run whose end could not be stored runs no more. */
  readonly running = $derived(
    this.view.run.status === 'running' && ['ok', 'ending', 'outdated'].includes(this.storage.state),
  )
  /** All that waits for the person's permission, in order of appearance. */
  readonly requests = $derived<readonly PermissionRequest[]>([
    ...this.view.requests,
    ...this.egressQuestions.map(egressAsRequest),
  ])
  readonly sandboxSettled = $derived(this.sandbox.status === 'ready' || this.sandbox.status === 'failed')
  /** Why the pending message has not left yet, in the person's words. */
  readonly waitingFor = $derived.by(() => {
    if (!this.pending) return undefined
    if (this.#draft.isLeft) return t.waitingForSession
    if (this.connection === 'failed') return t.notSent
    if (this.connection === 'starting') return t.waitingForAgent
    if (this.running) return t.queueing
    if (!this.sandboxSettled) return t.waitingForSandbox
    return t.sending
  })

  /** Whether what is sent now has no network to the model, and is to wait for it. */
  waitsForNetwork: () => boolean = () => false
  #sendingWaiting = false

  readonly #agent: AgentApi
  /** Number of the session's last event at its opening. */
  #openedSeq = 0
  /** Told when more of it is on the screen. */
  #waitingForEvents: (() => void)[] = []
  #opened = Promise.withResolvers<void>()
  /** Never rejects. */
  #opening: Promise<unknown> = Promise.resolve()
  #settled: (() => void)[] = []

  constructor(agent: AgentApi, id = '') {
    this.#agent = agent
    this.id = id
    this.#draft = new Draft(id)
  }

  /** A newer version works in another tab: this one shows what is stored. */
  get isOutdated(): boolean {
    return this.storage.state === 'outdated'
  }

  get view(): ScreenState {
    return this.#log.view
  }

  /** The permission mode, as it was last asked for; undefined while it is that of the settings. */
  get mode(): PermissionMode | undefined {
    return this.#askedModes.last ?? this.view.mode
  }

  /** The end of a session that is still being read is on the screen: to be looked at, and nothing to be done with. */
  get isTail(): boolean {
    return this.#log.isTail
  }

  /** The composer's text; it survives a reload. */
  get draft(): string {
    return this.#draft.text
  }
  set draft(text: string) {
    this.#draft.text = text
  }

  /** Pictures and texts sent along with the draft. */
  get attachments(): Attachments {
    return this.#draft.attachments
  }

  /** Resolves when a session is open; rejects when the agent could not start. */
  opened(): Promise<void> {
    return this.#opened.promise
  }

  /** Resolves when what was said in it is on the screen, too. */
  async shown(): Promise<void> {
    await this.opened()
    while (this.view.lastSeq < this.#openedSeq)
      await new Promise<void>((resolve) => this.#waitingForEvents.push(resolve))
  }

  /** Resolves when, in addition, the sandbox is there or has failed. */
  async ready(): Promise<void> {
    await this.opened()
    if (!this.sandboxSettled) await new Promise<void>((resolve) => this.#settled.push(resolve))
  }

  /** Takes events of a session that is being opened. */
  ahead(id: string, events: readonly AgentEvent[]): void {
    this.#log.ahead(id, events)
  }

  /** The end of one that is being opened; without events it is not opened after all. */
  tail(id: string, title: string, events: readonly AgentEvent[]): void {
    this.#log.tail(id, title, events)
  }

  reset(id: string, role: SessionRole, latest: number): void {
    this.#log.reset(id, latest)
    this.#askedModes.reset()
    this.steppedTo = undefined
    this.role = role
    // The problem of an address is shown in the session that is open instead.
    if (id === this.id) return
    this.problem = undefined
    this.#moveDraft(id)
  }

  events(events: readonly AgentEvent[]): void {
    this.#log.add(events)
    this.#askedModes.events(events)
    const arrived = events.some(
      (event) =>
        event.type === 'message_queued' || (event.type === 'user_message' && event.origin === 'human'),
    )
    if (arrived && this.pending?.delivered) this.#clearPending()
    if (!this.running) this.stopping = false
    this.#tellWaiting()
    this.#deliver()
  }

  notice(notice: TabNotice): void {
    if (notice.type === 'role') this.role = notice.role
    if (notice.type === 'storage') this.storage = notice
    if (notice.type === 'egress') this.egressQuestions = notice.requests
    if (notice.type !== 'sandbox') return
    this.sandbox = notice.state
    if (!this.sandboxSettled) return
    for (const resolve of this.#settled.splice(0)) resolve()
    this.#deliver()
  }

  /**
   * The connection stands; `open` says which session to show. Text typed and sent meanwhile is for that
   * one; if it cannot be opened, the text is in the composer of the one that stays.
   */
  open(open: OpenSession): Promise<boolean> {
    this.#leave()
    // One after the other: the last that was asked for is the one that is shown.
    const opening = this.#opening.then(() => {
      this.#leave()
      return this.openLater(open)
    })
    this.#opening = opening
    return opening
  }

  /** As `open`, for one that is fetched first: until it is there this session goes on. */
  async openLater(open: OpenSession): Promise<boolean> {
    const result = await open(this.#agent).catch((error: unknown) => {
      this.problem = unexpected(t.openingSession, error)
    })
    if (!result?.ok) {
      if (result) this.problem = { message: result.error.message, hint: result.error.hint }
      this.#log.dropTail()
      this.#stay()
      return false
    }
    this.role = result.value.role
    this.#openedSeq = result.value.lastSeq
    this.#tellWaiting()
    this.problem = undefined
    if (result.value.id !== this.id) this.#moveDraft(result.value.id)
    else this.#stay()
    this.connection = 'open'
    this.#opened.resolve()
    this.#deliver()
    return true
  }

  fail(problem: Problem): void {
    this.connection = 'failed'
    this.problem = problem
    this.#opened.reject(new Error(problem.message))
    this.#opened.promise.catch(() => undefined)
  }

  /**
   * Takes the composer's text as a message. It leaves as soon as everything that it needs is there. While the agent
   * works it waits for the end of the round, or interrupts it when it is urgent.
   */
  send({ urgent = false }: { readonly urgent?: boolean } = {}): void {
    if (!this.#sends) return
    this.problem = undefined
    const { typed, attached } = this.#draft.take()
    this.pending = { text: withTexts(typed, attached), typed, attached, delivered: false, urgent }
    this.#deliver()
  }

  /** A message that does not stand in the composer; false when none can be sent now. */
  sendText(text: string, { urgent = false }: { readonly urgent?: boolean } = {}): boolean {
    if (text === '' || !this.#sends) return false
    this.problem = undefined
    this.pending = { text, typed: text, attached: [], delivered: false, urgent }
    this.#deliver()
    return true
  }

  /** Puts a message that has not left yet back into the composer. */
  takeBack(): void {
    if (!this.pending || this.pending.delivered) return
    this.#draft.putBack(this.pending.typed, this.pending.attached)
    this.pending = undefined
  }

  contextBudget(): Promise<ContextBudget | undefined> {
    return this.#agent.usage.contextBudget()
  }

  /** Instruction files as a run would tell them now. */
  instructions(): Promise<InstructionList | undefined> {
    return this.#agent.instructions.list()
  }

  /** The problem, if the file cannot be told whole. */
  async tellWhole(path: string): Promise<Problem | undefined> {
    const done = await this.#agent.instructions.tellWhole(path)
    return done.ok ? undefined : { message: done.error.message, hint: done.error.hint }
  }

  /** Asks an address for its instructions: the caller has the user's yes. */
  fetchInstructions(address: string): Promise<Result<FetchedInstructions>> {
    return this.#agent.instructions.fetch(address)
  }

  /** The problem, if the user's word could not be kept. */
  async decideInstructions(verdict: InstructionsVerdict): Promise<Problem | undefined> {
    const done = await this.#agent.instructions.decide(verdict)
    return done.ok ? undefined : { message: done.error.message, hint: done.error.hint }
  }

  usageOverview(): Promise<UsageOverview> {
    return this.#agent.usage.overview()
  }

  async resume(): Promise<void> {
    await this.#report(t.goingOn, this.#agent.runs.resume())
  }

  /** Ends a run that went in circles and puts the files back to what they were before. */
  async rewind(root: string): Promise<void> {
    await this.stop()
    await this.#report(t.rewinding, this.#agent.workspace.restore(root))
  }

  /** All that waits to be read is read now: by the run that is under way, or by a new one. */
  async hurry(id: string): Promise<void> {
    await this.#report(t.interrupting, this.#agent.runs.hurry(id))
  }

  async removeQueued(id: string): Promise<boolean> {
    return this.#report(t.removingMessage, this.#agent.runs.removeQueued(id))
  }

  /** Takes a message that waits back into the composer. */
  async editQueued(id: string): Promise<void> {
    const queued = this.view.queue.find((message) => message.id === id)
    if (!queued || !(await this.removeQueued(id))) return
    this.#draft.putBack(queued.text, queued.images.map(attachedImage))
  }

  /** For scripts: sends without the composer and resolves when the run has ended. */
  async sendNow(prompt: string, options?: RunOptions): Promise<Result<RunEnd>> {
    await this.ready()
    return this.#agent.runs.run(prompt, options)
  }

  /** There may be a network again: sends what waited for it. Only by the tab that leads, so that nothing is sent twice. */
  async sendWaiting(): Promise<void> {
    if (this.#sendingWaiting) return
    this.#sendingWaiting = true
    try {
      await this.shown()
      await this.ready()
      const waits = this.view.queue.some(({ untilOnline }) => untilOnline)
      if (waits && this.role === 'leader' && !this.running && !this.waitsForNetwork()) await this.tryAgain()
    } finally {
      this.#sendingWaiting = false
    }
  }

  /** After an error: asks the model again, without a new message. */
  async tryAgain(): Promise<void> {
    await this.#report(t.tryingAgain, this.#agent.runs.tryAgain())
  }

  /** After room was made: goes on where the run had ended for want of it. */
  async goOn(): Promise<void> {
    this.problem = undefined
    const hasRoom = await this.#report(t.goingOn, this.#agent.storage.checkRoom())
    // Why nothing is stored stands above everything already.
    if (!hasRoom && this.storage.state === 'full') this.problem = { message: t.stillFull, hint: undefined }
    if (!hasRoom) return
    const failed = this.view.items.findLast((item) => item.kind === 'error' || item.kind === 'user')
    const hasEndedThere = failed?.kind === 'error' && failed.error === 'storage_quota'
    if (hasEndedThere && this.role === 'leader' && !this.running) await this.tryAgain()
  }

  /** Has the conversation summarised, or a part of it; `keep` says what of it matters in particular. */
  async compact(keep: string, options?: CompactOptions): Promise<boolean> {
    return this.#report(t.compacting, this.#agent.runs.compact(keep, options))
  }

  /** The summary that the user has looked at takes its place. */
  async useDraft(): Promise<boolean> {
    return this.#report(t.usingSummary, this.#agent.runs.useDraft())
  }

  async dropDraft(): Promise<boolean> {
    return this.#report(t.discardingSummary, this.#agent.runs.dropDraft())
  }

  /** The model is sent the messages again that the last summary stands for. */
  async undoCompaction(): Promise<void> {
    await this.#report(t.undoingSummary, this.#agent.runs.undoCompaction())
  }

  async stop(): Promise<void> {
    this.takeBack()
    this.stopping = this.running
    await this.#agent.runs.stop().catch((error: unknown) => {
      this.problem = unexpected(t.stopping, error)
    })
  }

  async answer(toolUseId: string, answer: PermissionAnswer): Promise<void> {
    await this.#report(t.answering, this.#agent.permissions.answer(toolUseId, answer))
  }

  /** The person has turned to a request that a classifier would decide, too. */
  attend(toolUseId: string): void {
    // Nobody waits for it; what fails leaves the classifier in the race.
    this.#agent.permissions.attend(toolUseId).catch(() => undefined)
  }

  /** Checks a rule that would be stored with the answer. */
  async judgeRule(toolUseId: string, rule: string): Promise<RuleJudgement> {
    try {
      return await this.#agent.permissions.judgeRule(toolUseId, rule)
    } catch (error) {
      return { problem: unexpected(t.checkingRule, error).message, warnings: [] }
    }
  }

  /** Ends a command that goes on in the background. */
  async stopJob(id: string): Promise<void> {
    await this.#report(t.stoppingCommand, this.#agent.runs.stopJob(id))
  }

  async answerQuestion(toolUseId: string, answer: UserAnswer): Promise<void> {
    await this.#report(t.answering, this.#agent.runs.answerQuestion(toolUseId, answer))
  }

  async setMode(mode: PermissionMode): Promise<boolean> {
    const change = this.#report(t.changingMode, this.#agent.permissions.setMode(mode))
    return this.#askedModes.ask(mode, change)
  }

  async takeOver(): Promise<void> {
    await this.#report(t.takingOver, this.#agent.sessions.takeOver())
  }

  /** Shows a failure; true when there was none. */
  async #report(attempt: string, call: Promise<Result<unknown>>): Promise<boolean> {
    const result = await call.catch((error: unknown) => {
      this.problem = unexpected(attempt, error)
    })
    if (result && !result.ok) this.problem = { message: result.error.message, hint: result.error.hint }
    return result?.ok ?? false
  }

  /** A message that has not left stays with the session that it was written for. */
  #leave(): void {
    if (this.connection !== 'open' || this.#draft.isLeft) return
    this.takeBack()
    this.#draft.leave()
  }

  #stay(): void {
    if (!this.#draft.isLeft) return
    this.takeBack()
    this.#draft.stay()
  }

  #moveDraft(id: string): void {
    this.id = id
    this.#draft.move(id, this.connection === 'starting')
  }

  #deliver(): void {
    const { pending } = this
    if (!pending || pending.delivered || this.connection !== 'open' || this.#draft.isLeft) return
    if (!this.running && !this.sandboxSettled) return
    this.pending = { ...pending, delivered: true }
    const images = imagesIn(pending.attached)
    void this.#agent.runs
      .say(pending.text, { urgent: pending.urgent, images, untilOnline: this.waitsForNetwork() })
      .then((result) => {
        if (result.ok) return
        // A banner shows problems of the storage already.
        if (this.storage.state === 'ok')
          this.problem = { message: result.error.message, hint: result.error.hint }
        this.#restorePending()
      })
      .catch((error: unknown) => {
        this.problem = unexpected(t.sendingAttempt, error)
        this.#restorePending()
      })
  }

  /** A message that never reached the log goes back to where it was typed. */
  #restorePending(): void {
    if (!this.pending) return
    this.pending = { ...this.pending, delivered: false }
    this.takeBack()
  }

  /** Whether a message can be sent now. */
  get #sends(): boolean {
    return this.pending === undefined && this.role !== 'follower'
  }

  #tellWaiting(): void {
    for (const resolve of this.#waitingForEvents.splice(0)) resolve()
  }

  #clearPending(): void {
    this.pending = undefined
    this.#draft.keep()
  }
}
