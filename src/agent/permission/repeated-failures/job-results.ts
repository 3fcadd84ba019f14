/** Background commands until their pass or failure is known: their output, and how they ended. Pure. */
import { RESULT_CHARS } from '../../limits.ts'
import type { EventOf } from '../../protocol/events.ts'

/** A background command that has ended, with the call that started it. */
export interface JobEnded {
  readonly jobId: string
  readonly id: string
  readonly command: string
  readonly failed: boolean
  readonly text: string
}

type Ending = Pick<EventOf<'job_ended'>, 'jobId' | 'how' | 'exitCode' | 'timedOut'>

interface Job {
  readonly id: string
  readonly command: string
  text: string
  end: Ending | undefined
}

/** Ends that are remembered for results that are logged after them. */
const EARLY_ENDS = 16

export class JobResults {
  readonly #jobs = new Map<string, Job>()
  /** A command may end between its move into the background and the result that tells of it. */
  #early: readonly Ending[] = []

  /** A call's result says that the command goes on in the background. */
  begin(
    jobId: string,
    { id, input, text }: { id: string; input: Readonly<Record<string, unknown>>; text: string },
  ): readonly JobEnded[] {
    const { command } = input
    if (typeof command !== 'string') return []
    this.#jobs.set(jobId, { id, command, text, end: undefined })
    const end = this.#early.find((early) => early.jobId === jobId)
    return end === undefined ? [] : this.ended(end)
  }

  /** Live output of the call that started a job; of other calls it is ignored. */
  said(toolUseId: string, text: string): void {
    for (const job of this.#jobs.values()) if (job.id === toolUseId) add(job, text)
  }

  /** Empty for a job that was stopped or lost: that says nothing of the work. */
  ended(end: Ending): readonly JobEnded[] {
    const job = this.#jobs.get(end.jobId)
    if (job === undefined) {
      this.#early = [...this.#early.slice(1 - EARLY_ENDS), end]
      return []
    }
    if (end.how !== 'exited' && !end.timedOut) this.#jobs.delete(end.jobId)
    else job.end = end
    return this.#result(end.jobId)
  }

  /** TaskOutput has shown more of a job's output. */
  shown(jobId: string, text: string): readonly JobEnded[] {
    const job = this.#jobs.get(jobId)
    if (job !== undefined) add(job, text)
    return this.#result(jobId)
  }

  /** The job's end is counted: it is not reported again. */
  count(jobId: string): void {
    this.#jobs.delete(jobId)
  }

  forget(): void {
    this.#jobs.clear()
    this.#early = []
  }

  #result(jobId: string): readonly JobEnded[] {
    const job = this.#jobs.get(jobId)
    if (job?.end === undefined) return []
    const { id, command, end } = job
    const text = end.timedOut ? `${job.text}\n[timed out after its limit]` : job.text
    return [{ jobId, id, command, failed: end.exitCode !== 0 || end.timedOut, text }]
  }
}

/** The end of the output is where summaries are. */
function add(job: Job, text: string): void {
  job.text = `${job.text}${text}`.slice(-RESULT_CHARS.shell)
}
