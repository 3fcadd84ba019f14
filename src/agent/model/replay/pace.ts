/** How fast a replay goes, and when it waits for the person. */
import { REPLAY_GAP_MS } from '../../limits.ts'

export interface PaceState {
  readonly speed: number
  readonly paused: boolean
}

/** Below it a timer costs more than it waits. */
const LEAST_WAIT_MS = 4

export class Pace {
  readonly #onChange: (state: PaceState) => void
  #speed: number
  #paused: boolean
  /** The next result of a call is one to wait after. */
  #stepping = false
  #debt = 0
  /** Ends a wait so that it is looked at anew. */
  #changed: (() => void) | undefined

  constructor({ speed, paused }: PaceState, onChange: (state: PaceState) => void) {
    this.#speed = speed
    this.#paused = paused
    this.#onChange = onChange
  }

  get state(): PaceState {
    return { speed: this.#speed, paused: this.#paused }
  }

  pause(): void {
    this.#set(this.#speed, true)
  }

  goOn(): void {
    this.#stepping = false
    this.#set(this.#speed, false)
  }

  step(): void {
    this.#stepping = true
    this.#set(this.#speed, false)
  }

  setSpeed(speed: number): void {
    this.#set(speed, this.#paused)
  }

  /** Resolves after so many recorded milliseconds, as fast as it goes now; while it is paused, never. Early when aborted. */
  async wait(recordedMs: number, signal: AbortSignal): Promise<void> {
    this.#debt += Math.min(recordedMs, REPLAY_GAP_MS)
    for (;;) {
      if (signal.aborted) return
      if (!this.#paused && this.#debt / this.#speed < LEAST_WAIT_MS) return
      const began = performance.now()
      await this.#rest(this.#paused ? undefined : this.#debt / this.#speed, signal)
      if (!this.#paused) this.#debt = Math.max(0, this.#debt - (performance.now() - began) * this.#speed)
    }
  }

  /** A call has given its result. */
  async afterResult(signal: AbortSignal): Promise<void> {
    if (this.#stepping) {
      this.#stepping = false
      this.pause()
    }
    await this.wait(0, signal)
  }

  #set(speed: number, paused: boolean): void {
    this.#speed = speed
    this.#paused = paused
    this.#changed?.()
    this.#onChange(this.state)
  }

  /** Until the time is up, something is changed, or it is aborted. */
  #rest(ms: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#changed = undefined
        resolve()
      }
      if (ms !== undefined) timer = setTimeout(done, ms)
      this.#changed = done
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
