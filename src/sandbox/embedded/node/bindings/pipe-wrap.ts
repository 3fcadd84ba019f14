/** `pipe_wrap`: the parent's ends of its children's pipes, and sockets that are known by a path. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { socketHandleClass } from './socket-handle.ts'
import type { ConnectRequest } from './socket-handle.ts'
import { uvNumber } from './uv.ts'

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

    fchmod(): number {
      return 0
    }
  }
  class PipeConnectWrap {}
  Object.assign(binding, { Pipe, PipeConnectWrap })
}
