/**
 * Sees when a run goes in circles: from what was called and what came of it alone, never from what the
 * model says of it. Deterministic, so that a stored log gives the same verdict.
 */
import type { EventBody } from '../protocol/events.ts'
import { wordOverlap } from '../protocol/text/word-overlap.ts'
import type { PauseReason } from './deps.ts'

export interface StuckEvidence extends PauseReason {
  readonly kind: 'same_call' | 'alternating' | 'same_error' | 'similar_commands' | 'undone_edits'
}

type ToolResult = Extract<EventBody, { type: 'tool_result' }>

interface SeenCall {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Tool and input as one string. */
  readonly signature: string
  readonly rootBefore: string | undefined
  readonly failed: boolean
  /** The call's result, without times. */
  readonly result: string
}

/** Calls in a row with one input and one result. */
const SAME_CALLS = 3
/** Rounds of two calls in turn. */
const ALTERNATIONS = 3
/** Failures in a row of one tool with one text. */
const SAME_ERRORS = 5
/** Failing commands in a row that hardly differ. */
const SIMILAR_COMMANDS = 6
const SIMILAR_SHARE = 0.8
/** Edits that take an edit before them back. */
const UNDONE_EDITS = 2
/** Calls that are looked at. */
const REMEMBERED = 16
/** Tools that repeat a call on purpose: its result changes by itself. */
const POLLING: ReadonlySet<string> = new Set(['TaskOutput', 'TodoWrite'])

/** The last line by which TaskOutput shows that a job has ended; a program cannot write after it. */
const JOB_END = /^\[(\w+) (?:has ended with exit code (\d+)|was killed at its timeout,) after [\d.]+ s\.\]$/

export class StuckDetector {
  readonly #inputs = new Map<string, { tool: string; input: Readonly<Record<string, unknown>> }>()
  /** Commands in the background: they count where their end is shown. */
  readonly #jobs = new Map<string, Omit<SeenCall, 'failed' | 'result'>>()
  #calls: readonly SeenCall[] = []
  /** Calls before the current request. */
  #before: readonly SeenCall[] = []
  #root: string | undefined

  note(event: EventBody): void {
    if (event.type === 'request_started') this.#before = this.#calls
    else if (event.type === 'request_discarded') this.#discard()
    else if (event.type === 'assistant_block' && event.content.type === 'tool_use') {
      const { id, name: tool, input } = event.content
      this.#inputs.set(id, { tool, input })
    } else if (event.type === 'tool_result') this.#noteResult(event)
    // A user who steers the run has seen its calls.
    else if (event.type === 'user_message' && event.origin === 'human') this.forget()
  }

