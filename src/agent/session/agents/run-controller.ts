/** The session's runs: how one begins, is spoken to, stopped and ended. One at a time. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { InterruptReason } from '../../loop/deps.ts'
import { FINISH } from '../../loop/paused-answer.ts'
import { personMessage, programMessage } from '../../loop/turn-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import { modelFacts } from '../../model/models.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import type { RunEnd, SayOptions } from '../../protocol/calls/runs.ts'
import { redactingClients } from '../../redact/redacting-client.ts'
import type { Inquiries } from '../run/inquiries.ts'
import { promptEvents, promptProblem } from '../run/run-opening.ts'
import { readImages } from '../run/prompt-images.ts'
import type { RunOpening } from '../run/run-opening.ts'
import type { DeploymentPolicy } from '../policy/deployment-policy.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'
import { NO_REQUEST, readRunOptions } from '../run/run-request.ts'
import type { RunRequest } from '../run/run-request.ts'
import type { Learning } from '../learning/learning.ts'
import { RunSettings } from '../run/run-settings.ts'
import type { RunSettingsOptions } from '../run/run-settings.ts'
import { RunPolicy } from '../run/run-policy.ts'
import type { RunContext } from '../run/run-context.ts'
import { RunGrounds } from '../run/run-grounds.ts'
import type { RunGroundsOptions } from '../run/run-grounds.ts'
import { followerProblem, workingProblem } from './not-now.ts'
import { SideAgents } from './side-agents.ts'
import { SummaryCalls } from './summary-calls.ts'
import { MainAgent } from './main-agent.ts'
import type { PageErrors } from '../workspace/page-errors.ts'
import type { Session } from '../log/session.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import { StorageError, storageHint } from '../store/storage-error.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'

/** Context of its runs without the parts that it creates itself. */
export interface RunControllerOptions extends Omit<RunContext, 'withoutSecrets' | 'settings'> {
  readonly session: () => Session | undefined
  readonly ledger: UsageLedger
  readonly policy: Pick<DeploymentPolicy, 'state' | 'renewed'>
  readonly settingsInForce: SettingsInForce
  readonly credentials: CredentialStore
  readonly workspaces: WorkspaceStore
  readonly pageErrors: PageErrors
  /** Undefined where it is switched off. */
  readonly memory: RunGroundsOptions['memory']
  readonly remembers: RunSettingsOptions['remembers']
  readonly appVersion: string
  /** Told when work begins and ends. */
  readonly learning: Pick<Learning, 'note' | 'stop'>
}

interface UserMessage {
  readonly text: string
  readonly images: readonly ImageBlock[]
}

type DeliveryOptions = Pick<SayOptions, 'urgent' | 'untilOnline'>

interface CurrentRun {
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

/** Loads the code of runs, which is most of the program: the start of the page does not wait for it. */
export const loadRun = () => import('../run/run.ts')

export class RunController {
  readonly agent: MainAgent
  readonly agents: SideAgents
  readonly settings: RunSettings
  readonly summaries: SummaryCalls
  readonly #options: RunControllerOptions
  readonly #context: RunContext
  readonly #grounds: RunGrounds
  #current: CurrentRun | undefined
  /** Policy of the current run, from its beginning. */
  #policy: RunPolicy | undefined

  constructor(options: RunControllerOptions) {
    this.#options = options
    this.agent = new MainAgent(options)
    this.settings = new RunSettings({ ...options, onChanged: () => this.policyChanged() })
    const withoutSecrets = redactingClients(options.redactor)
    this.#context = { ...options, withoutSecrets, settings: this.settings }
    this.#grounds = new RunGrounds(options)
    this.agents = new SideAgents({
      ...options,
      agent: this.agent,
      context: this.#context,
      grounds: this.#grounds,
    })
    this.summaries = new SummaryCalls({
      session: options.session,
      busy: () => this.busy,
      start: (opening, request) => this.#start(opening, request),
      inquiries: () => this.inquiries(),
      told: this.agent.memory,
      storageFailure: (error) => this.#storageFailure(error),
    })
  }

