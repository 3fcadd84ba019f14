/** The moments of commands that run, handed out to their processes in the order in which these begin. */
import { COMMAND_CLOCK_READINGS } from '../../contract/limits.ts'
import { momentOf } from '../../contract/replay-clock.ts'
import type { Moment, ProcessMoment } from '../../contract/replay-clock.ts'
import type { Process } from './process.ts'

interface Running {
  readonly moment: Moment
  readonly processes: Map<number, number>
  readonly clocks: (readonly number[])[]
  begun: number
}

export class CommandMoments {
  readonly #running = new Map<string, Running>()

  begin(execId: string, moment: Moment): void {
    this.#running.set(execId, { moment, processes: new Map(), clocks: [], begun: 0 })
  }

  /** Moment of the command's next process. */
  next(execId: string, pid: number): { readonly moment?: ProcessMoment } {
    const running = this.#running.get(execId)
    if (!running) return {}
    const index = running.begun++
    running.processes.set(pid, index)
    return { moment: momentOf(running.moment, index) }
  }

  ended({ execId, pid, clock }: Process): void {
    const running = this.#running.get(execId)
    const index = running?.processes.get(pid)
    if (!running || index === undefined || running.moment.clocks) return
    const noted = running.clocks.reduce((sum, each) => sum + each.length, 0)
    for (let at = running.clocks.length; at <= index; at++) running.clocks.push([])
    running.clocks[index] = clock.slice(0, Math.max(0, COMMAND_CLOCK_READINGS - noted))
  }

  /** Clock readings of its processes so far; later ones, of background processes, are not recorded. */
  end(execId: string): { readonly clocks?: readonly (readonly number[])[] } {
    const running = this.#running.get(execId)
    this.#running.delete(execId)
    return running && !running.moment.clocks ? { clocks: running.clocks } : {}
  }
}
