/**
 * `cares_wrap`: names of hosts. A browser tells no addresses; the kernel makes them up (`net/addresses.ts`), and knows
 * the name again when a program connects. Other records than addresses cannot be had.
 */
import type { NodeContext } from '../../context.ts'
import { syscalls } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { addressBytes, addressText } from './ip-address.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

interface LookupRequest {
  oncomplete(error: number | null, addresses?: readonly string[]): void
}

type LookupArguments = readonly [
  request: LookupRequest,
  host: string,
  family: number,
  hints: number,
  order: number,
]

interface ServiceRequest {
  oncomplete(error: number | null, host?: string, service?: string): void
}

interface QueryRequest {
  oncomplete(error: string | null, ...records: unknown[]): void
}

const WELL_KNOWN_PORTS: Readonly<Record<number, string>> = {
  22: 'ssh',
  25: 'smtp',
  53: 'domain',
  80: 'http',
  443: 'https',
}

/** Error of c-ares when no name server answers. */
const NO_SERVER = 'ECONNREFUSED'

/** `DNS_ORDER_IPV6_FIRST`; the sandbox's own addresses come with IPv4 first anyway. */
const IPV6_FIRST = 2

export function caresWrap(context: NodeContext, binding: Binding): void {
  const { loop } = context

  class ChannelWrap {
    #servers: unknown[] = [['127.0.0.1', 53]]

    getServers(): unknown[] {
      return this.#servers
    }

    setServers(servers: unknown[]): number {
      this.#servers = servers.map((entry) => (Array.isArray(entry) ? entry.slice(1) : entry))
      return 0
    }

    setLocalAddress(): void {
      // Nothing is sent from any address.
    }

    cancel(): void {
      // Queries end at once, so there is none to cancel.
    }
  }
  const query = (request: QueryRequest): number => {
    loop.complete(() => {
      request.oncomplete(NO_SERVER)
    })
    return 0
  }
  for (const name of QUERIES) Object.defineProperty(ChannelWrap.prototype, name, { value: query })

  class GetAddrInfoReqWrap {}
  class GetNameInfoReqWrap {}
  class QueryReqWrap {}
  Object.assign(binding, {
    ChannelWrap,
    GetAddrInfoReqWrap,
    GetNameInfoReqWrap,
    QueryReqWrap,
    getaddrinfo: (...[request, host, family, , order]: LookupArguments) => {
      const found = lookUp(context, { host, family, order })
      loop.complete(() => {
        if (typeof found === 'number') request.oncomplete(found)
        else request.oncomplete(null, found)
      })
      return 0
    },
    getnameinfo: (request: ServiceRequest, address: string, port: number) => {
      const isOwn = /^(127\.|::1$)/.test(address)
      loop.complete(() => {
        if (isOwn) request.oncomplete(null, 'localhost', WELL_KNOWN_PORTS[port] ?? String(port))
        else request.oncomplete(uvNumber('EAI_NONAME'))
      })
      return 0
    },
    canonicalizeIP: (text: string) => {
      const bytes = addressBytes(text)
      return bytes && addressText(bytes)
    },
    convertIpv6StringToBuffer: (text: string) => {
      const bytes = text.includes(':') ? addressBytes(text) : undefined
      return bytes && Object.setPrototypeOf(bytes, context.bufferPrototype)
    },
    strerror: (code: number | string) => `DNS error ${code}`,
  })
}

/** Addresses, or the number of an error. */
function lookUp(
  context: NodeContext,
  { host, family, order }: { readonly host: string; readonly family: number; readonly order: number },
): readonly string[] | number {
  try {
    const all = syscalls(context).lookup(host)
    const isV6 = (address: string): boolean => address.includes(':')
    const fitting = all.filter((address) => family === 0 || isV6(address) === (family === 6))
    if (fitting.length === 0) return uvNumber('EAI_ADDRFAMILY')
    if (order !== IPV6_FIRST) return fitting
    return [...fitting.filter(isV6), ...fitting.filter((address) => !isV6(address))]
  } catch (error) {
    const code = codeOf(error)
    return uvNumber(code === 'ENOTFOUND' ? 'EAI_NONAME' : code)
  }
}

const QUERIES = [
  'getHostByAddr',
  'queryA',
  'queryAny',
  'queryAaaa',
  'queryCaa',
  'queryCname',
  'queryMx',
  'queryNaptr',
  'queryNs',
  'queryPtr',
  'querySrv',
  'querySoa',
  'queryTlsa',
  'queryTxt',
]
