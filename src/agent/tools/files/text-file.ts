/** A file as tools see it: bytes, their hash, and text where they are text. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { IMAGE_BYTES } from '../../limits.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import type { SandboxError } from '../../../sandbox/contract/errors.ts'
import { ok, type Result } from '../../../sandbox/contract/errors.ts'

export interface FileContent {
  readonly size: number
  readonly bytes: Uint8Array
  /** SHA-256, hex. */
  readonly hash: string
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    /** Bytes that are not UTF-8 are replaced: good to look at, not to write back. */
    | { readonly kind: 'damaged'; readonly text: string }
    | {
        readonly kind: 'binary'
        readonly type: string
        /** As the model can be shown it, when it is an image of a kind that it reads. */
        readonly image?: ImageBlock['source']
      }
}

export async function readContent(sandbox: Sandbox, path: string): Promise<Result<FileContent>> {
  const bytes = await sandbox.readFile(path)
  return bytes.ok ? ok(contentOf(bytes.value)) : bytes
}

function contentOf(bytes: Uint8Array): FileContent {
  return { size: bytes.length, bytes, hash: hashOf(bytes), content: decode(bytes) }
}

export function hashOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes))
}

export function failureOf(error: SandboxError): string {
  const message = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  return error.hint === undefined ? message : `${message} ${error.hint}`
}

/** Bytes looked at for a NUL, as git does. */
const SNIFFED = 8_000

function decode(bytes: Uint8Array): FileContent['content'] {
  const magic = MAGIC.find(({ start }) => startsWith(bytes, start))
  if (magic !== undefined) return { kind: 'binary', type: magic.type, ...imageOf(magic.type, bytes) }
  // A RIFF file says what it is at its ninth byte.
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes.subarray(8), ascii('WEBP')))
    return { kind: 'binary', type: 'image/webp', ...imageOf('image/webp', bytes) }
  if (bytes.subarray(0, SNIFFED).includes(0)) return { kind: 'binary', type: 'application/octet-stream' }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { kind: 'damaged', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
  }
}

/** As the model can be shown it; undefined for what is no image. */
export function imageIn(bytes: Uint8Array): ImageBlock['source'] | undefined {
  const content = decode(bytes)
  return content.kind === 'binary' ? content.image : undefined
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

function imageOf(type: string, bytes: Uint8Array): { readonly image?: ImageBlock['source'] } {
  const media_type = IMAGES.find((image) => image === type)
  if (media_type === undefined || bytes.length > IMAGE_BYTES * 2) return {}
  return { image: { type: 'base64', media_type, data: base64(bytes) } }
}

/** Characters are made of a part at a time: a call takes only so many arguments. */
const BASE64_PART = 0x8000

export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BASE64_PART)
    text += String.fromCharCode(...bytes.subarray(at, at + BASE64_PART))
  return btoa(text)
}

const ascii = (text: string) => Array.from(text, (char) => char.charCodeAt(0))
const MAGIC = [
  { type: 'image/png', start: [0x89, ...ascii('PNG')] },
  { type: 'image/jpeg', start: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', start: ascii('GIF8') },
  { type: 'application/pdf', start: ascii('%PDF-') },
  { type: 'application/zip', start: [...ascii('PK'), 3, 4] },
  { type: 'application/gzip', start: [0x1f, 0x8b] },
  { type: 'application/wasm', start: [0, ...ascii('asm')] },
]
