/** A file as tools see it: bytes, their hash, and text where they are text. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Sandbox } from '../../sandbox/contract.ts'
import type { SandboxError } from '../../sandbox/errors.ts'
import { ok, type Result } from '../../sandbox/errors.ts'

export interface FileContent {
  readonly size: number
  /** SHA-256, hex. */
  readonly hash: string
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    /** Bytes that are not UTF-8 are replaced: good to look at, not to write back. */
    | { readonly kind: 'damaged'; readonly text: string }
    | { readonly kind: 'binary'; readonly type: string }
}

export async function readContent(sandbox: Sandbox, path: string): Promise<Result<FileContent>> {
  const bytes = await sandbox.readFile(path)
  return bytes.ok ? ok(contentOf(bytes.value)) : bytes
}

function contentOf(bytes: Uint8Array): FileContent {
  return { size: bytes.length, hash: hashOf(bytes), content: decode(bytes) }
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
  const magic = MAGIC.find(({ start }) => start.every((byte, index) => bytes[index] === byte))
  if (magic !== undefined) return { kind: 'binary', type: magic.type }
  if (bytes.subarray(0, SNIFFED).includes(0)) return { kind: 'binary', type: 'application/octet-stream' }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { kind: 'damaged', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
  }
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
