/** `string_decoder`: text from pieces of bytes. The state lives in seven bytes that the library reads too. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { bytesOf } from './buffer.ts'
import { decode, ENCODINGS } from './text-codec.ts'

/** Bytes 0–3: what is left of a character; then how many are missing, how many are kept, the encoding. */
const MISSING = 4
const BUFFERED = 5
const ENCODING = 6

/** Bytes at the end that begin a UTF-8 character which is not complete, and how many it still needs. */
function utf8Tail(bytes: Uint8Array): { kept: number; missing: number } {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const size =
      byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1
    const second = bytes[bytes.length - back + 1]
    if (size > back && (second === undefined || isValidSecond(byte, second)))
      return { kept: back, missing: size - back }
    break
  }
  return { kept: 0, missing: 0 }
}

function isValidSecond(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second <= 0x9f
  if (first === 0xf0) return second >= 0x90
  if (first === 0xf4) return second <= 0x8f
  return true
}

function utf16Tail(bytes: Uint8Array): { kept: number; missing: number } {
  if (bytes.length % 2 === 1) {
    const high = bytes.length >= 3 && isLead(bytes[bytes.length - 2])
    return high ? { kept: 3, missing: 1 } : { kept: 1, missing: 1 }
  }
  return isLead(bytes[bytes.length - 1]) ? { kept: 2, missing: 2 } : { kept: 0, missing: 0 }
}

function isLead(highByte: number | undefined): boolean {
  return highByte !== undefined && highByte >= 0xd8 && highByte <= 0xdb
}

function tailOf(bytes: Uint8Array, encoding: string): { kept: number; missing: number } {
  switch (encoding) {
    case 'utf8':
      return utf8Tail(bytes)
    case 'utf16le':
      return utf16Tail(bytes)
    case 'base64':
    case 'base64url':
      return bytes.length % 3 === 0
        ? { kept: 0, missing: 0 }
        : { kept: bytes.length % 3, missing: 3 - (bytes.length % 3) }
    default:
      return { kept: 0, missing: 0 }
  }
}

export function stringDecoder(_context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    decode: (state: Uint8Array, input: Uint8Array | string) => {
      if (typeof input === 'string') return input
      const encoding = ENCODINGS[state[ENCODING] ?? 1] ?? 'utf8'
      const buffered = state[BUFFERED] ?? 0
      const fresh = bytesOf(input)
      let bytes = fresh
      if (buffered > 0) {
        bytes = new Uint8Array(buffered + fresh.length)
        bytes.set(state.subarray(0, buffered))
        bytes.set(fresh, buffered)
      }
      const { kept, missing } = tailOf(bytes, encoding)
      state.set(bytes.subarray(bytes.length - kept))
      state[BUFFERED] = kept
      state[MISSING] = missing
      return decode(bytes.subarray(0, bytes.length - kept), encoding)
    },
    flush: (state: Uint8Array) => {
      const encoding = ENCODINGS[state[ENCODING] ?? 1] ?? 'utf8'
      let kept = state.slice(0, state[BUFFERED] ?? 0)
      if (encoding === 'utf16le' && kept.length % 2 === 1) kept = kept.subarray(0, -1)
      state[BUFFERED] = 0
      state[MISSING] = 0
      return kept.length === 0 ? '' : decode(kept, encoding)
    },
  })
}
