/** `block_list`: socket addresses as values, and lists of those that `net` refuses. */
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { addressBytes, addressText } from './ip-address.ts'

const AF_INET6 = 10

interface Detail {
  address?: string
  port?: number
  family?: number
  flowlabel?: number
}

class SocketAddress {
  readonly bytes: Uint8Array
  readonly #port: number
  readonly #family: number
  readonly #flowLabel: number

  constructor(address: string, port: number, family: number, flowLabel: number) {
    const bytes = addressBytes(address)
    if (bytes?.length !== (family === AF_INET6 ? 16 : 4))
      throw Object.assign(new Error('Invalid address'), { code: 'ERR_INVALID_ADDRESS' })
    this.bytes = bytes
    this.#port = port
    this.#family = family
    this.#flowLabel = flowLabel
  }

  detail(out: Detail): Detail {
    out.address = addressText(this.bytes)
    out.port = this.#port
    out.family = this.#family
    out.flowlabel = this.#flowLabel
    return out
  }

  flowlabel(): number {
    return this.#flowLabel
  }

  get familyName(): string {
    return this.#family === AF_INET6 ? 'IPv6' : 'IPv4'
  }
}

interface Rule {
  readonly text: string
  matches(bytes: Uint8Array): boolean
}

class BlockList {
  readonly #rules: Rule[] = []

  addAddress(address: SocketAddress): void {
    const text = `Address: ${address.familyName} ${addressText(address.bytes)}`
    this.#add(text, (bytes) => compare(bytes, address.bytes) === 0)
  }

  /** False when the start comes behind the end. */
  addRange(start: SocketAddress, end: SocketAddress): boolean {
    if ((compare(start.bytes, end.bytes) ?? 1) > 0) return false
    const text = `Range: ${start.familyName} ${addressText(start.bytes)}-${addressText(end.bytes)}`
    this.#add(text, (bytes) => {
      const low = compare(bytes, start.bytes)
      const high = compare(bytes, end.bytes)
      return low !== undefined && high !== undefined && low >= 0 && high <= 0
    })
    return true
  }

  addSubnet(network: SocketAddress, prefix: number): void {
    const text = `Subnet: ${network.familyName} ${addressText(network.bytes)}/${prefix}`
    this.#add(text, (bytes) => isInSubnet(bytes, network.bytes, prefix))
  }

  check(address: SocketAddress): boolean {
    const mapped = mappedIPv4(address.bytes)
    return this.#rules.some(
      (rule) => rule.matches(address.bytes) || (mapped !== undefined && rule.matches(mapped)),
    )
  }

  getRules(): string[] {
    return this.#rules.map(({ text }) => text)
  }

  /** The newest comes first, as natively. */
  #add(text: string, matches: (bytes: Uint8Array) => boolean): void {
    this.#rules.unshift({ text, matches })
  }
}

export function blockList(_context: NodeContext, binding: Binding): void {
  Object.assign(binding, { SocketAddress, BlockList })
}

/** Undefined between the two families. */
function compare(a: Uint8Array, b: Uint8Array): number | undefined {
  if (a.length !== b.length) return undefined
  for (const [index, byte] of a.entries()) {
    const difference = byte - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function isInSubnet(bytes: Uint8Array, network: Uint8Array, prefix: number): boolean {
  if (bytes.length !== network.length) return false
  return bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return (byte & mask) === ((network[index] ?? 0) & mask)
  })
}

function mappedIPv4(bytes: Uint8Array): Uint8Array | undefined {
  const isMapped = bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0)
  return isMapped && bytes[10] === 0xff && bytes[11] === 0xff ? bytes.subarray(12) : undefined
}
