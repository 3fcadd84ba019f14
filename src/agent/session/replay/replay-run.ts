/** One recorded run, run again: the real loop, the real schedule and tools, in the real sandbox. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { NO_EGRESS } from '../../../sandbox/contract/egress.ts'
import type { Inbox, LoopDeps } from '../../loop/deps.ts'
import { ESCALATED_OUTPUT_TOKENS } from '../../limits.ts'
import { runLoop } from '../../loop/loop.ts'
import type { LoopEnd } from '../../loop/state.ts'
import type { Pace } from '../../model/replay/pace.ts'
import { repeatedStops } from './recorded-stops.ts'
import { createReplayModel } from '../../model/replay/replay-model.ts'
import type { PermissionState } from '../../permission/contract.ts'
import { NO_BROWSER } from '../../protocol/browser.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { Terminal } from '../../protocol/events/run-events.ts'
import type { UserAnswer } from '../../protocol/questions.ts'
import type { PermissionAnswer } from '../../protocol/permission-requests.ts'
import type { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import type { ResultStore, ToolHooks, WithheldValues } from '../../tools/deps.ts'
import type { ToolRegistry } from '../../tools/pipeline/registry.ts'
import { CallSchedule } from '../../tools/pipeline/schedule.ts'
import type { ToolState } from '../../tools/state.ts'
import { writeEvents } from '../run/write-events.ts'
import type { Session } from '../log/session.ts'
import { sleep } from '../../egress/sleep.ts'
import { compare } from './compare.ts'
import { recordedHolds, recordedTools } from './recorded-tools.ts'
import type { RecordedRun } from './script.ts'

/** The part of a session that a replay writes and reads. */
type ReplayedSession = Pick<Session, 'append' | 'appendSoon' | 'hurry' | 'conversation' | 'facts'>

export interface ReplayRunOptions {
  readonly session: ReplayedSession
  readonly sandbox: Sandbox
  readonly run: RecordedRun
  readonly tools: ToolRegistry
  /** As in the recorded run: a result without its secrets is what was recorded. */
  readonly clean: (text: string) => string
  readonly results: ResultStore
  readonly learnSecrets: (when: 'logged' | 'now') => Promise<void>
  readonly withheld: Pick<WithheldValues, 'mask' | 'maskAll'>
  /** Shared by the runs of a replay, as a session's are. */
  readonly state: ToolState
  readonly jobs: BackgroundJobs
  readonly pace: Pace
  readonly stop: AbortController
  /** Hash of the empty workspace. */
  readonly emptyRoot: string | undefined
  /** The person's own rules: a deny of theirs stands. */
  readonly ruleSets: PermissionState['ruleSets']
  readonly newId: () => string
  readonly now: () => number
  readonly onEvent: (event: EventBody) => void
}

/** Resolves when it has ended and that is on disk. */
export async function replayRun(options: ReplayRunOptions): Promise<Terminal> {
  const { session, run, stop, newId } = options
  const runId = newId()
  const { model, mode, contextWindow } = run.started
  await session.append(...run.opening, {
    type: 'run_started',
    runId,
    model,
    mode,
    ...(contextWindow === undefined ? {} : { contextWindow }),
  })
  const replay = new Replay(options)
  const end = await writeEvents(replay.events(), { thread: session, stop, onEvent: options.onEvent })
  await session.append({ type: 'run_ended', runId, ...end })
  return end.terminal
}

class Replay {
  readonly #options: ReplayRunOptions
  readonly #results = new Set<string>()
  #mode: PermissionMode
  #committed = 0
  /** The turn before which the conversation was looked at last. */
  #compacted = -1
  /** The turn before which was done last what is done before a request. */
  #prepared = -1
  #root: string | undefined

  constructor(options: ReplayRunOptions) {
    this.#options = options
    const { mode } = options.run.started
    // Calls allowed by bypassed permissions are asked for now, and answered as they were decided.
    this.#mode = mode === 'bypassPermissions' ? 'default' : mode
    this.#root = options.session.facts.root
  }

