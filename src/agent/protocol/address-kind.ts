/** Classifies a host name or address, however it is written. Names are not looked up: a page cannot. */

/** `private` is every address that is not reached over the public internet, this machine's own included. */
export type AddressKind = 'public' | 'private'

/** `hostname` as `URL` gives it: lower case, punycode, IPv4 in its four parts, IPv6 in brackets. */
export function addressKind(hostname: string): AddressKind {
  const host = hostname.replace(/\.+$/, '')
  if (host.startsWith('[')) return isPrivateV6(parseV6(host.slice(1, -1))) ? 'private' : 'public'
  const parts = parseV4(host)
  if (parts) return isPrivateV4(parts) ? 'private' : 'public'
  return isPrivateName(host) ? 'private' : 'public'
}

/** Names without a dot are resolved by the local network; the endings are kept for such use. */
function isPrivateName(host: string): boolean {
  if (!host.includes('.')) return true
  return /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion|invalid)$/.test(
    host,
  )
}

function parseV4(host: string): number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return undefined
  return host.split('.').map(Number)
}

function isPrivateV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  )
}

/** Eight numbers of 16 bits. `URL` writes addresses without a dotted part. */
function parseV6(text: string): number[] {
  const [head = '', tail] = text.split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((digits) => Number.parseInt(digits, 16))
  if (tail === undefined) return numbers(head)
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}

function isPrivateV6(words: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = words
  const v4 = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255]
  if (words.slice(0, 6).every((word) => word === 0)) return true // unspecified, loopback, compatible IPv4
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff)
    return isPrivateV4(v4(words[6], words[7]))
  if (first === 0x64 && second === 0xff9b) return third !== 0 || isPrivateV4(v4(words[6], words[7]))
  if (first === 0x2002) return isPrivateV4(v4(second, third))
  // Everything that is routed in public lies in 2000::/3; documentation and tunnels to anywhere lie there, too.
  if (first < 0x2000 || first > 0x3fff) return true
  return first === 0x2001 && (second === 0 || second === 0xdb8)
}
