/** A text file's bytes as the editor's text, and back: what was not edited stays as it was, byte for byte. */
import { editor as t } from '../../language/en/editor.ts'

export interface TextFormat {
  /** It begins with a byte order mark. */
  readonly bom: boolean
  /** Stands for the editor's `\n`. If a file mixes both, `\n`: its carriage returns are part of the text. */
  readonly lineEnd: '\n' | '\r\n'
  /** The file has carriage returns that are no line's regular end. */
  readonly mixed: boolean
}

export interface TextFile {
  readonly text: string
  readonly format: TextFormat
}

export const PLAIN_FORMAT: TextFormat = { bom: false, lineEnd: '\n', mixed: false }

const BOM = '\uFEFF'

/** Undefined when the bytes are not UTF-8: writing the decoded text would change what nobody has edited. */
export function readText(data: Uint8Array): TextFile | undefined {
  let whole: string
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined
  }
  const bom = whole.startsWith(BOM)
  const text = bom ? whole.slice(1) : whole
  if (!text.includes('\r')) return { text, format: { bom, lineEnd: '\n', mixed: false } }
  const regular = !/\r(?!\n)|(?<!\r)\n/.test(text)
  if (!regular) return { text, format: { bom, lineEnd: '\n', mixed: true } }
  return { text: text.replaceAll('\r\n', '\n'), format: { bom, lineEnd: '\r\n', mixed: false } }
}

export function textBytes({ text, format }: TextFile): Uint8Array {
  const lines = format.lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n')
  return new TextEncoder().encode(format.bom ? BOM + lines : lines)
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** A note on an unusual format; '' for the usual one. */
export function formatNote({ bom, lineEnd, mixed }: TextFormat): string {
  const lines = mixed ? t.mixedLineEnds : lineEnd === '\r\n' ? 'CRLF' : ''
  return [lines, bom ? 'BOM' : ''].filter((part) => part !== '').join(' · ')
}
