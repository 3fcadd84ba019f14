/**
 * Sees when work goes on under failing checks, from what was called and what came of it alone: the more
 * often the same checks fail, and the more the checks are changed instead of the work, the higher the score. Over the
 * threshold, edits of what judges the work are asked for in every mode, and the person is told. A check that
 * passes clears it. It says nothing of why a model does so.
 */
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { ReadBody } from '../../protocol/events.ts'
import type { ToolDisplay } from '../../protocol/events/call-events.ts'
import { wordOverlap } from '../../protocol/text/word-overlap.ts'
import type { HookedCall, HookVerdict } from '../../tools/deps.ts'
import { checkLine, type CheckLine } from './check-line.ts'
import { outcomeOf } from './check-outcome.ts'
import { failingIn, outsideCause } from './check-run.ts'
import { editsOf, shellEdits, type Edit } from './edits.ts'
import { expectedIn, SIGNATURE_TEXT, signaturesOf } from './edit-signatures.ts'
import { JobResults, type JobEnded } from './job-results.ts'
import { presses } from './pressure.ts'

/** Points of each signal; the score that four of the mildest make changes what is asked. */
export const POINTS = {
  sameCheckFails: 1,
  similarCommandFails: 1,
  testEditAfterFailedFix: 2,
  criteriaEdit: 2,
  signature: 2,
  risingEdits: 1,
  complaint: 0.5,
} as const
export const THRESHOLD = 4

const SIMILAR_SHARE = 0.8
/** Attempts of which each had more edits of tests, for the work's, than the one before. */
const RISING_ATTEMPTS = 3

/** A call that has ended. */
export interface EndedCall {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly text: string
  /** The background job that it has become: neither a pass nor a failure before its end. */
  readonly jobId?: string
}

/** Edits between two runs of the checks. */
interface Attempt {
  readonly work: number
  readonly checks: number
}

/** Outcomes of calls that came to their end. */
const HAS_RUN = /^(done|failed)$/

const NO_EDITS: Attempt = { work: 0, checks: 0 }

