/** One request of a process, as a descriptor that its answer is read from. Closing it calls the request off. */
import {
  interruptionOf,
  type EgressHead,
  type EgressOutcome,
  type EgressProblem,
} from '../../contract/egress.ts'
import { Errno } from '../syscalls.ts'
import { Pipe, type ByteSource } from '../vfs/pipe.ts'

/** Error codes of a read from a body that broke off. */
const CODES: Partial<Record<EgressProblem['reason'], string>> = {
  timeout: 'ETIMEDOUT',
  too_large: 'EFBIG',
  cancelled: 'ECANCELED',
}

export class Connection implements ByteSource {
  readonly #controller = new AbortController()
  readonly #pipe = new Pipe()
  readonly #headListeners = new Set<(head: EgressHead) => void>()
  #head: EgressHead | undefined
  #problem: EgressProblem | undefined

  /** `begin` sends the request, which the signal calls off. */
  constructor(begin: (signal: AbortSignal) => Promise<EgressOutcome>) {
    void this.#run(begin)
  }

  /** Calls back once with the beginning of the answer; returns how to call it off. */
  whenAnswered(listener: (head: EgressHead) => void): () => void {
    if (this.#head) listener(this.#head)
    else this.#headListeners.add(listener)
    return () => this.#headListeners.delete(listener)
  }

  /** Fails with the reason where the body broke off, when what came before is read. */
  tryRead(length: number): Uint8Array | undefined {
    const data = this.#pipe.source.tryRead(length)
    if (data?.length === 0 && length > 0 && this.#problem)
      throw new Errno(CODES[this.#problem.reason] ?? 'ECONNRESET', 'read')
    return data
  }

  isReady(): boolean {
    return this.#pipe.source.isReady?.() ?? true
  }

  whenReadable(listener: () => void): () => void {
    return this.#pipe.source.whenReadable(listener)
  }

  close(): void {
    this.#controller.abort()
    this.#pipe.source.close()
  }

  async #run(begin: (signal: AbortSignal) => Promise<EgressOutcome>): Promise<void> {
    const outcome = await begin(this.#controller.signal)
    if (outcome.type !== 'response') {
      this.#pipe.sink.close()
      return this.#answer(outcome)
    }
    const { body, ...head } = outcome
    this.#answer(head)
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        await this.#write(value)
      }
    } catch (error) {
      // Nobody reads any more, or the answer broke off: the first is how a request is called off.
      if (error instanceof Errno) void reader.cancel().catch(() => undefined)
      else this.#problem = interruptionOf(error)
    }
    this.#pipe.sink.close()
  }

  #answer(head: EgressHead): void {
    this.#head = head
    for (const listener of this.#headListeners) listener(head)
    this.#headListeners.clear()
  }

  /** Throws EPIPE when the reader is gone. */
  async #write(data: Uint8Array): Promise<void> {
    for (let at = 0; at < data.length;) {
      const taken = this.#pipe.sink.tryWrite(data.subarray(at))
      at += taken
      if (taken === 0) await new Promise<void>((resolve) => this.#pipe.sink.whenWritable(resolve))
    }
  }
}