  /** Loaded when something is asked; there is nothing to remember from one to the next. */
  async inquiries(): Promise<Inquiries> {
    const loaded = await import('../run/inquiries.ts')
    return new loaded.Inquiries({ ...this.#options, settings: this.settings, memory: this.agent.memory })
  }

  get busy(): boolean {
    return this.#current !== undefined
  }

  /** A script's prompt: begins a run and resolves when it has ended. Fails before anything is stored if none can begin. */
  async run(prompt: string, options: unknown = {}): Promise<Result<RunEnd>> {
    const problem = promptProblem(prompt)
    if (problem) return problem
    const request = readRunOptions(options)
    return request.ok ? this.#startWith({ text: prompt, images: [] }, request.value) : request
  }

  /** A message of the user: a run under way reads it; without one it begins a run. */
  async say(
    text: string,
    { urgent = false, images: given = [], untilOnline = false }: SayOptions = {},
  ): Promise<Result<void>> {
    const images = await this.#images(given)
    if (!images.ok) return images
    const problem = promptProblem(text, images.value.length)
    if (problem) return problem
    const message = { text, images: images.value }
    await this.#stopped()
    // Nothing is awaited between this look and the start, so that two messages never begin two runs.
    if (this.#current || untilOnline) return this.#queue(message, { urgent, untilOnline })
    return valueless(await this.#startWith(message))
  }

  /** All queued messages are read at once, also by a paused run; without a run they begin one. */
  async hurry(messageId: string): Promise<Result<void>> {
    const permitted = await this.#grounds.goesOn()
    if (!permitted.ok) return permitted
    await this.#stopped()
    const hurried = this.agent.inbox.hurry(messageId)
    if (!hurried.ok) return hurried
    if (!this.#current) return valueless(await this.tryAgain())
    this.agent.pause.resume()
    return hurried
  }

  /** A paused run goes on. */
  async resume(): Promise<Result<void>> {
    const permitted = await this.#grounds.goesOn()
    return permitted.ok ? this.agent.pause.resume() : permitted
  }

  /** The same without a message of the person: what stands in the conversation is still to be answered. */
  tryAgain(): Promise<Result<RunEnd>> {
    return this.#start(({ conversation }) => {
      const waiting = this.#waitingEvents()
      if (waiting.length > 0 || conversation.messages.at(-1)?.role === 'user') return ok(waiting)
      if (conversation.isPaused) return ok([programMessage(this.#context, FINISH)])
      return fail('invalid', 'There is nothing to try again: the last message was answered.', {
        hint: 'Send a message.',
      })
    })
  }

  /** A stopped run reads nothing more: resolves when it has ended, so that a message begins the next. */
  async #stopped(): Promise<void> {
    while (this.#current?.stop.signal.aborted) await this.#current.ended.catch(() => undefined)
  }

  async #queue(
    message: UserMessage,
    { urgent, untilOnline }: Required<DeliveryOptions>,
  ): Promise<Result<void>> {
    if (this.#options.session()?.role !== 'leader') return followerProblem('the message was not sent')
    const permitted = await this.#grounds.goesOn()
    if (!permitted.ok) return permitted
    const keys = await this.#grounds.keysOpen()
    if (!keys.ok) return keys
    const waits = untilOnline && !this.#current
    const stored = await this.agent.inbox
      .add(message, { urgent, untilOnline: waits })
      .catch((error: unknown) => this.#storageFailure(error))
    if (!stored.ok) return stored
    // A paused run goes on with the message.
    this.agent.pause.resume()
    // The run may have ended while the message was stored.
    if (waits || this.#current || this.agent.inbox.waiting.length === 0) return stored
    return valueless(await this.tryAgain())
  }

  #startWith({ text, images }: UserMessage, request?: RunRequest): Promise<Result<RunEnd>> {
    return this.#start(
      (session) =>
        ok([
          ...this.#waitingEvents(),
          ...promptEvents(session, { messageId: this.#options.newId(), text, images }),
        ]),
      request,
    )
  }

  async #start(opening: RunOpening, request: RunRequest = NO_REQUEST): Promise<Result<RunEnd>> {
    if (this.#current) return workingProblem('this message was not sent')
    this.#options.learning.stop()
    const stop = new AbortController()
    const run = this.#begin({ opening, request, stop })
    this.#current = { stop, ended: run }
    try {
      return await run
    } finally {
      this.#current = undefined
      this.#policy = undefined
      this.agent.inbox.reset()
      this.#options.room.ended()
      this.#options.learning.note()
      void this.#goOn(run)
    }
  }

  /** Begins a run for messages that were sent while the last one was ending. */
  async #goOn(run: Promise<Result<RunEnd>>): Promise<void> {
    const ended = await run.catch(() => undefined)
    if (ended?.ok && ended.value.terminal === 'completed' && this.agent.inbox.waiting.length > 0) {
      await this.tryAgain()
    }
  }

  /** Resolves when the run has ended, and all agents beside it; at once when none is under way. */
  async stop(): Promise<void> {
    const current = this.#current
    const reason: InterruptReason = 'stop'
    current?.stop.abort(reason)
    this.#options.learning.stop()
    const others = this.agents.stopAll()
    // It may wait for the passphrase.
    if (current) this.#options.credentials.keyring.decline()
    await Promise.all([current?.ended, others])
  }

  setMode(mode: PermissionMode): Promise<Result<void>> {
    return this.settings.setMode(mode)
  }

  async #images(given: unknown): Promise<Result<readonly ImageBlock[]>> {
    if (Array.isArray(given) && given.length === 0) return ok([])
    const { model, models } = await this.settings.now()
    return readImages(given, { model, takesImages: modelFacts(model, models).vision })
  }

  /** Settings or permissions have changed. Resolves when the run's next call is decided by them. */
  async policyChanged(): Promise<void> {
    await Promise.all([this.#policy?.changed(), this.agents.policyChanged()])
  }

  async stopJob(id: string): Promise<Result<void>> {
    const { jobs } = this.agent
    if (jobs.find(id) === undefined)
      return fail('not_found', `The background command ${id} does not run in this tab.`)
    await jobs.stop(id)
    return ok(undefined)
  }

  /** The workspace was replaced. */
  forgetFiles(): void {
    this.agent.memory.forgetFiles()
  }

  /** Another session is opened. */
  forget(): void {
    this.agent.forget()
    this.settings.forget()
  }

  async #begin({
    opening,
    request,
    stop,
  }: {
    opening: RunOpening
    request: RunRequest
    stop: AbortController
  }): Promise<Result<RunEnd>> {
    const session = this.#options.session()
    if (!session) return fail('not_found', 'No session is open.')
    if (session.role === 'follower') return followerProblem('the message was not sent')
    const policy = new RunPolicy(this.settings)
    this.#policy = policy
    const admitted = await this.#grounds.admit(policy)
    if (!admitted.ok) return admitted
    const opened = opening(session)
    if (!opened.ok) return opened
    try {
      const ground = await this.#grounds.prepare({ session, policy, signal: stop.signal })
      if (!ground.ok) return ground
      const { agent } = this
      agent.spending.begin()
      this.agents.ground = ground.value
      const started = { agent, session: session.id, thread: session, opening: opened.value, request, stop }
      const { Run } = await loadRun()
      const run = await Run.prepare(this.#context, { ...ground.value, ...started })
      return ok(await run.execute())
    } catch (error) {
      const failure = this.#storageFailure(error)
      // If only a large write had no room, the run can still be closed; otherwise the next run closes it.
      await session.mend().catch(() => undefined)
      return failure
    } finally {
      this.agents.ground = undefined
      this.#options.pendingPermissions.withdraw(session.id)
      this.#options.questions.withdraw(session.id)
      this.#options.egressRequests.forget()
    }
  }

  /** Tells the page of a store that fails; throws on what is no such failure. */
  #storageFailure(error: unknown): Result<never> {
    if (!(error instanceof StorageError)) throw error
    const { message, kind } = error
    const hint = storageHint(kind)
    // The session's role reports that another tab leads.
    if (kind !== 'not_leader') this.#options.room.failed(error)
    return fail(kind === 'quota' ? 'quota' : 'internal', message, { hint })
  }

  /** Messages queued since the last run, which precede anything new. */
  #waitingEvents(): readonly EventBody[] {
    return this.agent.inbox.take().map(personMessage)
  }
}

function valueless(result: Result<unknown>): Result<void> {
  return result.ok ? ok(undefined) : result
}
