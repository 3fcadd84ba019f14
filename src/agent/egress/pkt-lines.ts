/** The lines of git's protocol: each with its length in four hexadecimal digits before it. */

interface PacketLines {
  /** Byte text, a character a byte. */
  readonly lines: readonly string[]
  /** Behind the flush. */
  readonly end: number
}

const decoder = new TextDecoder('latin1')

/** The lines up to the first flush; undefined when it is no such text, or has none. */
export function linesToFlush(body: Uint8Array, from: number): PacketLines | undefined {
  const lines: string[] = []
  for (let at = from; ;) {
    const packet = packetAt(body, at)
    if (packet === undefined || packet.line === 'delimiter') return undefined
    at = packet.end
    if (packet.line === 'flush') return { lines, end: at }
    lines.push(packet.line.text)
  }
}

interface Packet {
  readonly line: 'flush' | 'delimiter' | { readonly text: string }
  readonly end: number
}

/** Undefined when there is none at that place. */
export function packetAt(body: Uint8Array, at: number): Packet | undefined {
  const digits = decoder.decode(body.subarray(at, at + 4))
  if (!/^[0-9a-f]{4}$/i.test(digits)) return undefined
  const length = Number.parseInt(digits, 16)
  if (length === 0) return { line: 'flush', end: at + 4 }
  if (length === 1 || length === 2) return { line: 'delimiter', end: at + 4 }
  if (length < 4 || at + length > body.length) return undefined
  const text = decoder.decode(body.subarray(at + 4, at + length)).replace(/\n$/, '')
  return { line: { text }, end: at + length }
}
