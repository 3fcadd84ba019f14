/** Shows one message after the other, in the session's own time within bounds. It knows no page. */

/** Milliseconds between two messages at speed 1, whatever the session took. */
const LEAST_MS = 300
const MOST_MS = 2_500
const LEAST_SPEED = 0.1
const MOST_SPEED = 100

export class Player {
  readonly #times: readonly number[]
  readonly #onChange: (player: Player) => void
  #position: number
  #speed = 1
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `times` are those of the messages, in milliseconds; all are shown at first. */
  constructor(times: readonly number[], onChange: (player: Player) => void) {
    this.#times = times
    this.#position = times.length
    this.#onChange = onChange
  }

  /** Messages that are shown, 0 to `length`. */
  get position(): number {
    return this.#position
  }

  get length(): number {
    return this.#times.length
  }

  get playing(): boolean {
    return this.#timer !== undefined
  }

  get speed(): number {
    return this.#speed
  }

  /** Times as fast; what is no such number changes nothing. */
  set speed(speed: number) {
    if (Number.isFinite(speed) && speed > 0) this.#speed = Math.min(Math.max(speed, LEAST_SPEED), MOST_SPEED)
  }

  /** From here on, or from the beginning when all is shown. */
  play(): void {
    if (this.playing || this.length === 0) return
    if (this.#position >= this.length) this.#position = 0
    this.#next()
  }

  pause(): void {
    if (!this.playing) return
    this.#stop()
    this.#onChange(this)
  }

  /** Shows so many messages, and stops there. */
  seek(position: number): void {
    if (!Number.isFinite(position)) return
    this.#stop()
    this.#position = Math.min(Math.max(Math.round(position), 0), this.length)
    this.#onChange(this)
  }

  #next(): void {
    this.#position += 1
    this.#timer = this.#position < this.length ? setTimeout(() => this.#next(), this.#gap()) : undefined
    this.#onChange(this)
  }

  #gap(): number {
    const took = (this.#times[this.#position] ?? 0) - (this.#times[this.#position - 1] ?? 0)
    return Math.min(Math.max(took, LEAST_MS), MOST_MS) / this.#speed
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
