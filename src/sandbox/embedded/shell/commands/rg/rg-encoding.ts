/** A file's bytes as the text that is searched: as the mark at its beginning says, or as `-E` asks. */
import { BINARY_SNIFF_BYTES } from '../../../../contract/limits.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import { TROUBLE } from './rg-options.ts'

export interface RgText {
  readonly text: string
  /** Offset of the first NUL, or -1. */
  readonly nul: number
}

/** `asked` is what stands behind `-E`. Throws `CommandError` when nobody knows that encoding. */
export function decodeAs(bytes: Uint8Array, asked: string | undefined): RgText {
  const label = labelOf(bytes, asked)
  if (label !== undefined) {
    try {
      const text = new TextDecoder(label).decode(bytes)
      return { text, nul: text.indexOf('\0') }
    } catch {
      throw new CommandError(
        `error parsing flag -E/--encoding: grep config error: unknown encoding: ${label}`,
        TROUBLE,
      )
    }
  }
  const hasMark = asked !== 'none' && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const { text, isValid } = decodeLoosely(hasMark ? bytes.subarray(3) : bytes)
  // In a text this is ten times as fast as in bytes.
  if (isValid && !text.includes('\0')) return { text, nul: -1 }
  return { text, nul: bytes.indexOf(0) }
}

/** Seen by its first bytes, without decoding it: a NUL in what is no UTF-16. */
export function isSurelyBinary(bytes: Uint8Array, asked: string | undefined): boolean {
  return labelOf(bytes, asked) === undefined && bytes.subarray(0, BINARY_SNIFF_BYTES).includes(0)
}

/** Undefined for UTF-8, and for bytes as they are. */
function labelOf(bytes: Uint8Array, asked: string | undefined): string | undefined {
  if (asked !== undefined && asked !== 'auto')
    return asked === 'none' || /^utf-?8$/i.test(asked) ? undefined : asked
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}
