/** ASN.1 in its distinguished encoding, as far as keys and signatures need it. */
import { concatenate } from '../../../../contract/bytes.ts'

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  object: 0x06,
  sequence: 0x30,
} as const

export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
  /** The whole of it, with tag and length. */
  readonly bytes: Uint8Array
}

function invalid(): Error {
  return new Error('The data is not ASN.1 in its distinguished encoding.')
}

/** The values that follow one another in `bytes`. Throws for anything else. */
export function readDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1]
    if (first === undefined) throw invalid()
    const count = first < 0x80 ? 0 : first & 0x7f
    let length = first < 0x80 ? first : 0
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0)
    const start = at + 2 + count
    if (start + length > bytes.length) throw invalid()
    values.push({
      tag,
      content: bytes.subarray(start, start + length),
      bytes: bytes.subarray(at, start + length),
    })
    at = start + length
  }
  return values
}

/** Elements of a sequence. */
export function readSequence(value: DerValue | undefined): DerValue[] {
  if (value?.tag !== TAG.sequence) throw invalid()
  return readDer(value.content)
}

export function contentOf(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw invalid()
  return value.content
}

export function readInteger(value: DerValue | undefined): bigint {
  return toBigInt(contentOf(value, TAG.integer))
}

export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = concatenate(contents)
  return concatenate([Uint8Array.of(tag), lengthBytes(content.length), content])
}

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes = fromBigInt(BigInt(length))
  return Uint8Array.of(0x80 | bytes.length, ...bytes)
}

export function writeInteger(value: bigint): Uint8Array {
  const bytes = fromBigInt(value)
  // Without it, it would be negative.
  const sign = (bytes[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []
  return writeDer(TAG.integer, ...sign, bytes.length === 0 ? Uint8Array.of(0) : bytes)
}

export function writeObject(id: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const digits = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
    bytes.push(...digits)
  }
  return writeDer(TAG.object, Uint8Array.from(bytes))
}

export function readObject(value: DerValue | undefined): string {
  const [head = 0, ...rest] = contentOf(value, TAG.object)
  const parts = [Math.floor(head / 40), head % 40]
  let part = 0
  for (const byte of rest) {
    part = part * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      parts.push(part)
      part = 0
    }
  }
  return parts.join('.')
}

export function toBigInt(bytes: Uint8Array): bigint {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text === '' ? 0n : BigInt(`0x${text}`)
}

/** Without leading zeros unless a length is asked for. */
export function fromBigInt(value: bigint, length = 0): Uint8Array {
  const text = value === 0n ? '' : value.toString(16)
  const even = text.length % 2 === 0 ? text : `0${text}`
  const padded = even.padStart(length * 2, '0')
  return Uint8Array.from({ length: padded.length / 2 }, (_, index) =>
    Number.parseInt(padded.slice(index * 2, index * 2 + 2), 16),
  )
}
