/**
 * Node's event loop on a worker's tasks. Each callback of the program is a task of its own, because only between
 * tasks does a browser run promise jobs; before a task's callback all due ticks have run. A round is: due timers,
 * completions that were there when the phase began, then immediates, as libuv has it.
 *
 * The loop owns when things run; what runs (timer lists, tick queue, immediates) is the library's.
 */
import { currentFrame, setFrame } from './async-context.ts'

export interface LoopCallbacks {
  /** Runs `callback` and routes what it throws to the process. */
  readonly guard: (callback: () => void) => void
  readonly runTicks: () => void
  /** Runs one timer. Positive or negative: time of the next (negative when none keeps the process alive); 0: none. */
  readonly runTimers: (now: number) => number
  readonly runImmediate: () => void
  readonly immediates: () => {
    readonly count: number
    readonly referenced: number
    readonly outstanding: boolean
  }
  /** Nothing is left to do. May add work; returns whether the process is to go on. */
  readonly onEmpty: () => void
}

type Phase = 'timers' | 'completions' | 'check'

/** Result of `runTimers` when more timers are due at once. */
export const MORE_TIMERS_DUE = Number.MIN_VALUE

/** Captured before user code can replace or mock them. */
const { setTimeout: nativeSetTimeout, clearTimeout: nativeClearTimeout } = globalThis
const nativeNow = performance.now.bind(performance)
/** Tasks that must pass with nothing to do before the loop counts as empty: an unhandled rejection is reported by a task. */
const QUIET_TASKS = 3
/** Completions that go into the phase which runs, as many as libuv's rounds of pending ones. */
const PULLED_FORWARD_MAX = 8

export class EventLoop {
  /** Bound now: programs change the class of ports. */
  readonly #wakeByMessage: () => void
  readonly #completions: (() => void)[] = []
  readonly #origin = nativeNow()
  #callbacks: LoopCallbacks | undefined
  #running = false
  #stopped = false
  #posted = false
  #tickScheduled = false
  #depth = 0
  #phase: Phase = 'timers'
  #completionsLeft = 0
  #pulledForward = 0
  #timerExpiry: number | undefined
  #timerRefed = false
  #wakeUp: ReturnType<typeof setTimeout> | undefined
  #references = 0
  #quiet = 0
  #rounds = 0
  #now = 0

