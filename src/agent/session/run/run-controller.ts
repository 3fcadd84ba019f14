/** The session's runs: how one begins, is spoken to, stopped and ended. One at a time. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { COMPACT_KEEP_CHARS } from '../../limits.ts'
import type { InterruptReason } from '../../loop/deps.ts'
import { personMessage } from '../../loop/turn-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import { modelFacts } from '../../model/models.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import type { RunEnd, SayOptions } from '../../protocol/calls/runs.ts'
import { redactingClients } from '../../redact/redacting-client.ts'
import { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import { followedSandbox } from './followed-sandbox.ts'
import { SessionInbox } from './inbox.ts'
import type { Inquiries } from './inquiries.ts'
import { promptEvents, promptProblem } from './run-opening.ts'
import { readImages } from './prompt-images.ts'
import type { RunOpening } from './run-opening.ts'
import { Pause } from './pause.ts'
import type { DeploymentPolicy } from '../policy/deployment-policy.ts'
import { refusedFile, refusedModel } from '../policy/run-gate.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'
import { RunMemory } from './run-memory.ts'
import { NO_REQUEST, readRunOptions } from './run-request.ts'
import type { RunRequest } from './run-request.ts'
import { RunSettings } from './run-settings.ts'
import { RunPolicy } from './run-policy.ts'
import type { RunContext } from './run-context.ts'
import type { Session } from '../log/session.ts'
import { sleep } from './sleep.ts'
import { Spending } from './spending.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import { StorageError, storageHint } from '../store/storage-error.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'

/** Context of its runs without the parts that it creates itself. */
export interface RunControllerOptions extends Omit<
  RunContext,
  'withoutSecrets' | 'settings' | 'memory' | 'jobs' | 'inbox' | 'pause' | 'spending'