  /** Undefined while the run gets on. */
  verdict(): StuckEvidence | undefined {
    return (
      sameCall(this.#calls) ??
      alternating(this.#calls) ??
      sameError(this.#calls) ??
      similarCommands(this.#calls) ??
      undoneEdits(this.#calls)
    )
  }

  /** Counts from here on anew. */
  forget(): void {
    this.#calls = []
  }

  /** Forgets calls that began early for a failed response: they are made again and must not count twice. */
  #discard(): void {
    this.#calls = this.#before
    this.#inputs.clear()
  }

  #noteResult({ toolUseId, tool, outcome, content, display, root }: ToolResult): void {
    const call = this.#inputs.get(toolUseId)
    this.#inputs.delete(toolUseId)
    const rootBefore = this.#root
    if (root !== undefined) this.#root = root
    if (!call || outcome === 'cancelled' || outcome === 'denied' || outcome === 'held') return
    const text = content.content.map((part) => (part.type === 'text' ? part.text : '[image]')).join()
    if (tool === 'TaskOutput') this.#noteJobEnd(text)
    if (POLLING.has(tool)) return
    const signature = `${call.tool} ${JSON.stringify(call.input)}`
    const seen = { id: toolUseId, ...call, signature, rootBefore }
    if (display?.kind === 'job') this.#jobs.set(display.jobId, seen)
    else this.#add({ ...seen, failed: outcome === 'failed', result: withoutTimes(text) })
  }

  #noteJobEnd(text: string): void {
    const [, jobId = '', exitCode] = JOB_END.exec(text.slice(text.lastIndexOf('\n') + 1)) ?? []
    const started = this.#jobs.get(jobId)
    if (started === undefined) return
    this.#jobs.delete(jobId)
    const result = withoutTimes(text).replaceAll(jobId, '#')
    this.#add({ ...started, failed: exitCode !== '0', result })
  }

  #add(call: SeenCall): void {
    this.#calls = [...this.#calls.slice(1 - REMEMBERED), call]
  }
}

function sameCall(calls: readonly SeenCall[]): StuckEvidence | undefined {
  const last = lastOf(calls, SAME_CALLS)
  const [first] = last
  if (!first || !last.every((call) => isSame(call, first))) return undefined
  return evidence(
    'same_call',
    last,
    `The same call, ${shown(first)}, was made ${SAME_CALLS} times with the same result.`,
  )
}

function alternating(calls: readonly SeenCall[]): StuckEvidence | undefined {
  const last = lastOf(calls, 2 * ALTERNATIONS)
  const [first, second] = last
  if (!first || !second || isSame(first, second)) return undefined
  if (!last.every((call, index) => isSame(call, index % 2 === 0 ? first : second))) return undefined
  const text = `Two calls, ${shown(first)} and ${shown(second)}, were made in turn ${ALTERNATIONS} times, each with the same result.`
  return evidence('alternating', last, text)
}

function sameError(calls: readonly SeenCall[]): StuckEvidence | undefined {
  const last = lastOf(calls, SAME_ERRORS)
  const [first] = last
  if (
    !first ||
    !last.every((call) => call.failed && call.tool === first.tool && call.result === first.result)
  ) {
    return undefined
  }
  return evidence(
    'same_error',
    last,
    `${first.tool} failed ${SAME_ERRORS} times in a row with the same error.`,
  )
}

function similarCommands(calls: readonly SeenCall[]): StuckEvidence | undefined {
  const last = lastOf(calls, SIMILAR_COMMANDS)
  const words = last.map(wordsOf)
  const [first] = words
  if (!first || !last.every((call) => call.failed)) return undefined
  if (!words.every((other) => other !== undefined && wordOverlap(first, other) >= SIMILAR_SHARE))
    return undefined
  const text = `${SIMILAR_COMMANDS} commands in a row that hardly differ have failed.`
  return evidence('similar_commands', last, text)
}

function undoneEdits(calls: readonly SeenCall[]): StuckEvidence | undefined {
  const edits = calls.flatMap((call) => {
    const { file_path: path, old_string: from, new_string: to } = call.input
    const isEdit = typeof path === 'string' && typeof from === 'string' && typeof to === 'string'
    return isEdit && !call.failed ? [{ call, path, from, to }] : []
  })
  const undone = edits.filter((edit, index) =>
    edits
      .slice(0, index)
      .some(({ path, from, to }) => path === edit.path && from === edit.to && to === edit.from),
  )
  const last = undone.at(-1)
  if (undone.length < UNDONE_EDITS || !last || last.call !== edits.at(-1)?.call) return undefined
  const text = `Edits of ${last.path} were taken back ${undone.length} times.`
  return evidence(
    'undone_edits',
    edits.map(({ call }) => call),
    text,
  )
}

function evidence(kind: StuckEvidence['kind'], calls: readonly SeenCall[], text: string): StuckEvidence {
  return { kind, text, toolUseIds: calls.map(({ id }) => id), root: calls[0]?.rootBefore }
}

/** The last so many, none when there are fewer. */
function lastOf(calls: readonly SeenCall[], count: number): readonly SeenCall[] {
  return calls.length < count ? [] : calls.slice(-count)
}

function isSame(a: SeenCall, b: SeenCall): boolean {
  return a.signature === b.signature && a.result === b.result
}

/** Characters of an input that a sentence repeats. */
const SHOWN_INPUT = 80

function shown({ tool, input }: SeenCall): string {
  const text = Object.values(input).find((value) => typeof value === 'string') ?? ''
  return `${tool}(${text.length > SHOWN_INPUT ? `${text.slice(0, SHOWN_INPUT)}…` : text})`
}

/** Durations differ from run to run though nothing else does. */
function withoutTimes(text: string): string {
  return text.replace(/\b\d+(?:\.\d+)? ?(?:ms|s|sec|secs|seconds?|min|m)\b/g, '#')
}

function wordsOf({ input }: SeenCall): ReadonlySet<string> | undefined {
  return typeof input['command'] === 'string' ? new Set(input['command'].split(/\s+/)) : undefined
}
