/** Keeps the process alive for a handle of the program: while it is busy, unless the program has unref'd it. */
import type { EventLoop } from './event-loop.ts'

export class LoopHold {
  readonly #loop: EventLoop
  #isRefed: boolean
  #isBusy = false
  #isHolding = false

  constructor(loop: EventLoop, isRefed = true) {
    this.#loop = loop
    this.#isRefed = isRefed
  }

  get isRefed(): boolean {
    return this.#isRefed
  }

  /** There is something to wait for, or no more. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy
    this.#update()
  }

  ref(): void {
    this.#isRefed = true
    this.#update()
  }

  unref(): void {
    this.#isRefed = false
    this.#update()
  }

  #update(): void {
    const wanted = this.#isBusy && this.#isRefed
    if (wanted === this.#isHolding) return
    this.#isHolding = wanted
    if (wanted) this.#loop.ref()
    else this.#loop.unref()
  }
}
