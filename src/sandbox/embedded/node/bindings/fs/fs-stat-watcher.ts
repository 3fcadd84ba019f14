/** `fs.watchFile`: looks at a file again and again, as libuv does. */
import { Errno } from '../../../syscalls.ts'
import type { Stats } from '../../../syscalls.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { absolute } from './fs-paths.ts'
import { statsArray, STATS_FIELDS } from './fs-stats.ts'
import { HandleWrap } from '../handle-wrap.ts'
import { uvNumber } from '../uv.ts'

/** Captured before programs can mock them. */
const { setTimeout: nativeSetTimeout, clearTimeout: nativeClearTimeout } = globalThis

const GONE: Stats = {
  kind: 'file',
  mode: 0,
  size: 0,
  ino: 0,
  nlink: 0,
  atimeMs: 0,
  mtimeMs: 0,
  ctimeMs: 0,
  birthtimeMs: 0,
}

type Numbers = Float64Array | BigInt64Array

/** All fields zero for what is not there. */
function numbersOf(stats: Stats | undefined, isBig: boolean): Numbers {
  const numbers = statsArray(stats ?? GONE, isBig)
  if (stats === undefined) numbers.fill(isBig ? (0n as never) : (0 as never))
  return numbers
}

export function createStatWatcher(context: NodeContext): unknown {
  const { loop } = context

  return class StatWatcher extends HandleWrap {
    onchange: ((status: number, stats: Numbers) => void) | undefined
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
      const both = numbersOf(this.#known, this.#isBig)
      const previous = numbersOf(before, this.#isBig).subarray(0, STATS_FIELDS)
      both.set(previous as never, STATS_FIELDS)
      this.onchange?.(this.#status, both)
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
  return (Object.keys(left) as (keyof Stats)[]).every((key) => key === 'atimeMs' || left[key] === right[key])
}
