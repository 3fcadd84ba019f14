/** A file's bytes as the user sees them. */
import { BINARY_PROBE_BYTES, IMAGE_BYTES, TEXT_FILE_BYTES } from '../limits.ts'

export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly data: Uint8Array; readonly type: string }
  | { readonly kind: 'binary'; readonly bytes: number }
  | { readonly kind: 'too_large'; readonly bytes: number; readonly limit: number }

/** A file before and after a change; undefined on a side where there is none. */
export interface FileVersions {
  readonly before: FileContent | undefined
  readonly after: FileContent | undefined
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

export function fileContent(path: string, data: Uint8Array): FileContent {
  const type = IMAGE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const limit = type ? IMAGE_BYTES : TEXT_FILE_BYTES
  if (type && data.length <= limit) return { kind: 'image', data, type }
  if (isBinary(data)) return { kind: 'binary', bytes: data.length }
  if (data.length > limit) return { kind: 'too_large', bytes: data.length, limit }
  return { kind: 'text', text: new TextDecoder().decode(data) }
}

/** With its byte order mark. Undefined for what is binary, or not UTF-8: it could not be written back as it was. */
export function utf8Text(data: Uint8Array): string | undefined {
  if (isBinary(data)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined
  }
}

function isBinary(data: Uint8Array): boolean {
  return data.subarray(0, BINARY_PROBE_BYTES).includes(0)
}