> {
  readonly session: () => Session | undefined
  readonly ledger: UsageLedger
  readonly policy: Pick<DeploymentPolicy, 'state' | 'renewed'>
  readonly settingsInForce: SettingsInForce
  readonly credentials: CredentialStore
  readonly workspaces: WorkspaceStore
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
export const loadRun = () => import('./run.ts')

export class RunController {
  /** Messages that the user sends while the agent works. */
  readonly inbox: SessionInbox
  readonly pause = new Pause()
  readonly spending: Spending
  readonly settings: RunSettings
  readonly #options: RunControllerOptions
  readonly #memory = new RunMemory()
  readonly #withoutSecrets: RunContext['withoutSecrets']
  readonly #jobs = new BackgroundJobs((event) => this.#logOfJob(event))
  #current: CurrentRun | undefined
  /** Policy of the current run, from its beginning. */
  #policy: RunPolicy | undefined

  constructor(options: RunControllerOptions) {
    this.#options = options
    this.#withoutSecrets = redactingClients(options.redactor)
    this.inbox = new SessionInbox(options)
    this.spending = new Spending(options)
    this.settings = new RunSettings({ ...options, onChanged: () => this.policyChanged() })
  }

  /** Loaded when something is asked; there is nothing to remember from one to the next. */
  async inquiries(): Promise<Inquiries> {
    const loaded = await import('./inquiries.ts')
    return new loaded.Inquiries({ ...this.#options, settings: this.settings, memory: this.#memory })
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
    const permitted = await this.#goesOn()
    if (!permitted.ok) return permitted
    await this.#stopped()
    const hurried = this.inbox.hurry(messageId)
    if (!hurried.ok) return hurried
    if (!this.#current) return valueless(await this.tryAgain())
    this.pause.resume()
    return hurried
  }

  /** A paused run goes on. */
  async resume(): Promise<Result<void>> {
    const permitted = await this.#goesOn()
    return permitted.ok ? this.pause.resume() : permitted
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

  /** Has the model summarise the conversation, which goes on from that; `keep`: what of it in particular. */
  compact(keep: unknown): Promise<Result<RunEnd>> {
    if (typeof keep !== 'string' || keep.length > COMPACT_KEEP_CHARS)
      return Promise.resolve(
        fail('invalid', `"Keep" must be a text of at most ${COMPACT_KEEP_CHARS} characters.`),
      )
    return this.#start(
      ({ conversation }) =>
        conversation.messages.length > 1
          ? ok([])
          : fail('invalid', 'There is nothing to summarise yet.', { hint: 'Send a message first.' }),
      { ...NO_REQUEST, compaction: { keep: keep.trim() } },
    )
  }

  /** A stopped run reads nothing more: resolves when it has ended, so that a message begins the next. */
  async #stopped(): Promise<void> {
    while (this.#current?.stop.signal.aborted) await this.#current.ended.catch(() => undefined)
  }

  async #queue(
    message: UserMessage,
    { urgent, untilOnline }: Required<DeliveryOptions>,
  ): Promise<Result<void>> {
    if (this.#options.session()?.role !== 'leader') return followerProblem()
    const permitted = await this.#goesOn()
    if (!permitted.ok) return permitted
    const keys = await this.#keysOpen()
    if (!keys.ok) return keys
    const waits = untilOnline && !this.#current
    const stored = await this.inbox
      .add(message, { urgent, untilOnline: waits })
      .catch((error: unknown) => this.#storageFailure(error))
    if (!stored.ok) return stored
    // A paused run goes on with the message.
    this.pause.resume()
    // The run may have ended while the message was stored.
    if (waits || this.#current || this.inbox.waiting.length === 0) return stored
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
      this.#policy = undefined
      this.inbox.reset()
      this.#options.room.ended()
      void this.#goOn(run)
    }
  }

  /** Begins a run for messages that were sent while the last one was ending. */
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
    // It may wait for the passphrase.
    this.#options.credentials.keyring.decline()
    await current.ended
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
    await this.#policy?.changed()
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

  /** The workspace was replaced. */
  forgetFiles(): void {
    this.#memory.forgetFiles()
  }

  /** Another session is opened. */
  forget(): void {
    this.#memory.forget()
    this.#options.pageErrors.reset()
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
    if (session.role === 'follower') return followerProblem()
    const policy = new RunPolicy(this.settings)
    this.#policy = policy
    const permitted = refusedModel(await this.#options.policy.renewed(), await policy.begin())
    if (!permitted.ok) return permitted
    this.#options.parts.prepare?.(policy.settings)
    const room = await this.#options.room.regain()
    if (!room.ok) return room
    const opened = opening(session)
    if (!opened.ok) return opened
    const keys = await this.#keysOpen()
    if (!keys.ok) return keys
    if (stop.signal.aborted) return fail('cancelled', 'It was stopped before anything was sent.')
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    try {
      await session.mend()
      // Before what the person writes is stored, too.
      await this.#options.secrets.learn(sandbox.value, session.facts.root)
      await policy.attach(sandbox.value)
      const { settings } = policy
      const start = {
        session,
        opening: opened.value,
        request,
        sandbox: this.#followed(sandbox.value, { session, policy, signal: stop.signal }),
        places: await this.#options.results.placesBeside(sandbox.value),
        stop,
        settings,
        policy,
      }
      const { Run } = await loadRun()
      const run = await Run.prepare(this.#context, start)
      return ok(await run.execute())
    } catch (error) {
      const failure = this.#storageFailure(error)
      // If only a large write had no room, the run can still be closed; otherwise the next run closes it.
      await session.mend().catch(() => undefined)
      return failure
    } finally {
      this.#options.pendingPermissions.withdraw()
      this.#options.questions.withdraw()
      this.#options.egressRequests.forget()
    }
  }

  /** Whether the deployment's policy can be used: without it a run is not spoken to, either. */
  async #goesOn(): Promise<Result<void>> {
    return refusedFile(await this.#options.policy.state())
  }

  /** The run sees no other session's files, and no sandbox that its rules have not looked at. */
  #followed(
    sandbox: Sandbox,
    { session, policy, signal }: { session: Session; policy: RunPolicy; signal: AbortSignal },
  ): Sandbox {
    const next = async (): Promise<Result<Sandbox>> => {
      const shown = await this.#options.workspace.sandbox()
      if (this.#options.session() !== session) return fail('disposed', 'Another session is open now.')
      if (shown.ok) await policy.attach(shown.value)
      return shown
    }
    return followedSandbox(sandbox, { next, sleep, signal })
  }

  /** Nothing is written before it is known what has to be kept out of it: the person's own values are among the keys. */
  #keysOpen(): Promise<Result<void>> {
    return this.#options.credentials.keyring.need()
  }

  get #context(): RunContext {
    const { settings, inbox, pause, spending } = this
    return {
      ...this.#options,
      withoutSecrets: this.#withoutSecrets,
      settings,
      inbox,
      pause,
      spending,
      memory: this.#memory,
      jobs: this.#jobs,
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
    return this.inbox.take().map(personMessage)
  }

  /** At any time, also between runs. A store that fails is told by the next run. */
  #logOfJob(event: EventBody): void {
    if (event.type === 'checkpoint') this.#options.workspace.moved(event.root)
    this.#memory.failures.note(event)
    this.#options
      .session()
      ?.appendSoon(event)
      .catch(() => undefined)
  }
}

function valueless(result: Result<unknown>): Result<void> {
  return result.ok ? ok(undefined) : result
}

function followerProblem(): Result<never> & { ok: false } {
  return fail('not_permitted', 'This session is led by another tab; the message was not sent.', {
    hint: 'Take the session over first.',
  })
}