  /** The loop's events, and after each result what it is against the recorded one. */
  async *events(): AsyncGenerator<EventBody, LoopEnd> {
    const loop = runLoop(this.#deps())
    const { pace, stop, run, emptyRoot } = this.#options
    let done = false
    try {
      for (;;) {
        const step = await loop.next()
        if (step.done) {
          done = true
          return step.value
        }
        const event = step.value
        if (event.type === 'checkpoint') this.#root = event.root
        if (event.type === 'turn_committed') this.#commit()
        yield event
        if (event.type === 'response_ended') this.#stopAsRecorded(event.stopReason)
        if (event.type !== 'tool_result') continue
        this.#root = event.root ?? this.#root
        this.#results.add(event.toolUseId)
        yield compare({ event, root: this.#root }, run.results.get(event.toolUseId), emptyRoot)
        await pace.afterResult(stop.signal)
        this.#stopAsRecorded()
      }
    } finally {
      // The value is never looked at.
      if (!done) await loop.return({ terminal: 'error', turns: 0 })
    }
  }

  /**
   * A person had ended it there: of the calls of the last answer only those are left that had no end, or that answer was
   * paused.
   */
  #stopAsRecorded(stopReason = ''): void {
    const { run, stop } = this.#options
    const isLastTurn = run.responses.length - this.#committed <= 1
    const left = [...run.results.values()].filter(({ event }) => !this.#results.has(event.toolUseId))
    const isOver =
      (left.length > 0 && left.every(({ event }) => event.outcome === 'cancelled')) ||
      stopReason === 'pause_turn'
    if (run.wasStopped && isLastTurn && isOver) stop.abort('stop')
  }

  /** Repeats the recorded compactions: the later responses answered the shortened conversation. */
  async *#compactions(): AsyncGenerator<EventBody, undefined> {
    if (this.#compacted === this.#committed) return undefined
    this.#compacted = this.#committed
    yield* this.#options.run.compactions.get(this.#committed) ?? []
    return undefined
  }

  /** The user's changes of files, and instructions as they were told then; the files of now are not looked at. */
  async *#beforeRequest(): AsyncGenerator<EventBody, void> {
    if (this.#prepared === this.#committed) return
    this.#prepared = this.#committed
    const { run, sandbox } = this.#options
    const root = run.edits.get(this.#committed)
    // A tree that is not there shows as differences.
    const restored = root === undefined ? undefined : await sandbox.restore(root)
    if (root !== undefined && restored?.ok) yield { type: 'checkpoint', root, cause: 'user' }
    yield* run.instructions.get(this.#committed) ?? []
  }

  #commit(): void {
    this.#committed += 1
    this.#mode = this.#options.run.modes.get(this.#committed) ?? this.#mode
  }

  #deps(): LoopDeps {
    const { session, run, pace, stop, newId, now } = this.#options
    return {
      model: createReplayModel({ responses: run.responses, pace, onCut: () => stop.abort('stop') }),
      messages: () => session.conversation.messages,
      buildRequest: (messages) => ({
        model: run.started.model,
        system: [],
        tools: [],
        messages,
        thinkingTokens: 0,
      }),
      runCalls: ({ turnId, signal, interrupt }) => this.#schedule({ turnId, signal }, interrupt),
      prompts: { sent: () => ({}), answered: () => ({}) },
      inbox: this.#inbox(),
      retryDecision: () => ({ retry: false }),
      fallBack: () => undefined,
      service: { admit: () => 0, overloaded: () => undefined, answered: () => undefined },
      costOf: () => 0,
      // Answers that were asked for again with more room are gone: each that is left was taken as it was.
      firstOutput: ESCALATED_OUTPUT_TOKENS,
      maxOutput: () => Infinity,
      overBudget: () => Promise.resolve(undefined),
      pause: () => Promise.resolve(),
      maxTurns: run.responses.length + 1,
      output: undefined,
      tokenBudget: undefined,
      signal: stop.signal,
      hooks: {
        ...repeatedStops(run.stops, () => this.#committed),
        onBug: (error) => console.error(error),
        beforeRequest: () => this.#beforeRequest(),
        makeRoom: () => this.#compactions(),
        afterResponse: () => Promise.resolve(run.extras[this.#committed] ?? []),
      },
      newId,
      random: () => 0,
      now,
      sleep,
    }
  }

  #schedule(turn: { readonly turnId: string; readonly signal: AbortSignal }, interrupt: AbortSignal) {
    const { session, sandbox, tools, clean, learnSecrets, withheld, results, run, state, jobs, now } =
      this.#options
    return new CallSchedule(
      {
        ...turn,
        sandbox,
        egress: NO_EGRESS,
        browser: NO_BROWSER,
        results,
        clean,
        learnSecrets,
        // As it was decided then, each time.
        withheld: {
          isAllowed: () => false,
          allow: () => undefined,
          mask: (paths) => withheld.mask(paths),
          maskAll: () => withheld.maskAll(),
        },
        tools: recordedTools(tools, run.results),
        state,
        jobs,
        isShown: (toolUseId) => session.conversation.shows(toolUseId),
        permission: () => this.#permission(),
        ask: ({ toolUseId, about }) =>
          Promise.resolve(
            about === 'output' ? shownAs(run.shown.get(toolUseId)) : answerOf(run.decisions.get(toolUseId)),
          ),
        answer: (toolUseId) => Promise.resolve(run.answers.get(toolUseId) ?? SKIPPED),
        setMode: (mode) => {
          this.#mode = mode
          return this.#options.session.append({ type: 'mode_changed', mode }).then(() => undefined)
        },
        // Nothing of a recording grants anything.
        grant: () => Promise.resolve(),
        hooks: this.#hooks(),
        beforeAct: recordedHolds(run.results),
        now,
      },
      interrupt,
    )
  }

  #permission(): PermissionState {
    return {
      mode: this.#mode,
      allowBypass: false,
      sandboxAutoAllow: true,
      ruleSets: this.#options.ruleSets,
      contained: true,
      canAsk: true,
    }
  }

  /** Repeats the recorded decisions; the present user's rules may still deny. */
  #hooks(): ToolHooks {
    const { decisions } = this.#options.run
    return {
      preToolUse: async ({ toolUseId }) => {
        const recorded = decisions.get(toolUseId)
        if (!recorded) return {}
        const { behavior, reason } = recorded
        const isRefusal = behavior !== 'allow' && recorded.source === 'person'
        // The rank of the person whose session it is: in a replay nothing leaves the sandbox.
        return { decision: { behavior: isRefusal ? 'ask' : behavior, rank: 'user', reason } }
      },
    }
  }

  #inbox(): Inbox {
    const { said } = this.#options.run
    const { conversation } = this.#options.session
    const taken = new Set<number>()
    const never = new AbortController()
    return {
      take: () => {
        if (taken.has(this.#committed)) return []
        taken.add(this.#committed)
        return said.get(this.#committed) ?? []
      },
      // A message that has taken the place of a paused answer's rest. The others are read where a round ends.
      interrupt: () => {
        const waits = said.has(this.#committed) && !taken.has(this.#committed)
        return waits && conversation.isPaused ? AbortSignal.abort('message') : never.signal
      },
    }
  }
}

const SKIPPED: UserAnswer = { kind: 'skipped' }

function answerOf(recorded: EventOf<'permission_decided'> | undefined): PermissionAnswer {
  const comment = recorded?.comment === undefined ? {} : { comment: recorded.comment }
  if (recorded?.behavior === 'allow') return { behavior: 'allow', scope: 'once', ...comment }
  return { behavior: 'deny', ...comment }
}

/**
 * A result without a recorded question was shown: the user had allowed it before, or questions about output
 * did not exist yet.
 */
function shownAs(recorded: EventOf<'permission_decided'> | undefined): PermissionAnswer {
  return recorded === undefined ? { behavior: 'allow', scope: 'once' } : answerOf(recorded)
}
