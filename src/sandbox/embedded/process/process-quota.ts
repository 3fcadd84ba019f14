/** How many processes there may be, and when a command has to be ended because it will not take no for an answer. */
import {
  FORK_PROCESSES_MAX,
  PROCESS_MAX,
  PROCESS_MAX_PER_COMMAND,
  SPAWN_REFUSALS_MAX,
} from '../../contract/limits.ts'

export type Admission = 'yes' | 'no' | 'end'

interface Counted {
  readonly execId: string
}

/** Processes of all forks of a sandbox together. */
export class ForkProcesses {
  #running = 0

  get isFull(): boolean {
    return this.#running >= FORK_PROCESSES_MAX
  }

  began(): void {
    this.#running += 1
  }

  ended(): void {
    this.#running -= 1
  }
}

export class ProcessQuota {
  readonly #refusals = new Map<string, number>()
  readonly #pool: Pick<ForkProcesses, 'isFull'> | undefined

  /** `pool`: of a fork, whose processes are counted with those of all others. */
  constructor(pool?: Pick<ForkProcesses, 'isFull'>) {
    this.#pool = pool
  }

  /** May the command have one more? `end`: it has been refused so often that it must be ended as a whole. */
  admit(execId: string, running: Iterable<Counted>): Admission {
    let [all, own] = [0, 0]
    for (const process of running) {
      all += 1
      if (process.execId === execId) own += 1
    }
    const isRoom = all < PROCESS_MAX && this.#pool?.isFull !== true
    if (isRoom && own < PROCESS_MAX_PER_COMMAND) return 'yes'
    const refusals = (this.#refusals.get(execId) ?? 0) + 1
    this.#refusals.set(execId, refusals)
    return refusals < SPAWN_REFUSALS_MAX ? 'no' : 'end'
  }

  /** The command is over, and so is what it was refused. */
  forget(execId: string): void {
    this.#refusals.delete(execId)
  }
}

/** Message on the standard error of a command that is ended for it. */
export const QUOTA_MESSAGE = messageWith('')

/** The same for a command in a fork. */
export const FORK_QUOTA_MESSAGE = messageWith(`, ${FORK_PROCESSES_MAX} in all forks`)

function messageWith(more: string): string {
  const limits = `${PROCESS_MAX_PER_COMMAND} of one command, ${PROCESS_MAX} in all${more}`
  return `The command was ended: it went on to start processes when it had as many as there may be (${limits}).\n`
}