  constructor() {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      this.#posted = false
      this.#turn()
    }
    this.#wakeByMessage = channel.port2.postMessage.bind(channel.port2, null)
    this.#now = Math.floor(nativeNow() - this.#origin)
  }

  /** Starts running what the program left behind after its main script. */
  start(callbacks: LoopCallbacks): void {
    this.#callbacks = callbacks
    this.#running = true
    this.updateNow()
    this.#post()
  }

  /** Nothing runs any more. */
  stop(): void {
    this.#stopped = true
  }

  /** Milliseconds, constant while a callback runs as in libuv. */
  now(): number {
    return this.#now
  }

  updateNow(): void {
    this.#now = Math.floor(nativeNow() - this.#origin)
  }

  /** Runs in the completion phase; keeps the process alive until it has run. */
  complete(callback: () => void): void {
    const frame = currentFrame()
    this.#completions.push(() => {
      setFrame(frame)
      callback()
    })
    this.#quiet = 0
    this.#post()
  }

  /**
   * As `complete`, but in the phase that runs now if it is that of completions, so before any timer: what libuv calls
   * pending, which it does for at most so many rounds before it looks at timers again.
   */
  completeNow(callback: () => void): void {
    if (this.#phase !== 'completions' || this.#pulledForward >= PULLED_FORWARD_MAX)
      return this.complete(callback)
    const later = this.#completions.splice(this.#completionsLeft)
    this.complete(callback)
    this.#completions.push(...later)
    this.#completionsLeft += 1
    this.#pulledForward += 1
  }

  /** Something outside (a child, a pending read) keeps the process alive until `unref`. */
  ref(): void {
    this.#references += 1
  }

  unref(): void {
    this.#references -= 1
    this.#post()
  }

  /** The library has put a tick or a rejection into its queue, maybe from inside a promise job. */
  tickScheduled(scheduled: boolean): void {
    this.#tickScheduled = scheduled
    if (scheduled && this.#depth === 0) this.#post()
  }

  scheduleTimer(delay: number): void {
    const expiry = this.#now + Math.max(1, delay)
    this.#timerExpiry = Math.min(this.#timerExpiry ?? expiry, expiry)
    this.#post()
  }

  setTimerRef(refed: boolean): void {
    this.#timerRefed = refed
    this.#post()
  }

  immediatesChanged(): void {
    this.#post()
  }

  /** Runs program code from inside a promise job: what it throws is caught, its ticks come when jobs are done. */
  guard(callback: () => void): void {
    if (!this.#stopped) this.#callbacks?.guard(callback)
  }

  /** Runs program code from outside: afterwards the ticks it scheduled. */
  enter(callback: () => void): void {
    const callbacks = this.#callbacks
    if (!callbacks || this.#stopped) return
    // The last callback may have left its own frame.
    if (this.#depth === 0) setFrame(undefined)
    this.#depth += 1
    try {
      callbacks.guard(callback)
      if (this.#depth === 1 && this.#tickScheduled) callbacks.guard(callbacks.runTicks)
    } finally {
      this.#depth -= 1
    }
    this.#post()
  }

  /** Grows with every callback that the loop itself has run: not with ticks and promise jobs. */
  get activity(): number {
    return this.#rounds
  }

  /** Whether something keeps the process alive. */
  isAlive(): boolean {
    const immediates = this.#callbacks?.immediates()
    return (
      this.#references > 0 ||
      this.#completions.length > 0 ||
      this.#tickScheduled ||
      (this.#timerExpiry !== undefined && this.#timerRefed) ||
      (immediates !== undefined && (immediates.referenced > 0 || immediates.outstanding))
    )
  }

  #post(): void {
    if (this.#posted || this.#stopped || !this.#running) return
    this.#posted = true
    if (this.#wakeUp !== undefined) {
      nativeClearTimeout(this.#wakeUp)
      this.#wakeUp = undefined
    }
    this.#wakeByMessage()
  }

  #turn(): void {
    const callbacks = this.#callbacks
    if (!callbacks || this.#stopped) return
    this.updateNow()
    if (this.#tickScheduled) {
      this.#quiet = 0
      this.enter(() => undefined)
      return
    }
    if (this.#runPhases(callbacks)) {
      this.#quiet = 0
      this.#rounds += 1
      this.#post()
      return
    }
    this.#rest(callbacks)
  }

  /** Runs one callback of the first phase that has one; false when a whole round found none. */
  #runPhases(callbacks: LoopCallbacks): boolean {
    for (let step = 0; step < 4; step += 1) {
      switch (this.#phase) {
        case 'timers':
          if (this.#runDueTimer(callbacks)) return true
          this.#phase = 'completions'
          this.#completionsLeft = this.#completions.length
          this.#pulledForward = 0
          break
        case 'completions': {
          const completion = this.#completionsLeft > 0 ? this.#completions.shift() : undefined
          this.#completionsLeft -= 1
          if (completion) {
            this.enter(completion)
            return true
          }
          this.#phase = 'check'
          break
        }
        case 'check':
          if (this.#runImmediate(callbacks)) return true
          this.#phase = 'timers'
          break
      }
    }
    return false
  }

  #runDueTimer(callbacks: LoopCallbacks): boolean {
    if (this.#timerExpiry === undefined || this.#timerExpiry > this.#now) return false
    // Unref'd timers do not run for their own sake.
    if (!this.isAlive()) return false
    this.enter(() => {
      this.#timerExpiry = undefined
      // A callback that throws leaves the rest of the due timers.
      let next = MORE_TIMERS_DUE
      try {
        next = callbacks.runTimers(this.#now)
      } finally {
        this.#setNextTimer(next)
      }
    })
    return true
  }

  #setNextTimer(next: number): void {
    if (next === 0) return
    const expiry = next === MORE_TIMERS_DUE ? this.#now : Math.abs(next)
    this.#timerExpiry = Math.min(this.#timerExpiry ?? expiry, expiry)
    if (next !== MORE_TIMERS_DUE) this.#timerRefed = next > 0
  }

  #runImmediate(callbacks: LoopCallbacks): boolean {
    const { count, outstanding } = callbacks.immediates()
    if ((count === 0 && !outstanding) || !this.isAlive()) return false
    // A timer that fell due while completions ran goes before a new batch of immediates.
    if (!outstanding && this.#runDueTimer(callbacks)) return true
    this.enter(callbacks.runImmediate)
    // The library clears "outstanding" when its batch is empty: then a round is over.
    if (!callbacks.immediates().outstanding) this.#phase = 'timers'
    return true
  }

  /** Nothing is ready: wait for what is outstanding, or end. */
  #rest(callbacks: LoopCallbacks): void {
    if (this.#quiet < QUIET_TASKS) {
      this.#quiet += 1
      nativeSetTimeout(() => {
        this.#post()
      }, 0)
      return
    }
    if (this.isAlive()) {
      if (this.#timerExpiry !== undefined) this.#sleepUntil(this.#timerExpiry)
      return
    }
    this.#quiet = 0
    callbacks.onEmpty()
  }

  #sleepUntil(expiry: number): void {
    const delay = expiry - (nativeNow() - this.#origin)
    this.#wakeUp = nativeSetTimeout(
      () => {
        this.#wakeUp = undefined
        this.#post()
      },
      Math.max(0, Math.min(delay, 0x7fffffff)),
    )
  }
}
