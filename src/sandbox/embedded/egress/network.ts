/** Routes requests of processes: to a port that a process of this sandbox listens at, else out by egress. */
import type { Egress, EgressInitiator, EgressOutcome, EgressRequest } from '../../contract/egress.ts'
import type { ProgramKind } from '../process/protocol.ts'
import { Errno, O } from '../syscalls.ts'
import type { WebRequest } from '../syscalls.ts'
import { OpenFile } from '../vfs/open-file.ts'
import { Connection } from './connection.ts'

/** Servers of the sandbox's own processes, by port. */
export interface LocalPorts {
  /** Undefined when nobody listens there. */
  request(port: number, request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> | undefined
}

/** The process that asks, as the kernel knows it. */
export interface Requester extends Pick<EgressInitiator, 'execId' | 'run' | 'fork'> {
  readonly pid: number
  readonly kind: ProgramKind
  readonly argv: readonly string[]
}

export class Network {
  readonly #egress: Egress
  readonly #ports: LocalPorts

  constructor(egress: Egress, ports: LocalPorts) {
    this.#egress = egress
    this.#ports = ports
  }

  /** Begins a request; what is opened is where its answer is read from. */
  open(request: WebRequest, body: Uint8Array | undefined, by: Requester): OpenFile {
    const whole: EgressRequest = {
      ...requestOf(request, by),
      ...(body === undefined ? {} : { body: body.slice() }),
    }
    const source = new Connection((signal) => this.#send(whole, signal))
    return new OpenFile({ type: 'source', source }, O.RDONLY)
  }

  /** Never rejects. */
  send(request: WebRequest, by: Requester, signal: AbortSignal): Promise<EgressOutcome> {
    return this.#send(requestOf(request, by), signal)
  }

  #send(request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> {
    const port = ownPort(request.url)
    const own = port === undefined ? undefined : this.#ports.request(port, request, signal)
    // A port that is nobody's here may be one of the user's own machine: the gate knows whether that was allowed.
    return own ?? this.#egress.request(request, signal)
  }
}

function requestOf(request: WebRequest, by: Requester): EgressRequest {
  const { url, method, headers, followRedirects } = request
  return { url, method, headers, followRedirects, initiator: initiatorOf(request, by) }
}

/**
 * A shell interprets scripts, so the code in its worker is ours, and so is the name of the command that it runs. Every other
 * program runs code of the workspace, which may say anything.
 */
function initiatorOf({ command, operation }: WebRequest, by: Requester): EgressInitiator {
  const { execId, run, pid, kind, argv, fork } = by
  const own = { execId, run, ...(fork === undefined ? {} : { fork }) }
  const program = `${forkPrefix(fork)}${execId} ${pid}`
  if (kind !== 'shell') return { ...own, command: argv.join(' '), operation: program }
  const isGit = /^git(?: |$)/.test(command)
  return { ...own, command, operation: `${program} ${operation}`, ...(isGit && { isGit }) }
}

/** Tells operations and runs of a fork from those of others: two sandboxes have the same ids of commands and processes. */
export function forkPrefix(fork: string | undefined): string {
  return fork === undefined ? '' : `${JSON.stringify(fork)} `
}

/** The connection that a descriptor leads to. Throws EINVAL for any other file. */
export function connectionOf(file: OpenFile): Connection {
  const { target } = file
  if (target.type === 'source' && target.source instanceof Connection) return target.source
  throw new Errno('EINVAL', 'response')
}

/** The port of an address of this machine; undefined for any other. */
function ownPort(address: string): number | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port } = new URL(address)
  if (!/^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname.replace(/\.$/, ''))) return undefined
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
