/** Addresses of the sandbox's own machine, and made-up ones for the names of others. */
import { Errno } from '../syscalls.ts'

const MACHINE_NAMES = new Set(['localhost', 'localhost.localdomain', 'vivarium', 'ip6-localhost'])
const HOST_NAME =
  /^(?=.{1,253}\.?$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

export function isIPv4(address: string): boolean {
  return IPV4.test(address)
}

/** A loopback or unspecified address, without the IPv6 form of an IPv4 one. Undefined for any other machine's. */
export function ownAddress(address: string): string | undefined {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (plain === '::' || plain === '::1') return plain
  return isIPv4(plain) && (plain.startsWith('127.') || plain === '0.0.0.0') ? plain : undefined
}

/**
 * A browser tells nobody the address of a host, and a program that connects has to have one. So each name gets an
 * address of the block that is kept for tests of networks (198.18.0.0/15), by which it is known again.
 */
export class HostNames {
  readonly #addressOf = new Map<string, string>()
  readonly #nameOf = new Map<string, string>()

  /** At least one. Throws ENOTFOUND for what is no name of a host. */
  lookup(host: string): readonly string[] {
    const name = host.toLowerCase().replace(/\.$/, '')
    if (MACHINE_NAMES.has(name) || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    if (isIPv4(name) || name.includes(':')) return [name]
    if (!HOST_NAME.test(name)) throw new Errno('ENOTFOUND', 'getaddrinfo')
    const known = this.#addressOf.get(name)
    if (known !== undefined) return [known]
    const address = testAddress(this.#addressOf.size + 1)
    this.#addressOf.set(name, address)
    this.#nameOf.set(address, name)
    return [address]
  }

  /** The name that the address was made up for. */
  nameOf(address: string): string | undefined {
    return this.#nameOf.get(address)
  }
}

/** The block has 131,070 addresses; more names than that in one session share them no more. */
function testAddress(index: number): string {
  if (index >= 0x1ffff) throw new Errno('EAI_AGAIN', 'getaddrinfo')
  return `198.${18 + (index >> 16)}.${(index >> 8) & 0xff}.${index & 0xff}`
}
