/** `fs.watchFile`: looks at a file again and again, as libuv does. */
import { Errno } from '../../../syscalls.ts'
import type { Stats } from '../../../syscalls.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { absolute } from './fs-paths.ts'
import { statsPair } from './fs-stats.ts'
import type { StatsArray } from './fs-stats.ts'
import { HandleWrap } from '../handle-wrap.ts'
import { uvNumber } from '../uv.ts'

/** Captured before programs can mock them. */
const { setTimeout: nativeSetTimeout, clearTimeout: nativeClearTimeout } = globalThis

export function createStatWatcher(context: NodeContext): unknown {
  const { loop } = context

  return class StatWatcher extends HandleWrap {
    onchange: ((status: number, stats: StatsArray) => void) | undefined
    readonly #isBig: boolean
    #path = ''
    #interval = 0
    #timer: ReturnType<typeof setTimeout> | undefined
    #known: Stats | undefined
    #status = 0

    constructor(isBig: boolean) {
      super(loop)
      this.#isBig = isBig
    }

    start(path: string, interval: number): number {
      this.#path = absolute(context, path)
      this.#interval = Math.max(1, interval)
      this.isBusy = true
      this.#known = this.#look()
      if (this.#known === undefined) loop.complete(() => this.#tell(undefined))
      this.#wait()
      return 0
    }

    close(): void {
      nativeClearTimeout(this.#timer)
      this.#timer = undefined
      this.isBusy = false
    }

    #wait(): void {
      this.#timer = nativeSetTimeout(() => {
        const before = this.#known
        const hadStatus = this.#status
        this.#known = this.#look()
        const isSame = before && this.#known && sameFile(before, this.#known)
        if (hadStatus !== this.#status || (this.#status === 0 && !isSame))
          loop.complete(() => this.#tell(before))
        this.#wait()
      }, this.#interval)
    }

    #tell(before: Stats | undefined): void {
      if (this.#timer === undefined) return
      this.onchange?.(this.#status, statsPair([this.#known, before], this.#isBig))
    }

    #look(): Stats | undefined {
      try {
        this.#status = 0
        return syscalls(context).stat(this.#path)
      } catch (error) {
        if (!(error instanceof Errno)) throw error
        this.#status = uvNumber(error.code)
        return undefined
      }
    }
  }
}

function sameFile(left: Stats, right: Stats): boolean {
  const fields = new Map(Object.entries(right))
  return Object.entries(left).every(([key, value]) => key === 'atimeMs' || fields.get(key) === value)
}
