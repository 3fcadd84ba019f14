/** Common part of TCP sockets and local sockets: listening, accepting, connecting. */
import { asyncSyscalls, syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { LoopHold } from '../../loop-hold.ts'
import type { ConnectedSocket, SocketAddress } from '../../../syscalls.ts'
import { streamHandleClass } from './stream-handle.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

export interface ConnectRequest {
  /** Status, handle, request, whether it can be read, whether it can be written. */
  oncomplete?: (...outcome: readonly unknown[]) => void
}

export type SocketHandleClass = ReturnType<typeof createSocketHandleClass>

const classes = new WeakMap<NodeContext, SocketHandleClass>()

/** One class a process, which `Pipe` and `TCP` extend. */
export function socketHandleClass(context: NodeContext): SocketHandleClass {
  const known = classes.get(context)
  if (known) return known
  const made = createSocketHandleClass(context)
  classes.set(context, made)
  return made
}

function createSocketHandleClass(context: NodeContext) {
  const { loop } = context
  abstract class SocketHandle extends streamHandleClass(context) {
    onconnection: ((status: number, client?: object) => void) | undefined
    local: SocketAddress | undefined
    remote: SocketAddress | undefined
    #isListening = false
    readonly #listening = new LoopHold(loop)
    #isSocket = false

    /** A handle for a connection that was accepted. */
    abstract sibling(): SocketHandle

    /** Negative when it cannot be. */
    listenAt(address: SocketAddress): number {
      try {
        const { fd, address: own } = syscalls(context).listen(address)
        this.attach(fd)
        this.local = own
      } catch (error) {
        return uvNumber(codeOf(error))
      }
      this.#isListening = true
      this.#listening.isBusy = true
      this.#acceptNext()
      return 0
    }

    connectTo(request: ConnectRequest, address: SocketAddress): number {
      const tell = (status: number) => () => request.oncomplete?.(status, this, request, true, true)
      try {
        // Before any timer: one that was waited for 250 ms, while the program was busy, would be given up for another.
        const socket = syscalls(context).tryConnect(address)
        if (socket) {
          this.adopt(socket.fd, socket)
          loop.completeNow(tell(0))
          return 0
        }
      } catch (error) {
        loop.completeNow(tell(uvNumber(codeOf(error))))
        return 0
      }
      loop.ref()
      const finish = (status: number) => {
        loop.complete(tell(status))
        loop.unref()
      }
      const connected = ({ fd, local, remote }: ConnectedSocket) => {
        if (this.isClosed) {
          syscalls(context).close(fd)
          return finish(uvNumber('ECANCELED'))
        }
        this.adopt(fd, { local, remote })
        finish(0)
      }
      asyncSyscalls(context)
        .connect(address)
        .then(connected, (error: unknown) => {
          finish(uvNumber(codeOf(error)))
        })
      return 0
    }

    adopt(fd: number, ends: { readonly local: SocketAddress; readonly remote: SocketAddress }): void {
      this.attach(fd)
      this.#isSocket = true
      this.local = ends.local
      this.remote = ends.remote
    }

    override endWriting(): number {
      if (!this.#isSocket) return super.endWriting()
      try {
        if (this.fd >= 0) syscalls(context).shutdown(this.fd)
        return 0
      } catch (error) {
        return uvNumber(codeOf(error))
      }
    }

    override close(callback?: () => void): void {
      this.#isListening = false
      this.#listening.isBusy = false
      super.close(callback)
    }

    override ref(): void {
      this.#listening.ref()
      super.ref()
    }

    override unref(): void {
      this.#listening.unref()
      super.unref()
    }

    #acceptNext(): void {
      if (!this.#isListening) return
      asyncSyscalls(context)
        .accept(this.fd)
        .then(
          ({ fd, local, remote }) => {
            loop.complete(() => {
              if (!this.#isListening) return syscalls(context).close(fd)
              const client = this.sibling()
              client.adopt(fd, { local, remote })
              this.onconnection?.(0, client)
            })
            this.#acceptNext()
          },
          (error: unknown) => {
            // Closed meanwhile: nobody is there to be told.
            if (!this.#isListening) return
            loop.complete(() => {
              this.onconnection?.(uvNumber(codeOf(error)))
            })
          },
        )
    }
  }
  return SocketHandle
}
