/** `pipe_wrap` and `stream_wrap`: the parent's ends of its children's pipes, as the handles that `net.Socket` drives. */
import { concatenate } from '../../../bytes.ts'
import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { UnavailableError } from './binding.ts'
import { bytesOf } from './buffer.ts'
import { encode } from './text-codec.ts'
import type { Encoding } from './text-codec.ts'
import { codeOf } from './uv-error.ts'
import { uvNumber } from './uv.ts'

/** Places in `streamBaseState`. */
const READ_RESULT = 0
const BUFFER_OFFSET = 1
const BYTES_WRITTEN = 2
const LAST_WRITE_ASYNC = 3
const END_OF_FILE = -4095
/** Bytes asked for at once. */
const READ_SIZE = 65_536

interface WriteRequest {
  oncomplete?: (status: number, handle: object, error: unknown) => void
}

interface ShutdownRequest {
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

const pipeClasses = new WeakMap<NodeContext, new (type: number) => PipeHandle>()

export interface PipeHandle {
  readonly fd: number
  /** Takes over a descriptor that a child's start has made. */
  attach(fd: number): void
}

export function pipeClass(context: NodeContext): new (type: number) => PipeHandle {
  const known = pipeClasses.get(context)
  if (known) return known
  const made = createPipeClass(context)
  pipeClasses.set(context, made)
  return made
}

function createPipeClass(context: NodeContext): new (type: number) => PipeHandle {
  const { loop } = context
  const state = stateOf(context).base

  return class Pipe implements PipeHandle {
    reading = false
    onread: ((buffer?: ArrayBuffer) => unknown) | undefined
    bytesRead = 0
    bytesWritten = 0
    readonly isStreamBase = true
    #fd = -1
    #pending = false
    #held: Uint8Array | undefined
    #wantsRead = false
    #closed = false
    #refed = true
    #holding = false
    #writes: Promise<void> = Promise.resolve()
    #isBlocking = false

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

    getAsyncId(): number {
      return 0
    }

    setBlocking(isBlocking: boolean): number {
      this.#isBlocking = isBlocking
      return 0
    }

    useUserBuffer(): void {
      throw new UnavailableError('The onread option of net.Socket')
    }

    readStart(): number {
      this.#wantsRead = true
      this.#hold()
      if (this.#held) {
        const data = this.#held
        this.#held = undefined
        loop.complete(() => {
          this.#deliver(data)
        })
      } else this.#readMore()
      return 0
    }

    readStop(): number {
      this.#wantsRead = false
      this.#release()
      return 0
    }

    shutdown(request: ShutdownRequest): number {
      loop.ref()
      const finish = () => {
        loop.unref()
        loop.complete(() => {
          this.#closeDescriptor()
          request.oncomplete?.(0)
        })
      }
      this.#writes.then(finish, finish)
      return 0
    }

    writeBuffer(request: WriteRequest, data: Uint8Array): number {
      return this.#write(request, bytesOf(data).slice())
    }

    writev(request: WriteRequest, chunks: readonly unknown[], allBuffers: boolean): number {
      const parts: Uint8Array[] = []
      for (let index = 0; index < chunks.length; index += allBuffers ? 1 : 2) {
        const chunk = chunks[index]
        parts.push(
          typeof chunk === 'string'
            ? encode(chunk, encodingOf(chunks[index + 1]))
            : bytesOf(chunk as Uint8Array),
        )
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
      if (callback) {
        loop.complete(() => {
          callback.call(this)
        })
      }
    }

    ref(): void {
      this.#refed = true
      if (this.#wantsRead) this.#hold()
    }

    unref(): void {
      this.#refed = false
      this.#release()
    }

    hasRef(): boolean {
      return this.#refed
    }

    bind(): never {
      throw new UnavailableError('Listening on a local socket')
    }

    connect(): never {
      throw new UnavailableError('Connecting to a local socket')
    }

    #hold(): void {
      if (this.#holding || !this.#refed) return
      this.#holding = true
      loop.ref()
    }

    #release(): void {
      if (!this.#holding) return
      this.#holding = false
      loop.unref()
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
        // Of a child that could not be started: nothing will come.
        loop.complete(() => {
          this.#deliver(new Uint8Array(0))
        })
        return
      }
      const later = context.started?.host.asyncSyscalls
      if (!later) throw new UnavailableError('Reading from a child')
      this.#pending = true
      const arrived = (outcome: Uint8Array | number) => {
        this.#pending = false
        loop.complete(() => {
          if (this.#wantsRead) this.#deliver(outcome)
          else if (typeof outcome !== 'number') this.#held = outcome
        })
      }
      later.read(this.#fd, READ_SIZE, null).then(arrived, (error: unknown) => {
        arrived(uvNumber(codeOf(error)))
      })
    }

    /** Bytes, the end (no bytes), or a negative number for a failure. */
    #deliver(outcome: Uint8Array | number): void {
      if (this.#closed) return
      const failed = typeof outcome === 'number'
      const ended = !failed && outcome.length === 0
      state[READ_RESULT] = failed ? outcome : ended ? END_OF_FILE : outcome.length
      state[BUFFER_OFFSET] = 0
      if (failed || ended) {
        this.readStop()
        this.onread?.()
        return
      }
      this.bytesRead += outcome.length
      // A copy of its own: the program keeps the whole buffer.
      this.onread?.(outcome.slice().buffer as ArrayBuffer)
      if (this.#wantsRead) this.#readMore()
    }

    #write(request: WriteRequest, data: Uint8Array): number {
      state[BYTES_WRITTEN] = data.length
      state[LAST_WRITE_ASYNC] = this.#isBlocking ? 0 : 1
      this.bytesWritten += data.length
      if (this.#isBlocking) return this.#writeNow(data)
      loop.ref()
      const finish = (status: number) => {
        loop.complete(() => {
          request.oncomplete?.(status, this, undefined)
        })
        loop.unref()
      }
      this.#writes = this.#writes.then(async () => {
        try {
          await this.#send(data)
          finish(0)
        } catch (error) {
          finish(uvNumber(codeOf(error)))
        }
      })
      return 0
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
      const later = context.started?.host.asyncSyscalls
      if (!later) throw new UnavailableError('Writing to a child')
      let rest = data
      while (rest.length > 0) rest = rest.subarray(await later.write(this.#fd, rest.slice(), null))
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

export function pipeWrap(context: NodeContext, binding: Binding): void {
  class PipeConnectWrap {}
  Object.assign(binding, { Pipe: pipeClass(context), PipeConnectWrap })
}

export function streamWrap(context: NodeContext, binding: Binding): void {
  class WriteWrap {}
  class ShutdownWrap {}
  class LibuvStreamWrap {}
  Object.assign(binding, { WriteWrap, ShutdownWrap, LibuvStreamWrap, streamBaseState: stateOf(context).base })
}
