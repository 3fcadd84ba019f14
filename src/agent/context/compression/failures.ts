/** Failed calls of a conversation, each distinct error once, as the log has them: no summary need name them. Pure. */
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import {
  CARRIED_FAILURES,
  CARRIED_FAILURES_CHARS,
  CARRIED_FAILURES_SHARE,
  CHARS_PER_TOKEN,
  FAILURE_READ_CHARS,
} from '../../limits.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import type { Message, ToolUseBlock } from '../../protocol/messages.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import { shortInput } from '../../protocol/text/short-input.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { callIds, conversationEvents } from './conversation-events.ts'
import { errorKey, tellingError } from './error-text.ts'
import { isOfNotes } from './of-notes.ts'

/** Failures of the same call. */
export interface Failure {
  /** Its tool and its short input, e.g. `Bash npm test`. */
  readonly call: string
  readonly count: number
  /** Distinct errors, in the order in which they came last. */
  readonly errors: readonly DistinctError[]
  /** It has succeeded since. */
  readonly passedLater: boolean
}

interface DistinctError {
  /** A few lines of what it said the last time. */
  readonly text: string
  readonly count: number
}

/**
 * In the order in which they failed last. Calls in `kept` messages stand there themselves and are not counted, but tell what has passed since. Neither are
 * calls that ask the user, whose answer is no error, and those of the memory's notes.
 */
export function failuresIn(events: readonly AgentEvent[], kept: readonly Message[] = []): readonly Failure[] {
  const failed = new FailedCalls(callIds(kept))
  for (const event of conversationEvents(events)) failed.note(event)
  return failed.list()
}

/** For the model; undefined if there are none. `window`: tokens that it takes. */
export function failuresText(
  failures: readonly Failure[],
  window = Number.POSITIVE_INFINITY,
): string | undefined {
  const shown = fitting(failures, window)
  const groups = failures.flatMap((failure) => {
    const errors = failure.errors.filter((error) => shown.has(error))
    return errors.length === 0 ? [] : [groupText(failure, errors)]
  })
  if (groups.length === 0) return undefined
  const left = failures.reduce((sum, { errors }) => sum + errors.length, 0) - shown.size
  const more =
    left === 0 ? [] : [`(${left} more distinct ${left === 1 ? 'error is' : 'errors are'} left out.)`]
  return untrustedText(
    ['Failed calls so far, each distinct error once, the oldest first:', ...groups, ...more].join('\n'),
  )
}

interface Group {
  count: number
  passedLater: boolean
  readonly errors: Map<string, DistinctError>
}

/** Exit codes of commands that were asked to end: a server that is stopped has not failed. */
const ENDED_BY_SIGNAL: ReadonlySet<number> = new Set([130, 143])

class FailedCalls {
  readonly #kept: ReadonlySet<string>
  readonly #calls = new Map<string, ToolUseBlock>()
  readonly #asking = new Set<string>()
  /** The last output of commands in the background, by the calls that began them. */
  readonly #jobs = new Map<string, { readonly call: string; text: string }>()
  readonly #groups = new Map<string, Group>()

  constructor(kept: ReadonlySet<string>) {
    this.#kept = kept
  }

