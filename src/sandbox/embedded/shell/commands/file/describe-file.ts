/** Determines a file's type from its bytes. */
import { BytesReader } from './bytes-reader.ts'
import { MAGIC } from './magic-table.ts'
import { textEncoding, textNotes } from './text-encoding.ts'
import { textKind } from './text-kinds.ts'

export interface FileKind {
  readonly text: string
  readonly mime: string
  readonly charset: string
}

/** So much of a file decides whether it is text, and which. */
const TEXT_BYTES = 1_048_576
const UNKNOWN = 'application/octet-stream'
const NETPBM: Readonly<Record<string, string>> = { P4: 'bitmap', P5: 'greymap', P6: 'pixmap' }

export function describeBytes(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return { text: 'empty', mime: 'inode/x-empty', charset: 'binary' }
  if (bytes.length === 1) return { text: 'very short file (no magic)', mime: UNKNOWN, charset: 'binary' }
  const head = bytes.subarray(0, TEXT_BYTES)
  const whole = textEncoding(head)
  const charset = whole?.charset ?? 'binary'
  const binary = binaryKind(bytes)
  if (binary !== undefined) return { ...binary, charset }
  // Blocks that were filled up with zeros are text, too.
  const encoding = whole ?? textEncoding(withoutZeros(head))
  if (encoding === undefined) return { text: 'data', mime: UNKNOWN, charset }
  if (encoding.text === '') return { text: encoding.name, mime: 'text/plain', charset }
  const kind = textKind(encoding.text)
  const notes = textNotes(encoding.text)
  if (kind === undefined) return { text: encoding.name + notes, mime: 'text/plain', charset }
  if (kind.shows === 'name') return { text: kind.name, mime: kind.mime, charset }
  const executable = kind.shows === 'executable' ? ' executable' : ''
  return { text: `${kind.name}, ${encoding.name}${executable}${notes}`, mime: kind.mime, charset }
}

function binaryKind(bytes: Uint8Array): Omit<FileKind, 'charset'> | undefined {
  const file = new BytesReader(bytes)
  for (const { signs, text, mime } of MAGIC) {
    if (!signs.every(([at, letters]) => file.has(at, letters))) continue
    const found = typeof text === 'string' ? text : text(file)
    if (found === undefined) continue
    if (typeof found !== 'string') return { text: found[0], mime: found[1] }
    const anymap =
      mime === 'image/x-portable-anymap' ? `image/x-portable-${NETPBM[file.text(0, 2)] ?? 'anymap'}` : mime
    return { text: found, mime: anymap }
  }
  return undefined
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 1 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}
