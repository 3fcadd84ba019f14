/**
 * Git has bytes, not characters: names, messages and contents may be in any encoding. Inside this folder every text
 * is a string with one char (0–255) a byte, called byte text; this file is the way in and out.
 */
import { nameOfBytes as nameOf } from '../../contract/name-bytes.ts'
import { encodeText, fromByteString, toByteString } from '../shell/byte-string.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const loose = new TextDecoder('utf-8', { ignoreBOM: true })
const NON_ASCII = /[^\0-\x7f]/

export function toText(bytes: Uint8Array): string {
  try {
    // By far the most is ASCII, and this is the fastest way for it.
    const text = strict.decode(bytes)
    if (text.length === bytes.length) return text
  } catch {
    // Not UTF-8: byte by byte.
  }
  return toByteString(bytes)
}

export function fromText(text: string): Uint8Array {
  return fromByteString(text)
}

/** An argument or a file name of the sandbox as byte text. Bytes that the shell carries as lone surrogates come out as they were. */
export function bytesOfName(name: string): string {
  return NON_ASCII.test(name) ? toByteString(encodeText(name)) : name
}

/** A name as the sandbox's files have it: UTF-8 decoded, other bytes as lone surrogates, so that the way back is exact. */
export function nameOfBytes(text: string): string {
  if (!NON_ASCII.test(text)) return text
  return nameOf(fromByteString(text))
}

/** For people and error messages. */
export function readable(text: string): string {
  return NON_ASCII.test(text) ? loose.decode(fromByteString(text)) : text
}

export function hexOf(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes) out += HEX[byte] ?? ''
  return out
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

/** The lines of a text, each with its newline; the last one maybe without. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  let at = 0
  while (at < text.length) {
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    lines.push(text.slice(at, next))
    at = next
  }
  return lines
}
