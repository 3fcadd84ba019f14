/** `pipe_wrap`: the parent's ends of its children's pipes, and sockets that are known by a path. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import type { Binding } from '../binding.ts'
import { socketHandleClass } from './socket-handle.ts'
import type { ConnectRequest } from './socket-handle.ts'
import type { WriteRequest } from './stream-handle.ts'
import { uvNumber } from '../uv.ts'

export function pipeWrap(context: NodeContext, binding: Binding): void {
  class Pipe extends socketHandleClass(context) {
    #path = ''

    override sibling(): Pipe {
      return new Pipe()
    }

    bind(path: string): number {
      if (path === '') return uvNumber('EINVAL')
      this.#path = path
      return 0
    }

    listen(): number {
      return this.#path === '' ? uvNumber('EINVAL') : this.listenAt({ path: this.#path })
    }

    connect(request: ConnectRequest, path: string): number {
      return this.connectTo(request, { path })
    }

    /** The channel of `child_process.fork` carries text, but no handles. */
    override writeUtf8String(request: WriteRequest, text: string, handle?: unknown): number {
      if (handle !== undefined)
        throw new UnavailableError(
          'Sending a socket or a server to another process',
          'Let one process listen, and send messages.',
        )
      return super.writeUtf8String(request, text)
    }

    fchmod(): number {
      return 0
    }
  }
  class PipeConnectWrap {}
  Object.assign(binding, { Pipe, PipeConnectWrap })
}
