/** `stream_wrap`, and what pipes and sockets have in common: the handles that `net.Socket` drives. */
import { concatenate } from '../../../../contract/bytes.ts'
import { PIPE_CAPACITY_BYTES } from '../../../../contract/limits.ts'
import { asyncSyscalls, syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf } from '../buffer.ts'
import { HandleWrap } from '../handle-wrap.ts'
import { encode } from '../text-codec.ts'
import type { Encoding } from '../text-codec.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

/** Places in `streamBaseState`. */
const READ_RESULT = 0
const BUFFER_OFFSET = 1
const BYTES_WRITTEN = 2
const LAST_WRITE_ASYNC = 3
const END_OF_FILE = -4095
/** Bytes asked for at once. */
const READ_SIZE = 65_536

export interface WriteRequest {
  oncomplete?: (status: number, handle: object, error: unknown) => void
}

export interface ShutdownRequest {
  oncomplete?: (status: number) => void
}

interface StreamState {
  readonly base: Int32Array
}

const states = new WeakMap<NodeContext, StreamState>()

function stateOf(context: NodeContext): StreamState {
  const known = states.get(context)
  if (known) return known
  const state = { base: new Int32Array(5) }
  states.set(context, state)
  return state
}

/** Bytes, the end (no bytes), or a negative number for a failure. */
export type ReadOutcome = Uint8Array | number

/** Takes what is read instead of the program's stream: how a parser of HTTP reads. */
export type StreamConsumer = (outcome: ReadOutcome) => void

export interface StreamHandle {
  readonly fd: number
  reading: boolean
  readonly bytesRead: number
  readonly bytesWritten: number
  /** Takes over a descriptor. */
  attach(fd: number): void
  setConsumer(consumer: StreamConsumer | undefined): void
  /** As if it had been read: to the program's stream. */
  deliver(outcome: ReadOutcome): void
  writeBuffer(request: WriteRequest, data: Uint8Array): number
  writev(request: WriteRequest, chunks: readonly unknown[], allBuffers: boolean): number
  writeUtf8String(request: WriteRequest, text: string): number
  writeAsciiString(request: WriteRequest, text: string): number
  writeLatin1String(request: WriteRequest, text: string): number
  writeUcs2String(request: WriteRequest, text: string): number
  shutdown(request: ShutdownRequest): number
  readStart(): number
  readStop(): number
  close(callback?: () => void): void
  ref(): void
  unref(): void
  hasRef(): boolean
}

interface Reader {
  onread?: ((buffer?: ArrayBuffer) => unknown) | undefined
}

const HTTP_ONLY =
  'Only HTTP leaves the sandbox; a connection that spoke something else was closed. Use http, https or fetch, or a service that can be reached by them.'

/** Hands what was read to the program's stream on that handle. */
export function deliverRead(context: NodeContext, reader: Reader, outcome: ReadOutcome): void {
  const { base } = stateOf(context)
  const failed = typeof outcome === 'number'
  const ended = !failed && outcome.length === 0
  base[READ_RESULT] = failed ? outcome : ended ? END_OF_FILE : outcome.length
  base[BUFFER_OFFSET] = 0
  if (failed || ended) reader.onread?.()
  // A copy of its own: the program keeps the whole buffer.
  else reader.onread?.(outcome.slice().buffer as ArrayBuffer)
}

const classes = new WeakMap<NodeContext, StreamHandleClass>()

export type StreamHandleClass = ReturnType<typeof createStreamHandleClass>

/** One class a process, which the others extend. */
export function streamHandleClass(context: NodeContext): StreamHandleClass {
  const known = classes.get(context)
  if (known) return known
  const made = createStreamHandleClass(context)
  classes.set(context, made)
  return made
}

