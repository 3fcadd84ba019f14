/**
 * The terminal of a shell that a person sits at: what is typed goes to whoever reads, what is said goes to the
 * screen, and the programs of the line in the foreground wait until the screen has taken it.
 */
import type {
  OnOutput,
  OutputChunk,
  SandboxEvent,
  ShellInput,
  TerminalSize,
} from '../../contract/contract.ts'
import {
  CHANGE_EVENT_DELAY_MS,
  TERMINAL_BACKGROUND_BYTES,
  TERMINAL_INPUT_MAX_BYTES,
  TERMINAL_MAX_SIZE,
  TERMINAL_OUTPUT_WINDOW_BYTES,
} from '../../contract/limits.ts'
import { joinBytes } from '../shell/byte-string.ts'
import { Waiters } from '../vfs/pipe.ts'
import type { ByteSink, ByteSource, TerminalFacts } from '../vfs/pipe.ts'

interface TerminalOptions {
  readonly shell: string
  readonly size: TerminalSize
  readonly onEvent: (event: SandboxEvent) => void
}

export class Terminal {
  readonly facts: TerminalFacts
  readonly source: ByteSource
  readonly #shell: string
  readonly #onEvent: (event: SandboxEvent) => void
  readonly #writable = new Waiters()
  readonly #background: { parts: Uint8Array[]; bytes: number; dropped: number } = {
    parts: [],
    bytes: 0,
    dropped: 0,
  }
  #size: TerminalSize
  #isRaw = false
  #input = new TypedInput()
  #screen: OnOutput | undefined
  #onItsWay = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ shell, size, onEvent }: TerminalOptions) {
    this.#shell = shell
    this.#onEvent = onEvent
    this.#size = clamped(size)
    this.facts = {
      size: () => this.#size,
      setRaw: (isRaw) => this.#setRaw(isRaw),
    }
    this.source = {
      terminal: this.facts,
      tryRead: (length) => this.#input.tryRead(length),
      isReady: () => this.#input.isReady,
      whenReadable: (listener) => this.#input.readable.add(listener),
      close: () => undefined,
    }
  }

  /** One of the two streams that programs write to. */
  sink(stream: OutputChunk['stream']): ByteSink {
    return {
      terminal: this.facts,
      tryWrite: (data) => this.#say(stream, data),
      isReady: () => this.#screen === undefined || this.#onItsWay < TERMINAL_OUTPUT_WINDOW_BYTES,
      whenWritable: (listener) => this.#writable.add(listener),
      close: () => undefined,
    }
  }

  get size(): TerminalSize {
    return this.#size
  }

  /** False when there is no room for what was typed. */
  type(input: ShellInput): boolean {
    if (input.type === 'bytes') return this.#input.add(input.data)
    if (input.type === 'end') this.#input.addEnd()
    else this.#size = clamped(input)
    return true
  }

  /** A line runs from now on, and its output goes to `screen`. */
  beginLine(screen: OnOutput): void {
    this.#screen = screen
  }

  /** Returns what was typed and not read. Whoever still waits for input, waits for ever. */
  endLine(): Uint8Array {
    this.#screen = undefined
    this.#setRaw(false)
    const unread = this.#input.rest()
    this.#input = new TypedInput()
    this.#writable.wake()
    return unread
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#writable.wake()
  }

  #setRaw(isRaw: boolean): void {
    if (this.#isRaw === isRaw) return
    this.#isRaw = isRaw
    this.#onEvent({ type: 'shell_mode', shell: this.#shell, raw: isRaw })
  }

  #say(stream: OutputChunk['stream'], data: Uint8Array): number {
    if (this.#screen === undefined) return this.#sayFromBackground(data)
    const free = TERMINAL_OUTPUT_WINDOW_BYTES - this.#onItsWay
    if (free <= 0) return 0
    const part = data.slice(0, free)
    const taken = this.#screen({ stream, data: part })
    if (taken instanceof Promise) {
      this.#onItsWay += part.length
      const arrived = () => {
        this.#onItsWay -= part.length
        this.#writable.wake()
      }
      taken.then(arrived, arrived)
    }
    return part.length
  }

  /** Nobody is made to wait here: a job that floods the prompt is cut. */
  #sayFromBackground(data: Uint8Array): number {
    const waiting = this.#background
    const part = data.slice(0, Math.max(0, TERMINAL_BACKGROUND_BYTES - waiting.bytes))
    if (part.length > 0) waiting.parts.push(part)
    waiting.bytes += part.length
    waiting.dropped += data.length - part.length
    this.#timer ??= setTimeout(() => this.#tellBackground(), CHANGE_EVENT_DELAY_MS)
    return data.length
  }

  #tellBackground(): void {
    this.#timer = undefined
    const waiting = this.#background
    const data = joinBytes(waiting.parts.splice(0))
    this.#onEvent({ type: 'shell_output', shell: this.#shell, data, droppedBytes: waiting.dropped })
    waiting.bytes = 0
    waiting.dropped = 0
  }
}

/** Lines and ends in the order in which they were typed. One read takes no more than one line, as at any terminal. */
class TypedInput {
  readonly readable = new Waiters()
  readonly #parts: (Uint8Array | 'end')[] = []
  #bytes = 0

  add(data: Uint8Array): boolean {
    if (data.length === 0) return true
    if (this.#bytes + data.length > TERMINAL_INPUT_MAX_BYTES) return false
    this.#parts.push(data)
    this.#bytes += data.length
    this.readable.wake()
    return true
  }

  get isReady(): boolean {
    return this.#parts.length > 0
  }

  addEnd(): void {
    this.#parts.push('end')
    this.readable.wake()
  }

  tryRead(length: number): Uint8Array | undefined {
    const first = this.#parts.shift()
    if (first === undefined) return undefined
    if (first === 'end') return new Uint8Array(0)
    if (first.length > length) this.#parts.unshift(first.subarray(length))
    const data = first.slice(0, length)
    this.#bytes -= data.length
    return data
  }

  rest(): Uint8Array {
    return joinBytes(this.#parts.filter((part) => part !== 'end'))
  }
}

function clamped({ columns, rows }: TerminalSize): TerminalSize {
  const whole = (count: number) => Math.min(TERMINAL_MAX_SIZE, Math.max(1, Math.trunc(count) || 1))
  return { columns: whole(columns), rows: whole(rows) }
}