  list(): readonly Failure[] {
    return [...this.#groups].map(([call, { errors, ...group }]) => ({
      call,
      ...group,
      errors: [...errors.values()],
    }))
  }

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'assistant_block':
        if (event.content.type === 'tool_use') this.#calls.set(event.content.id, event.content)
        return
      case 'question_asked':
        this.#asking.add(event.toolUseId)
        return
      case 'tool_output':
        return this.#noteOutput(event)
      case 'tool_result':
        return this.#noteResult(event)
      case 'job_ended':
        return this.#noteJob(event)
      default:
        return
    }
  }

  #noteOutput({ toolUseId, text }: EventOf<'tool_output'>): void {
    const job = this.#jobs.get(toolUseId)
    if (job) job.text = (job.text + text).slice(-FAILURE_READ_CHARS)
  }

  #noteResult({ toolUseId, tool, outcome, content, display }: EventOf<'tool_result'>): void {
    const input = this.#calls.get(toolUseId)?.input ?? {}
    this.#calls.delete(toolUseId)
    if (this.#asking.has(toolUseId) || tool === RECALL_TOOL || isOfNotes(input)) return
    const call = callText(tool, input)
    if (outcome === 'done' && display?.kind === 'job') {
      // Its last line says that it goes on.
      const text = textOf(content).replace(/\n?[^\n]*$/, '\n')
      this.#jobs.set(toolUseId, { call, text: text.slice(-FAILURE_READ_CHARS) })
      return
    }
    if (outcome === 'done') return this.#pass(call)
    if (outcome === 'failed') return this.#fail(toolUseId, call, textOf(content))
    // Behind its first line a refusal has advice.
    if (outcome === 'denied') return this.#fail(toolUseId, call, textOf(content).split('\n')[0] ?? '')
  }

  #noteJob({ toolUseId, how, exitCode, timedOut }: EventOf<'job_ended'>): void {
    const job = this.#jobs.get(toolUseId)
    this.#jobs.delete(toolUseId)
    if (!job || how !== 'exited' || ENDED_BY_SIGNAL.has(exitCode)) return
    if (exitCode === 0 && !timedOut) return this.#pass(job.call)
    const end = timedOut ? '[timed out]' : `[exit code ${exitCode}]`
    this.#fail(toolUseId, job.call, `${job.text.trimEnd()}\n${end}`)
  }

  #pass(call: string): void {
    const group = this.#groups.get(call)
    if (group) group.passedLater = true
  }

  #fail(toolUseId: string, call: string, said: string): void {
    const group: Group = this.#groups.get(call) ?? { count: 0, passedLater: false, errors: new Map() }
    group.passedLater = false
    if (this.#kept.has(toolUseId)) return
    group.count++
    const text = tellingError(said)
    const key = errorKey(text)
    const count = (group.errors.get(key)?.count ?? 0) + 1
    // Behind all others: the order is that of the last time.
    group.errors.delete(key)
    group.errors.set(key, { text, count })
    this.#groups.delete(call)
    this.#groups.set(call, group)
  }
}

/** The newest errors that have room, first those of calls that have not passed since. */
function fitting(failures: readonly Failure[], window: number): ReadonlySet<DistinctError> {
  let room = Math.min(CARRIED_FAILURES_CHARS, window * CARRIED_FAILURES_SHARE * CHARS_PER_TOKEN)
  const shown = new Set<DistinctError>()
  const newest = failures.toReversed()
  const ordered = [...newest.filter((one) => !one.passedLater), ...newest.filter((one) => one.passedLater)]
  for (const { call, errors } of ordered) {
    for (const error of errors.toReversed()) {
      const size = call.length + error.text.length
      if (shown.size >= CARRIED_FAILURES || size > room) continue
      room -= size
      shown.add(error)
    }
  }
  return shown
}

function groupText(
  { call, count, errors: all, passedLater }: Failure,
  errors: readonly DistinctError[],
): string {
  const different = all.length > 1 ? ` with ${all.length} different errors` : ''
  const head = `- ${call}: failed ${timesText(count)}${different}${passedLater ? ', passed later' : ''}`
  const lines = errors.map((error) => {
    const times = all.length > 1 ? `(${timesText(error.count)}) ` : ''
    return `  ${times}${error.text.replaceAll('\n', '\n    ')}`
  })
  return [head, ...lines].join('\n')
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function callText(tool: string, input: ToolUseBlock['input']): string {
  const short = shortInput(input)
  const root = `${WORKSPACE_ROOT}/`
  // As a path from the root and as an absolute one it is the same file.
  const target = short.startsWith(root) ? short.slice(root.length) : short
  return target === '' ? tool : `${tool} ${target}`
}