function createStreamHandleClass(context: NodeContext) {
  const { loop } = context
  let hasSaidHttpOnly = false
  /** Once a process: what it gets for an error does not say what to do. */
  const sayHttpOnly = (): void => {
    if (hasSaidHttpOnly) return
    hasSaidHttpOnly = true
    context.process.emitWarning(HTTP_ONLY, 'Warning', 'VIVARIUM_HTTP_ONLY')
  }
  const state = stateOf(context).base

  return class LibuvStreamHandle extends HandleWrap implements StreamHandle {
    reading = false
    onread: ((buffer?: ArrayBuffer) => unknown) | undefined
    bytesRead = 0
    bytesWritten = 0
    readonly isStreamBase = true
    #fd = -1
    #pending = false
    #held: ReadOutcome | undefined
    #wantsRead = false
    #closed = false
    #writes: Promise<void> = Promise.resolve()
    #queued = 0
    #isBlocking = false
    #consumer: StreamConsumer | undefined

    constructor() {
      super(loop)
    }

    get writeQueueSize(): number {
      return this.#queued
    }

    attach(fd: number): void {
      this.#fd = fd
    }

    get fd(): number {
      return this.#fd
    }

    open(fd: number): number {
      this.#fd = fd
      return 0
    }

    setBlocking(isBlocking: boolean): number {
      this.#isBlocking = isBlocking
      return 0
    }

    useUserBuffer(): void {
      throw new UnavailableError('The onread option of net.Socket')
    }

    setConsumer(consumer: StreamConsumer | undefined): void {
      this.#consumer = consumer
    }

    readStart(): number {
      this.reading = true
      this.#wantsRead = true
      this.isBusy = true
      if (this.#held === undefined) this.#readMore()
      else if (!this.#pending) {
        this.#pending = true
        const held = this.#held
        this.#held = undefined
        loop.complete(() => {
          this.#arrived(held)
        })
      }
      return 0
    }

    readStop(): number {
      this.reading = false
      this.#wantsRead = false
      this.isBusy = false
      return 0
    }

    shutdown(request: ShutdownRequest): number {
      loop.ref()
      const finish = () => {
        loop.unref()
        loop.complete(() => {
          const status = this.endWriting()
          request.oncomplete?.(status)
        })
      }
      this.#writes.then(finish, finish)
      return 0
    }

    writeBuffer(request: WriteRequest, data: Uint8Array): number {
      if (!ArrayBuffer.isView(data)) {
        const error = new TypeError('Second argument must be a buffer')
        throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' })
      }
      return this.#write(request, bytesOf(data).slice())
    }

    writev(request: WriteRequest, chunks: readonly unknown[], allBuffers: boolean): number {
      const parts: Uint8Array[] = []
      for (let index = 0; index < chunks.length; index += allBuffers ? 1 : 2) {
        const chunk = chunks[index]
        parts.push(typeof chunk === 'string' ? encode(chunk, encodingOf(chunks[index + 1])) : bytesOf(chunk))
      }
      return this.#write(request, concatenate(parts))
    }

    writeUtf8String(request: WriteRequest, text: string): number {
      return this.#write(request, encode(text, 'utf8'))
    }

    writeAsciiString(request: WriteRequest, text: string): number {
      return this.#write(request, encode(text, 'latin1'))
    }

    writeLatin1String(request: WriteRequest, text: string): number {
      return this.#write(request, encode(text, 'latin1'))
    }

    writeUcs2String(request: WriteRequest, text: string): number {
      return this.#write(request, encode(text, 'utf16le'))
    }

    close(callback?: () => void): void {
      this.readStop()
      this.#closed = true
      this.#closeDescriptor()
      // Closing is an event of the loop, whether or not somebody waits for it.
      loop.complete(() => {
        callback?.call(this)
      })
    }

    /** A pipe of one direction is closed with it; a socket goes on to be read. */
    endWriting(): number {
      this.#closeDescriptor()
      return 0
    }

    get isClosed(): boolean {
      return this.#closed
    }

    #closeDescriptor(): void {
      if (this.#fd < 0) return
      const fd = this.#fd
      this.#fd = -1
      syscalls(context).close(fd)
    }

    #readMore(): void {
      if (this.#pending || this.#closed) return
      if (this.#fd < 0) {
        // The child could not be started: nothing will come.
        loop.complete(() => {
          this.#take(new Uint8Array(0))
        })
        return
      }
      this.#pending = true
      const arrived = (outcome: ReadOutcome) => {
        loop.complete(() => {
          this.#arrived(outcome)
        })
      }
      asyncSyscalls(context)
        .read(this.#fd, READ_SIZE, null)
        .then(arrived, (error: unknown) => {
          const code = codeOf(error)
          if (code === 'EPROTO') loop.complete(sayHttpOnly)
          arrived(uvNumber(code))
        })
    }

    /** It waits where the program has stopped reading meanwhile; nothing else is read until it was taken. */
    #arrived(outcome: ReadOutcome): void {
      this.#pending = false
      if (this.#wantsRead) this.#take(outcome)
      else this.#held = outcome
    }

    #take(outcome: ReadOutcome): void {
      if (this.#closed) return
      const isOver = typeof outcome === 'number' || outcome.length === 0
      if (isOver) this.readStop()
      else this.bytesRead += outcome.length
      if (this.#consumer) this.#consumer(outcome)
      else this.deliver(outcome)
      if (!isOver && this.#wantsRead) this.#readMore()
    }

    deliver(outcome: ReadOutcome): void {
      deliverRead(context, this, outcome)
    }

    #write(request: WriteRequest, data: Uint8Array): number {
      state[BYTES_WRITTEN] = data.length
      state[LAST_WRITE_ASYNC] = 0
      this.bytesWritten += data.length
      if (this.#isBlocking) return this.#writeNow(data)
      // As libuv: what there is room for goes at once, so that a stream that is then destroyed has said it.
      const taken = this.#queued === 0 ? this.#tryWrite(data) : 0
      if (taken < 0 || taken === data.length) return Math.min(taken, 0)
      const rest = data.subarray(taken)
      state[LAST_WRITE_ASYNC] = 1
      loop.ref()
      this.#queued += rest.length
      const finish = (status: number) => {
        this.#queued -= rest.length
        loop.complete(() => {
          request.oncomplete?.(status, this, undefined)
        })
        loop.unref()
      }
      this.#writes = this.#writes.then(async () => {
        try {
          await this.#send(rest)
          finish(0)
        } catch (error) {
          finish(uvNumber(codeOf(error)))
        }
      })
      return 0
    }

    /** Bytes taken, or the negative number of an error. */
    #tryWrite(data: Uint8Array): number {
      try {
        return syscalls(context).tryWrite(this.#fd, data.subarray(0, PIPE_CAPACITY_BYTES))
      } catch (error) {
        return uvNumber(codeOf(error))
      }
    }

    #writeNow(data: Uint8Array): number {
      try {
        let rest = data
        while (rest.length > 0) rest = rest.subarray(syscalls(context).write(this.#fd, rest.slice(), null))
        return 0
      } catch (error) {
        return uvNumber(codeOf(error))
      }
    }

    async #send(data: Uint8Array): Promise<void> {
      const { write } = asyncSyscalls(context)
      let rest = data
      while (rest.length > 0) rest = rest.subarray(await write(this.#fd, rest.slice(), null))
    }
  }
}

function encodingOf(name: unknown): Encoding {
  return name === 'latin1' || name === 'binary' || name === 'ascii'
    ? 'latin1'
    : name === 'ucs2' || name === 'utf16le'
      ? 'utf16le'
      : 'utf8'
}

export function streamWrap(context: NodeContext, binding: Binding): void {
  class WriteWrap {}
  class ShutdownWrap {}
  class LibuvStreamWrap {}
  Object.assign(binding, { WriteWrap, ShutdownWrap, LibuvStreamWrap, streamBaseState: stateOf(context).base })
}
