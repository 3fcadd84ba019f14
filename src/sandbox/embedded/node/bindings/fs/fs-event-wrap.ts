/** `fs_event_wrap`: `fs.watch`, all watches of a process on one descriptor of the kernel, as libuv has it. */
import { asyncSyscalls, syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { toNodeBuffer } from '../buffer.ts'
import { absolute } from './fs-paths.ts'
import { HandleWrap } from '../handle-wrap.ts'
import { decode, encode, normaliseEncoding } from '../text-codec.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

/** Bytes of events asked for at once. */
const READ_BYTES = 65_536

type Listener = (event: string, name: string) => void

/** Opened with the first watch. */
class Watches {
  readonly #context: NodeContext
  readonly #listeners = new Map<number, Listener>()
  #fd: number | undefined

  constructor(context: NodeContext) {
    this.#context = context
  }

  /** Throws `Errno`. */
  add(path: string, listener: Listener): number {
    const isFirst = this.#fd === undefined
    const fd = (this.#fd ??= syscalls(this.#context).watchOpen())
    const watch = syscalls(this.#context).watchAdd(fd, path)
    this.#listeners.set(watch, listener)
    if (isFirst) void this.#read(fd)
    return watch
  }

  remove(watch: number): void {
    this.#listeners.delete(watch)
    if (this.#fd !== undefined) syscalls(this.#context).watchRemove(this.#fd, watch)
  }

  async #read(fd: number): Promise<void> {
    const { read: readLater } = asyncSyscalls(this.#context)
    for (;;) {
      const read = await readLater(fd, READ_BYTES, null).catch(() => undefined)
      // The program has closed a descriptor that it did not know of.
      if (read === undefined) return
      const events = new TextDecoder().decode(read).split('\0')
      for (let at = 0; at + 2 < events.length; at += 3) {
        const [watch, event = '', name = ''] = events.slice(at, at + 3)
        this.#context.loop.complete(() => this.#listeners.get(Number(watch))?.(event, name))
      }
    }
  }
}

export function fsEventWrap(context: NodeContext, binding: Binding): void {
  const { loop } = context
  const watches = new Watches(context)

  class FSEvent extends HandleWrap {
    onchange: ((status: number, event: string, name: unknown) => void) | undefined
    #watch: number | undefined

    constructor() {
      super(loop)
    }

    get initialized(): boolean {
      return this.#watch !== undefined
    }

    start(path: unknown, isPersistent: boolean, _isRecursive: boolean, encoding: unknown): number {
      try {
        this.#watch = watches.add(absolute(context, path), (event, name) => {
          this.onchange?.(0, event, inEncoding(context, name, encoding))
        })
      } catch (error) {
        return uvNumber(codeOf(error))
      }
      this.isBusy = true
      if (!isPersistent) this.unref()
      return 0
    }

    close(): void {
      if (this.#watch === undefined) return
      const watch = this.#watch
      this.#watch = undefined
      this.isBusy = false
      watches.remove(watch)
    }
  }
  Object.assign(binding, { FSEvent })
}

/** Names are text, or bytes where those are asked for. */
function inEncoding(context: NodeContext, name: string, encoding: unknown): unknown {
  const wanted = normaliseEncoding(typeof encoding === 'string' ? encoding : undefined)
  if (wanted === 'utf8') return name
  const bytes = encode(name, 'utf8')
  return wanted === 'buffer' ? toNodeBuffer(context, bytes) : decode(bytes, wanted)
}
