/** Replays: the open session's log run again in a session of its own. One at a time; it can be stopped or taken over. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { InterruptReason } from '../../loop/deps.ts'
import { Pace } from '../../model/replay/pace.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { OpenedSession } from '../../protocol/opened-session.ts'
import type { ReplayCommand, ReplayState } from '../../protocol/calls/history.ts'
import { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { ResultStore } from '../../tools/deps.ts'
import type { ToolSets } from '../../tools/profiles/profiles.ts'
import { ToolState } from '../../tools/state.ts'
import { upTo } from '../recording/cut-logs.ts'
import { slim } from '../recording/slim.ts'
import { storeSession } from '../recording/store-session.ts'
import type { SessionStore } from '../recording/store-session.ts'
import { scriptOf } from './script.ts'
import type { Act, Script } from './script.ts'
import type { RunSettings } from '../run/run-settings.ts'
import type { Session } from '../log/session.ts'
import { conversationRestored } from '../time/timeline.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { WithheldOutput } from '../secrets/withheld-output.ts'
import type { WorkspaceSecrets } from '../secrets/workspace-secrets.ts'

export interface ReplaysOptions extends SessionStore {
  readonly workspace: Workspace
  readonly session: () => Session | undefined
  readonly settings: RunSettings
  readonly tools: () => Promise<ToolSets>
  readonly redactor: Redactor
  readonly secrets: WorkspaceSecrets
  readonly withheld: WithheldOutput
  readonly results: ResultStore
  readonly open: (id: string) => Promise<Result<OpenedSession>>
  readonly onState: (state: ReplayState | null) => void
  readonly newId: () => string
  readonly now: () => number
}

type Ending = Extract<EventBody, { type: 'replay_ended' }>['how']

interface Current {
  readonly pace: Pace
  readonly stop: AbortController
  readonly ended: Promise<void>
  how: Ending
}

export class Replays {
  readonly #options: ReplaysOptions
  #current: Current | undefined

  constructor(options: ReplaysOptions) {
    this.#options = options
  }

  /** While it goes on nothing else may run in the session, and nothing leaves the sandbox. */
  get active(): boolean {
    return this.#current !== undefined
  }

  /** Resolves when its session is open; it then goes on by itself. */
  async start({
    speed,
    paused = false,
  }: {
    readonly speed: number
    readonly paused?: boolean
  }): Promise<Result<OpenedSession>> {
    const { session, workspace, database, newId, now, open } = this.#options
    const source = session()
    if (!source) return fail('not_found', 'No session is open.')
    if (!(speed > 0)) return fail('invalid', `${speed} is no speed of a replay.`)
    const sandbox = await workspace.sandbox()
    if (!sandbox.ok) return sandbox
    if (!(await sandbox.value.describe()).contained) {
      return fail(
        'not_permitted',
        'A recording runs only in a sandbox that nothing can leave; this one is not.',
        {
          hint: 'Choose the embedded sandbox in Settings.',
        },
      )
    }
    const script = scriptOf(slim(upTo(await source.events(1), undefined)))
    if (script.acts.length === 0) return fail('invalid', 'There is nothing in this session to run again.')
    const title = (await database.get('sessions', source.id))?.title ?? ''
    const id = newId()
    await storeSession(this.#options, {
      id,
      title: `Replay of ${title}`,
      events: [],
      then: { type: 'replay_started', of: source.id, title, calls: script.calls },
      now: now(),
      parent: source.id,
    })
    const opened = await open(id)
    if (opened.ok) this.#run(script, { speed, paused })
    return opened
  }

  steer(command: ReplayCommand): Result<void> {
    const current = this.#current
    if (!current) return fail('not_found', 'No replay is under way.')
    const { pace } = current
    if (command.type === 'pause') pace.pause()
    else if (command.type === 'go_on') pace.goOn()
    else if (command.type === 'step') pace.step()
    else if (command.type === 'speed') pace.setSpeed(command.speed)
    else this.#end('taken_over')
    return ok(undefined)
  }

  /** Resolves when it has ended; at once when none is under way. */
  async stop(): Promise<void> {
    const current = this.#current
    if (!current) return
    this.#end('stopped')
    await current.ended
  }

  /** For a page that has just connected. */
  tell(): void {
    this.#options.onState(this.#current?.pace.state ?? null)
  }

  #end(how: Ending): void {
    const current = this.#current
    if (!current) return
    current.how = how
    // A user who takes over sends a message next: the model is not told of a stop.
    const reason: InterruptReason = how === 'taken_over' ? 'message' : 'stop'
    current.stop.abort(reason)
  }

  #run(script: Script, state: ReplayState): void {
    const pace = new Pace(state, (changed) => this.#options.onState(changed))
    const stop = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const current: Current = { pace, stop, ended, how: 'finished' }
    this.#current = current
    this.#options.onState(pace.state)
    void this.#play(script, current)
      .catch((error: unknown) => console.error('The replay ended early:', error))
      .finally(() => {
        this.#current = undefined
        this.#options.onState(null)
        resolve()
      })
  }

  async #play(script: Script, current: Current): Promise<void> {
    const session = this.#options.session()
    const sandbox = await this.#options.workspace.sandbox()
    if (!session) return
    const counts = { same: 0, differing: 0 }
    const count = (event: EventBody) => {
      if (event.type !== 'replay_compared') return
      if (event.result === 'differs' || event.files === 'differs') counts.differing += 1
      else counts.same += 1
    }
    let how: Ending = 'failed'
    try {
      if (sandbox.ok) await freeNames(sandbox.value, this.#options.newId())
      if (sandbox.ok) how = await this.#acts(script, { session, current, count })
    } finally {
      const missing = script.calls - counts.same - counts.differing
      await session.append({ type: 'replay_ended', how, ...counts, missing: Math.max(0, missing) })
    }
  }

  async #acts(
    { acts }: Script,
    play: { session: Session; current: Current; count: (event: EventBody) => void },
  ): Promise<Ending> {
    const { session, current, count } = play
    const jobs = new BackgroundJobs((event) => void session.appendSoon(event).catch(() => undefined))
    const state = new ToolState()
    /** Numbers of the recording, and those that they have here. */
    const numbers: { readonly recorded: number; readonly now: number }[] = []
    const here = (recorded: number) => numbers.findLast((known) => known.recorded <= recorded)?.now ?? 0
    try {
      for (const act of acts) {
        await current.pace.wait(0, current.stop.signal)
        if (current.stop.signal.aborted) return current.how
        if (act.type === 'run') {
          const began = session.lastSeq
          state.recall(session.facts)
          await this.#runAct(act, { ...play, jobs, state, count })
          const commits = (await session.events(began + 1)).filter(({ type }) => type === 'turn_committed')
          commits.forEach(({ seq }, index) =>
            numbers.push({ recorded: act.run.commits[index] ?? act.seq, now: seq }),
          )
        } else {
          await this.#tell(act, session, here)
        }
        numbers.push({ recorded: act.seq, now: session.lastSeq })
        // A run that was stopped in the middle was stopped by a user, here or in the recording.
        if (current.how !== 'finished') return current.how
      }
      return 'finished'
    } finally {
      await jobs.endAll()
    }
  }

  async #runAct(
    act: Extract<Act, { type: 'run' }>,
    play: {
      session: Session
      current: Current
      jobs: BackgroundJobs
      state: ToolState
      count: (event: EventBody) => void
    },
  ): Promise<void> {
    const { workspace, settings, tools, redactor, secrets, withheld, results, newId, now } = this.#options
    const { session, current, jobs, state, count } = play
    const sandbox = await workspace.sandbox()
    if (!sandbox.ok) return
    const own = await settings.now()
    const stop = new AbortController()
    const onStop = () => stop.abort(current.stop.signal.reason)
    current.stop.signal.addEventListener('abort', onStop, { once: true })
    if (current.stop.signal.aborted) onStop()
    const { replayRun } = await import('./replay-run.ts')
    await replayRun({
      session,
      sandbox: sandbox.value,
      run: act.run,
      tools: (await tools()).all.registry,
      clean: (text) => redactor.redact(text),
      learnSecrets: (when) => secrets.learnWhen(when, sandbox.value, session),
      withheld,
      results,
      state,
      jobs,
      pace: current.pace,
      stop,
      emptyRoot: workspace.emptyRoot,
      ruleSets: (await settings.ruleSets(own.rules))
        .filter(({ source }) => source === 'policy' || source === 'user')
        .map(({ source, rules: { deny } }) => ({ source, rules: { allow: [], ask: [], deny } })),
      newId,
      now,
      onEvent: (event) => {
        if (event.type === 'checkpoint') workspace.moved(event.root)
        count(event)
      },
    })
    current.stop.signal.removeEventListener('abort', onStop)
  }

  async #tell(
    act: Exclude<Act, { type: 'run' }>,
    session: Session,
    here: (recorded: number) => number,
  ): Promise<void> {
    const { event } = act
    if (act.type === 'tree') {
      const sandbox = await this.#options.workspace.sandbox()
      if (!sandbox.ok) return
      const restored = await sandbox.value.restore(act.root)
      if (!restored.ok) throw new Error(restored.error.message)
      this.#options.workspace.moved(act.root)
    }
    await session.append(
      event.type === 'conversation_restored'
        ? conversationRestored(await session.events(1), here(event.toSeq))
        : event,
    )
  }
}

/** By the same chance `mktemp` wants the names that it had, which the recorded run may have left here. */
async function freeNames(sandbox: Sandbox, id: string): Promise<void> {
  const done = await sandbox.exec({ id, command: 'rm -rf /tmp/tmp.*' })
  if (!done.ok) console.info('Files of an earlier run could not be removed:', done.error.message)
}
