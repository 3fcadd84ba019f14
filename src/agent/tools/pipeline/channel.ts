/**
 * A queue between calls that push and one consumer that pulls. Live output waiting in it is joined, so a
 * chatty command costs the log one event per write, not one per chunk.
 */
import type { EventBody } from '../../protocol/events.ts'

export class Channel {
  #queue: EventBody[] = []
  #wake: (() => void) | undefined
  #closed = false
  #failure: { readonly error: unknown } | undefined

  push(event: EventBody): void {
    const last = this.#queue.at(-1)
    const joined = last === undefined ? undefined : join(last, event)
    if (joined === undefined) this.#queue.push(event)
    else this.#queue.splice(-1, 1, joined)
    this.#wake?.()
  }

  /** Queued events are still delivered. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** Closes the channel with an error, which `drain` throws after the queued events. */
  fail(error: unknown): void {
    this.#failure = { error }
    this.close()
  }

  /** Ends when the channel is closed and empty. One consumer only. */
  async *drain(): AsyncGenerator<EventBody, void> {
    for (;;) {
      const event = this.#queue.shift()
      if (event !== undefined) yield event
      else if (this.#failure) throw this.#failure.error
      else if (this.#closed) return
      else await this.pushed()
    }
  }

  /** All that is queued. */
  take(): EventBody[] {
    return this.#queue.splice(0)
  }

  /** Resolves at the next push or at the close; at once when something is queued. One waits at a time. */
  pushed(): Promise<void> {
    if (this.#queue.length > 0 || this.#closed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

function join(last: EventBody, next: EventBody): EventBody | undefined {
  if (last.type !== 'tool_output' || next.type !== 'tool_output') return undefined
  if (last.toolUseId !== next.toolUseId || last.stream !== next.stream) return undefined
  return { ...last, text: last.text + next.text }
}
