/**
 * Commands that go on behind the conversation. Their output and their end go to the log under the call that
 * started them; the model reads the output with TaskOutput, and is told of an end that it has not seen.
 */
import type { ExecResult } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { ABORT_SETTLE_MS, JOB_STOP_GRACE_MS, LIVE_OUTPUT_CHARS } from '../../limits.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import { settledWithin } from '../abort.ts'
import { cutStart } from '../results/result-budget.ts'
import type { Said } from './live-output.ts'
import type { RunningCommand } from './running-command.ts'

export type JobEnd = Pick<EventOf<'job_ended'>, 'how' | 'exitCode' | 'timedOut' | 'durationMs'>

export interface Job {
  readonly id: string
  readonly command: RunningCommand
  readonly end: JobEnd | undefined
  /** Settles when it has ended, and the workspace as it left it is stored. */
  readonly ended: Promise<void>
}

interface OwnJob extends Job {
  end: JobEnd | undefined
  ended: Promise<void>
  wasStopped: boolean
  /** The model knows that it has ended. */
  isTold: boolean
}

/** The call that a job came from. */
interface Call {
  readonly turnId: string
  readonly toolUseId: string
}

export class BackgroundJobs {
  readonly #log: (event: EventBody) => void
  readonly #jobs = new Map<string, OwnJob>()
  #count = 0

  /** `log` takes events whether a run is under way or not. */
  constructor(log: (event: EventBody) => void) {
    this.#log = log
  }

  /** Numbers that a session has used before are not used again. */
  countFrom(used: number): void {
    this.#count = Math.max(this.#count, used)
  }

  ids(): readonly string[] {
    return [...this.#jobs.keys()]
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id)
  }

  /** The command goes on; its waiter no longer waits. */
  adopt(command: RunningCommand, { turnId, toolUseId }: Call): Job {
    const call = { turnId, toolUseId }
    this.#count += 1
    command.onSaid = this.#liveOutput(call)
    const job: OwnJob = {
      id: `bash_${this.#count}`,
      command,
      end: undefined,
      ended: Promise.resolve(),
      wasStopped: false,
      isTold: false,
    }
    job.ended = command.done.then((result) => this.#ended(job, call, result))
    this.#jobs.set(job.id, job)
    return job
  }

  /** Asks it to end, then makes it. Resolves when it has. */
  async stop(id: string): Promise<void> {
    const job = this.#jobs.get(id)
    if (job === undefined || job.end !== undefined) return
    job.wasStopped = true
    const { sandbox, id: execId } = job.command
    await sandbox.signal({ execId }, 'SIGTERM')
    await settledWithin(job.ended, JOB_STOP_GRACE_MS)
    if (job.end === undefined) await sandbox.cancel(execId)
    await settledWithin(job.ended, JOB_STOP_GRACE_MS)
  }

  /** The session is left: nothing of it goes on, and nothing is left to tell. */
  async endAll(): Promise<void> {
    const running = [...this.#jobs.values()].filter(({ end }) => end === undefined)
    for (const job of running) job.wasStopped = true
    for (const { command } of running) void command.sandbox.cancel(command.id)
    await settledWithin(Promise.all(running.map(({ ended }) => ended)), ABORT_SETTLE_MS)
    this.#jobs.clear()
  }

  /** The model has seen how it ended. */
  told(id: string): void {
    const job = this.#jobs.get(id)
    if (job?.end !== undefined) job.isTold = true
  }

  /** Reminders of ends that the model does not know of; each is given once. */
  news(): readonly string[] {
    return [...this.#jobs.values()].flatMap((job) => {
      if (job.end === undefined || job.isTold) return []
      job.isTold = true
      const text = `The background command ${job.id} (${cutStart(job.command.command, 200)}) ${endedText(job.end)}. TaskOutput with this id shows what it has said.`
      return [`<system-reminder>${text}</system-reminder>`]
    })
  }

  async #ended(job: OwnJob, call: Call, result: Result<ExecResult>): Promise<void> {
    const end = endOf(result, job.wasStopped)
    const stored = await job.command.sandbox.checkpoint().catch(() => undefined)
    if (stored?.ok === true && stored.value.changed) {
      const { root } = stored.value
      this.#log({ type: 'checkpoint', root, cause: 'tool', toolUseId: call.toolUseId })
    }
    job.end = end
    this.#log({ type: 'job_ended', jobId: job.id, ...call, ...end })
  }

  /** Up to a limit, as of a call in the foreground. */
  #liveOutput(call: Call): (said: Said) => void {
    let left = LIVE_OUTPUT_CHARS
    return ({ stream, text }) => {
      if (left <= 0 || text === '') return
      const shown = cutStart(text, left)
      left -= text.length
      const note = left <= 0 ? '\n[no more of its output is kept here]\n' : ''
      this.#log({ type: 'tool_output', ...call, stream, text: shown + note })
    }
  }
}

/** e.g. `has ended with exit code 0 after 12.5 s`. */
export function endedText({ how, exitCode, timedOut, durationMs }: JobEnd): string {
  const after = `after ${(durationMs / 1000).toFixed(1)} s`
  if (how === 'lost') return 'was lost with the sandbox'
  if (timedOut) return `was killed at its timeout, ${after}`
  if (how === 'stopped') return `was stopped ${after}`
  return `has ended with exit code ${exitCode} ${after}`
}

function endOf(result: Result<ExecResult>, wasStopped: boolean): JobEnd {
  if (!result.ok) return { how: wasStopped ? 'stopped' : 'lost', exitCode: 1, timedOut: false, durationMs: 0 }
  const { exitCode, timedOut, durationMs, signal } = result.value
  const how = wasStopped || signal !== undefined ? 'stopped' : 'exited'
  return { how, exitCode, timedOut, durationMs }
}
