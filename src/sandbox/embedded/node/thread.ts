/** A thread of `worker_threads` and what passes between it and the one that has started it, through the kernel. */

/** The two directions of a channel, as one of its ends sees them (`bindings/messaging/mailbox.ts`). Travels with its port. */
export interface PortEnd {
  readonly incoming: SharedArrayBuffer
  readonly outgoing: SharedArrayBuffer
  /** Messages that this end has sent: the last one's number. */
  readonly sent: number
  /** The number of the last that it has taken. */
  readonly taken: number
}

export interface ThreadInit {
  readonly env: Readonly<Record<string, string>>
  readonly execArgv: readonly string[]
  readonly resourceLimits: Float64Array
  /** Runs a script of the library, not the program's. */
  readonly isInternal: boolean
  readonly name: string
  readonly title: string
  readonly cwd: string
  readonly umask: number
  /** The number of the process's newest thread, in shared memory. */
  readonly lastId: Int32Array
  /** End of the port that leads to the thread's starter. */
  readonly end: PortEnd
}

export interface Thread {
  readonly id: number
  readonly init: ThreadInit
  readonly port: MessagePort
}

export interface ThreadEnd {
  readonly code: number
  /** By itself, so that it has said good-bye on its ports. */
  readonly isOwn: boolean
  /** Why it could not run. */
  readonly problem?: string
}

/** How a process starts and ends its threads. */
export interface ThreadHost {
  /** The port is transferred. */
  start(id: number, init: ThreadInit, port: MessagePort): void
  stop(id: number): void
}
