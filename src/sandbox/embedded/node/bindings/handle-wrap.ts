import type { EventLoop } from '../event-loop.ts'
import { LoopHold } from '../loop-hold.ts'

/** Natively `HandleWrap`: a handle of the program that keeps the process alive while it is busy. */
export class HandleWrap {
  readonly #hold: LoopHold

  constructor(loop: EventLoop) {
    this.#hold = new LoopHold(loop)
  }

  /** There is something to wait for, or no more. */
  protected set isBusy(isBusy: boolean) {
    this.#hold.isBusy = isBusy
  }

  ref(): void {
    this.#hold.ref()
  }

  unref(): void {
    this.#hold.unref()
  }

  hasRef(): boolean {
    return this.#hold.isRefed
  }

  getAsyncId(): number {
    return 0
  }
}