export class RepeatedFailures {
  #score = 0
  /** Failing runs since the last one that passed. */
  #runs: {
    readonly id: string
    readonly names: readonly string[]
    readonly failing: ReadonlySet<string>
  }[] = []
  readonly #jobs = new JobResults()
  /** Notes to the model of jobs that have ended between two calls. */
  #due: string[] = []
  #expected: ReadonlySet<string> = new Set()
  #outside: string | undefined
  #attempts: Attempt[] = [NO_EDITS]
  #lastFailed: ReadonlySet<string> | undefined
  /** The score at which the person was told last. */
  #told = 0

  get score(): number {
    return this.#score
  }

  /** Counts a call that has ended: in order, once for each. Returns notes for the model. */
  note(call: EndedCall): readonly string[] {
    const due = this.#due.splice(0)
    if (call.jobId !== undefined) return [...due, ...this.#noteEnds(this.#jobs.begin(call.jobId, call))]
    const taskId = call.input['task_id']
    if (typeof taskId === 'string') return [...due, ...this.#noteEnds(this.#jobs.shown(taskId, call.text))]
    return [...due, ...this.#noteEnd(call)]
  }

  /** Output and ends of background jobs; other events change nothing. */
  noteJob(event: ReadBody): void {
    if (event.type === 'tool_output') this.#jobs.said(event.toolUseId, event.text)
    if (event.type === 'job_ended') this.#due.push(...this.#noteEnds(this.#jobs.ended(event)))
  }

  /** Counts a user's message: one that complains or urges while a check fails is pressure, too. */
  noteMessage(text: string): void {
    if (this.#runs.length > 0 && presses(text)) this.#score += POINTS.complaint
  }

  /** A stored log, so that a reload changes nothing. */
  recall(events: readonly ReadBody[]): void {
    const inputs = new Map<string, EndedCall['input']>()
    for (const event of events) {
      if (event.type === 'assistant_block' && event.content.type === 'tool_use')
        inputs.set(event.content.id, event.content.input)
      // With the names of the fields that the tool has now.
      if (event.type === 'tool_started') inputs.set(event.toolUseId, event.input)
      if (event.type === 'user_message' && event.origin === 'human') this.noteMessage(textOf(event.content))
      const isReplaced = event.type === 'checkpoint' && event.cause === 'restore'
      if (isReplaced || event.type === 'workspace_imported') {
        this.#clear()
        this.#jobs.forget()
      }
      this.noteJob(event)
      if (event.type === 'run_resumed') this.#told = this.#score
      if (event.type !== 'tool_result' || event.synthetic || !HAS_RUN.test(event.outcome)) continue
      const { toolUseId: id, tool, outcome, display } = event
      const input = inputs.get(id) ?? {}
      const text = textOf(event.content.content)
      this.note({ id, tool, input, failed: outcome === 'failed', text, ...jobOf(display) })
    }
    // The model was given these notes before the reload.
    this.#due = []
  }

  /** Whether the person is to be asked for this call, whatever the mode; a deny of the rules stands. */
  judge(
    call: Pick<HookedCall, 'tool' | 'input'>,
    current: (path: string) => string | undefined,
  ): HookVerdict {
    if (this.#runs.length === 0) return {}
    const command = call.input['command']
    const edits = typeof command === 'string' ? shellEdits(command) : editsOf(call, current)
    for (const edit of edits) {
      const signatures = this.#signatures(edit)
      const isOfChecks = edit.role !== 'source'
      if (!isOfChecks && signatures.length === 0) continue
      if (isOfChecks && this.#outside !== undefined)
        return ask(`The last failure names ${this.#outside}, which no change of ${named(edit)} mends.`)
      if (this.#score + this.#pointsOf(edit, signatures) < THRESHOLD) continue
      const [signature] = signatures
      const what =
        signature === undefined ? 'it changes what the work is judged by' : SIGNATURE_TEXT[signature]
      return ask(`The checks have failed ${times(this.#runs.length)}, and in ${named(edit)} ${what}.`)
    }
    return {}
  }

  /** Why the run should wait for the person; each time the score has grown by as much again. */
  checkpoint():
    | { readonly kind: 'repeated_failures'; readonly text: string; readonly toolUseIds: readonly string[] }
    | undefined {
    if (this.#score < THRESHOLD || this.#score < this.#told + THRESHOLD) return undefined
    this.#told = this.#score
    const last = this.#runs.at(-1)
    if (!last) return undefined
    const [name] = last.failing
    const still = name === undefined ? '' : `, "${name}" among what fails`
    return {
      kind: 'repeated_failures',
      text: `${last.names.join(' && ')} has failed ${times(this.#runs.length)}${still}.`,
      toolUseIds: this.#runs.map(({ id }) => id),
    }
  }

  #noteEnds(jobs: readonly JobEnded[]): readonly string[] {
    return jobs.flatMap((job) => {
      const line = checkLine(job.command)
      // More of its output may be shown yet.
      if (line !== undefined && outcomeOf(line, job) === undefined) return []
      this.#jobs.count(job.jobId)
      const { id, command, failed, text } = job
      return this.#noteEnd({ id, tool: 'Bash', input: { command }, failed, text })
    })
  }

  #noteEnd(call: EndedCall): readonly string[] {
    const command = call.input['command']
    if (typeof command === 'string') {
      const line = checkLine(command)
      return line === undefined ? this.#noteCommand(call, command) : this.#noteCheck(call, line)
    }
    if (!call.failed) for (const edit of editsOf(call)) this.#noteEdit(edit)
    return []
  }

  #noteCheck(call: EndedCall, line: CheckLine): readonly string[] {
    const outcome = outcomeOf(line, call)
    if (outcome === undefined) return []
    const { id, text } = call
    const { names } = line
    if (outcome === 'passed') {
      const isTheSame = this.#runs.some((run) => run.names.every((name) => names.includes(name)))
      // The check that had failed passes now; another one that passes is half a comfort.
      if (isTheSame) this.#clear()
      else this.#score = Math.floor(this.#score / 2)
      return []
    }
    const failing = failingIn(text)
    const before = this.#runs.at(-1)
    const isSame =
      before !== undefined &&
      (overlap(before.failing, failing) || before.names.some((name) => names.includes(name)))
    if (isSame) this.#score += POINTS.sameCheckFails
    this.#runs.push({ id, names, failing })
    this.#expected = expectedIn(text)
    this.#outside = outsideCause(text)
    if (isRising(this.#attempts)) this.#score += POINTS.risingEdits
    this.#attempts = [...this.#attempts.slice(-RISING_ATTEMPTS), NO_EDITS]
    if (this.#outside !== undefined) return [outsideNote(this.#outside)]
    return isSame && this.#runs.length > 2 ? [diagnosisNote(this.#runs.length)] : []
  }

  #noteCommand({ failed }: EndedCall, command: string): readonly string[] {
    if (!failed) {
      for (const edit of shellEdits(command)) this.#noteEdit(edit)
      return []
    }
    const words = new Set(command.split(/\s+/))
    if (this.#lastFailed && wordOverlap(this.#lastFailed, words) >= SIMILAR_SHARE)
      this.#score += POINTS.similarCommandFails
    this.#lastFailed = words
    return []
  }

  #noteEdit(edit: Edit): void {
    if (this.#runs.length > 0) this.#score += this.#pointsOf(edit, this.#signatures(edit))
    const { work, checks } = this.#attempts.at(-1) ?? NO_EDITS
    const next = edit.role === 'source' ? { work: work + 1, checks } : { work, checks: checks + 1 }
    this.#attempts = [...this.#attempts.slice(0, -1), next]
  }

  #signatures(edit: Edit) {
    return signaturesOf(edit, this.#expected)
  }

  #pointsOf({ role }: Edit, signatures: readonly string[]): number {
    const hasTried = this.#attempts.some(({ work }) => work > 0)
    const ofRole =
      role === 'test'
        ? hasTried
          ? POINTS.testEditAfterFailedFix
          : 0
        : role === 'source'
          ? 0
          : POINTS.criteriaEdit
    return ofRole + (signatures.length > 0 ? POINTS.signature : 0)
  }

  #clear(): void {
    this.#score = 0
    this.#runs = []
    this.#expected = new Set()
    this.#outside = undefined
    this.#attempts = [NO_EDITS]
    this.#lastFailed = undefined
    this.#told = 0
  }
}

/** The job that a command has become, by how its result is displayed. */
export function jobOf(display: ToolDisplay | undefined): { readonly jobId?: string } {
  return display?.kind === 'job' ? { jobId: display.jobId } : {}
}

/** The text of a message or a result, without its images. */
export function textOf(
  content: readonly { readonly type: string; readonly text?: string | undefined }[],
): string {
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('\n')
}

const ask = (reason: string): HookVerdict => ({
  decision: {
    behavior: 'ask',
    rank: 'user',
    reason: `${reason} Allow it only if the check itself is wrong.`,
  },
})

const times = (count: number): string => ['once', 'twice'][count - 1] ?? `${count} times`

/** As the person knows it. */
function named({ path }: Edit): string {
  return path.startsWith(`${WORKSPACE_ROOT}/`) ? path.slice(WORKSPACE_ROOT.length + 1) : path
}

function outsideNote(cause: string): string {
  return `This failure names ${cause}, outside of the code. Look whether it passes when that is there; if it is the cause, report it to the user, and change neither the code nor the tests for it.`
}

function diagnosisNote(failures: number): string {
  return `This has failed ${failures} times. Before another change, find the cause: read the whole error, say what you expected and what is there instead, and check one assumption at a time. If you cannot find it, say so plainly.`
}

function isRising(attempts: readonly Attempt[]): boolean {
  const last = attempts.slice(-RISING_ATTEMPTS)
  if (last.length < RISING_ATTEMPTS) return false
  const ratios = last.map(({ work, checks }) => checks / Math.max(1, work))
  return ratios.every((ratio, index) => index === 0 || ratio > (ratios[index - 1] ?? 0))
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((name) => b.has(name))
}
