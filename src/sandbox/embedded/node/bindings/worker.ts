/** `worker`: threads of this process, which the kernel starts as workers with the same files. */
import type { NodeContext } from '../context.ts'
import { parseCommandLine } from '../command-line.ts'
import type { ThreadEnd, ThreadInit } from '../thread.ts'
import type { Binding } from './binding.ts'
import { HandleWrap } from './handle-wrap.ts'
import { messagePorts } from './messaging/messaging.ts'

/** As many as `kTotalResourceLimitCount`. */
const RESOURCE_LIMITS = 4

type ThreadOptions = readonly [
  execArgv: unknown,
  resourceLimits: Float64Array,
  tracksDescriptors: unknown,
  isInternal: unknown,
  name: unknown,
]

export function worker(context: NodeContext, binding: Binding): void {
  const { thread, loop } = context
  Object.assign(binding, {
    isMainThread: thread === undefined,
    ownsProcessState: thread === undefined,
    isInternalThread: thread?.init.isInternal === true,
    threadId: thread?.id ?? 0,
    threadName: thread?.init.name ?? '',
    resourceLimits: thread?.init.resourceLimits ?? new Float64Array(RESOURCE_LIMITS),
    getEnvMessagePort: () => {
      if (!thread) return undefined
      const ports = messagePorts(context)
      if (!ports.stateOf(thread.port)) ports.adopt(thread.port, thread.init.end)
      return thread.port
    },
  })
  // One count for all threads of the process.
  const lastId = thread?.init.lastId ?? new Int32Array(new SharedArrayBuffer(4))

  class Worker extends HandleWrap {
    readonly threadId: number
    readonly threadName: string
    readonly messagePort: MessagePort
    readonly invalidExecArgv: readonly string[] | undefined
    onexit: ((code: number, error?: string | null, reason?: string | null) => void) | null = null
    readonly #portToThread: MessagePort
    readonly #init: Omit<ThreadInit, 'end'>
    #isOver = false

    constructor(_url: unknown, env: Record<string, string> | null | undefined, ...rest: ThreadOptions) {
      super(loop)
      const [execArgv, resourceLimits, , isInternal, name] = rest
      this.threadId = Atomics.add(lastId, 0, 1) + 1
      this.threadName = String(name)
      const { port1, port2 } = messagePorts(context).createChannel()
      this.messagePort = port1
      this.#portToThread = port2
      const own = Array.isArray(execArgv) ? execArgv.map(String) : undefined
      const line = own && parseCommandLine(own)
      if (line?.kind === 'invalid') this.invalidExecArgv = [line.message.replace(/^bad option: /, '')]
      this.#init = {
        env: { ...(env ?? context.process.env) },
        execArgv: own ?? [...context.process.execArgv],
        resourceLimits: resourceLimits.slice(),
        isInternal: isInternal === true,
        name: this.threadName,
        cwd: context.cwd,
        umask: context.umask,
        title: context.process.title,
        lastId,
      }
    }

    startThread(): void {
      const { started } = context
      if (!started) throw new Error('A thread was started before its process.')
      this.isBusy = true
      context.threadEnds.set(this.threadId, (end) => void this.#ended(end))
      const end = messagePorts(context).release(this.#portToThread)
      started.host.threads.start(this.threadId, { ...this.#init, end }, this.#portToThread)
    }

    stopThread(): void {
      context.started?.host.threads.stop(this.threadId)
    }

    getResourceLimits(): Float64Array {
      return this.#init.resourceLimits
    }

    /** Not told by a browser; the library takes it as "not running yet". */
    loopStartTime(): number {
      return -1
    }

    loopIdleTime(): number {
      return 0
    }

    async #ended({ code, problem, isOwn }: ThreadEnd): Promise<void> {
      if (this.#isOver) return
      this.#isOver = true
      // Its messages come another way than its end, and must be delivered first.
      if (isOwn) await messagePorts(context).whenEnding(this.messagePort)
      loop.complete(() => {
        this.isBusy = false
        if (problem === undefined) this.onexit?.(code, null, null)
        else this.onexit?.(code, 'ERR_WORKER_INIT_FAILED', problem)
      })
    }
  }
  Object.assign(binding, { Worker })
}
