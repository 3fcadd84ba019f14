/** How the conversation of a run is made shorter, and the notes that are made beside it. */
import { sleep } from '../../egress/sleep.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import type { ModelClient } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { Compaction } from '../side-queries/compaction.ts'
import { LoggedQueries } from '../side-queries/logged-queries.ts'
import { RunningNotes } from '../side-queries/running-notes.ts'
import type { RunningNotesOptions } from '../side-queries/running-notes.ts'
import { gitState } from './git-state.ts'
import type { RunHooks } from './hooks/run-hooks.ts'
import type { RunContext, RunStart } from './run-context.ts'
import type { RunModel } from './run-model.ts'
import type { PolicyInForce } from './run-policy.ts'
import type { ToldInstructions } from './told/told-instructions.ts'
import type { ToldMemory } from './told/told-memory.ts'

export interface CompactionParts {
  readonly context: Pick<RunContext, 'newId' | 'now'>
  readonly start: Pick<RunStart, 'agent' | 'sandbox' | 'settings' | 'stop' | 'thread'>
  /** The conversation's own, so that the prompt cache is read. */
  readonly client: ModelClient
  readonly model: RunModel
  readonly policy: PolicyInForce
  readonly instructions: Pick<ToldInstructions, 'read'>
  readonly memory: Pick<ToldMemory, 'again'>
  readonly buildRequest: LoopDeps['buildRequest']
  readonly hooks: Pick<RunHooks, 'compaction'>
  /** Takes events of what goes on beside the loop. */
  readonly log: (event: EventBody) => void
}

type BuildRequest = RunningNotesOptions['request']

export function runCompaction(parts: CompactionParts): Compaction {
  const { context, start, client, model, policy, instructions, memory: told, hooks } = parts
  const { newId, now } = context
  const { agent, sandbox, stop, thread } = start
  const { memory, jobs, spending } = agent
  const request: BuildRequest = (messages: readonly Message[]) =>
    parts.buildRequest(messages, { turn: 1, forcedTool: undefined })
  const notes = runningNotes(parts, request)
  return new Compaction({
    session: thread,
    client,
    request,
    ...(notes ? { notes } : {}),
    window: () => model.facts.contextWindow,
    maxOutput: () => model.facts.maxOutput,
    automatic: () => policy.settings.autoCompact,
    overBudget: () => spending.problem(policy.settings.limits),
    carried: {
      instructions: () => instructions.read(),
      memory: () => told.again(),
      todos: () => memory.toolState.todos,
      jobs: () => jobs.ids(),
      git: () => gitState({ sandbox, newId, signal: stop.signal }),
    },
    // An agent's own thread is looked up by nobody.
    cites: agent.source === 'main',
    forget: () => memory.forgetSections(),
    hooks: hooks.compaction,
    now,
    costOf: model.costOf,
    newId,
    sleep,
  })
}

/** For the main agent; a model in this tab would answer one request after the other. */
function runningNotes(
  { context, start, client, model, policy, log }: CompactionParts,
  request: BuildRequest,
): RunningNotes | undefined {
  const { agent, thread, settings } = start
  if (agent.source !== 'main' || settings.provider === 'local') return undefined
  // They outlast the run: a signal of their own ends them.
  const { ask } = new LoggedQueries({
    newId: context.newId,
    now: context.now,
    client,
    costOf: model.costOf,
    signal: new AbortController().signal,
    log,
  })
  return new RunningNotes({
    session: thread,
    underWay: agent.memory.notes,
    isOn: () => policy.settings.runningNotes,
    request,
    maxOutput: () => model.facts.maxOutput,
    overBudget: () => agent.spending.problem(policy.settings.limits),
    askAside: ask,
    log,
  })
}
