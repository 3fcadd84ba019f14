/** `encoding_binding` and `icu`: the browser's own coders behind the library's classes. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { bytesOf, toNodeBuffer } from './buffer.ts'
import { decode, encode, encodeUtf8Into, normaliseEncoding } from './text-codec.ts'

const Decoder = globalThis.TextDecoder
const NativeURL = globalThis.URL

const FLAG_FLUSH = 1
const FLAG_FATAL = 2
const FLAG_IGNORE_BOM = 4

function invalidData(encoding: string): Error {
  const error = new TypeError(`The encoded data was not valid for encoding ${encoding}`)
  return Object.assign(error, { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' })
}

function decodeWith(decoder: TextDecoder, input: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(new Uint8Array(input), { stream })
  } catch (cause) {
    throw Object.assign(invalidData(decoder.encoding), { cause })
  }
}

function checkedBytes(input: unknown): Uint8Array {
  const isBuffer =
    input instanceof ArrayBuffer || input instanceof SharedArrayBuffer || ArrayBuffer.isView(input)
  if (isBuffer) return bytesOf(input)
  throw Object.assign(
    new TypeError(
      'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
    ),
    { code: 'ERR_INVALID_ARG_TYPE' },
  )
}

function hostOf(domain: string): string {
  try {
    return new NativeURL(`ws://${domain}`).hostname
  } catch {
    // Not a host name: the empty string is the documented answer.
    return ''
  }
}

export function encodingBinding(_context: NodeContext, binding: Binding): void {
  const results = new Uint32Array(2)
  Object.assign(binding, {
    encodeIntoResults: results,
    encodeInto: (text: string, target: Uint8Array) => {
      const { read, written } = encodeUtf8Into(text, target)
      results[0] = read
      results[1] = written
    },
    encodeUtf8String: (text: string) => encode(text, 'utf8'),
    decodeUTF8: (input: unknown, ignoreBOM: boolean, fatal: boolean) =>
      decodeWith(new Decoder('utf-8', { ignoreBOM, fatal }), checkedBytes(input), false),
    decodeWindows1252: (input: Uint8Array, ignoreBOM: boolean, fatal: boolean) =>
      decodeWith(new Decoder('windows-1252', { ignoreBOM, fatal }), bytesOf(input), false),
    toASCII: hostOf,
    toUnicode: (domain: string) => domain,
  })
}

/** Columns that a code point takes in a terminal. */
function widthOf(point: number): number {
  if (point < 32 || (point >= 0x7f && point < 0xa0)) return 0
  const text = String.fromCodePoint(point)
  if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(text)) return 0
  const wide =
    /^\p{Emoji_Presentation}$/u.test(text) ||
    (point >= 0x1100 &&
      (point <= 0x115f ||
        (point >= 0x2e80 && point <= 0xa4cf && point !== 0x303f) ||
        (point >= 0xac00 && point <= 0xd7a3) ||
        (point >= 0xf900 && point <= 0xfaff) ||
        (point >= 0xfe30 && point <= 0xfe6f) ||
        (point >= 0xff00 && point <= 0xff60) ||
        (point >= 0xffe0 && point <= 0xffe6) ||
        (point >= 0x20000 && point <= 0x3fffd)))
  return wide ? 2 : 1
}

export function icu(context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    getStringWidth: (text: string) => {
      let width = 0
      for (const character of text.normalize('NFC')) width += widthOf(character.codePointAt(0) ?? 0)
      return width
    },
    icuErrName: (code: number) => `ICU error ${code}`,
    hasConverter: (name: string) => {
      try {
        new Decoder(name)
        return true
      } catch {
        // An unknown label throws, which is the answer.
        return false
      }
    },
    getConverter: (name: string, flags: number) => {
      const options = { fatal: (flags & FLAG_FATAL) !== 0, ignoreBOM: (flags & FLAG_IGNORE_BOM) !== 0 }
      return { decoder: new Decoder(name, options) }
    },
    decode: (converter: { decoder: TextDecoder }, input: Uint8Array, flags: number) =>
      decodeWith(converter.decoder, bytesOf(input), (flags & FLAG_FLUSH) === 0),
    transcode: (source: Uint8Array, from: string, to: string) => {
      const target = normaliseEncoding(to)
      const text = decode(source, normaliseEncoding(from))
      const replaced =
        target === 'ascii'
          ? text.replace(/[^\0-\x7f]/gu, '?')
          : target === 'latin1'
            ? text.replace(/[^\0-\xff]/gu, '?')
            : text
      return toNodeBuffer(context, encode(replaced, target))
    },
  })
}
