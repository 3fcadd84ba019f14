/** `tcp_wrap`: sockets on the sandbox's loopback, and to the gateway for every other machine. */
import type { NodeContext } from '../../context.ts'
import type { SocketAddress } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { socketHandleClass } from './socket-handle.ts'
import type { ConnectRequest } from './socket-handle.ts'
import { uvNumber } from '../uv.ts'

/** Object that `getsockname` fills in. */
interface SocketName {
  address?: string
  port?: number
  family?: 'IPv4' | 'IPv6'
}

export function tcpWrap(context: NodeContext, binding: Binding): void {
  class TCP extends socketHandleClass(context) {
    #bound: SocketAddress = { host: '::', port: 0 }

    override sibling(): TCP {
      return new TCP()
    }

    bind(host: string, port: number): number {
      this.#bound = { host, port }
      return 0
    }

    bind6(host: string, port: number): number {
      return this.bind(host, port)
    }

    listen(): number {
      return this.listenAt(this.#bound)
    }

    connect(request: ConnectRequest, host: string, port: number): number {
      return this.connectTo(request, { host, port })
    }

    connect6(request: ConnectRequest, host: string, port: number): number {
      return this.connect(request, host, port)
    }

    getsockname(out: SocketName): number {
      return fill(out, this.local ?? this.#bound)
    }

    getpeername(out: SocketName): number {
      return this.remote ? fill(out, this.remote) : uvNumber('ENOTCONN')
    }

    setNoDelay(): number {
      return 0
    }

    setKeepAlive(): number {
      return 0
    }

    reset(callback?: () => void): number {
      this.close(callback)
      return 0
    }
  }
  class TCPConnectWrap {}
  Object.assign(binding, { TCP, TCPConnectWrap })
}

function fill(out: SocketName, address: SocketAddress): number {
  if ('path' in address) return uvNumber('EINVAL')
  // In this order natively, too, which shows when they are printed.
  out.address = address.host
  out.family = address.host.includes(':') ? 'IPv6' : 'IPv4'
  out.port = address.port
  return 0
}
