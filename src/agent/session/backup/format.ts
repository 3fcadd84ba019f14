/**
 * The file of a backup (`docs/backup-format.md`): a mark, then records. A record has a head of 42 bytes and
 * its bytes. The head has the kind, whether the bytes are compressed, their length as stored and as they
 * were, and a SHA-256 of these, of the bytes and of the hash before it. So a record that was changed, taken
 * out, put in or moved shows, and the records after it can still be read.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { BACKUP_CONTENT_RECORD_BYTES, BACKUP_TEXT_RECORD_BYTES } from '../../limits.ts'

/** Raised when a reader of the format before could no longer make sense of it. */
export const BACKUP_VERSION = 1

const NAME = new TextEncoder().encode('VIVBKUP')
export const MARK_BYTES = NAME.length + 1
export const HEAD_BYTES = 42
const HASHED_BYTES = 10

/** By their number in the file; never renumbered. */
const KINDS = ['header', 'values', 'session', 'contents', 'roots', 'events', 'end'] as const
export type RecordKind = (typeof KINDS)[number]

export interface RecordHead {
  readonly kind: RecordKind
  readonly isCompressed: boolean
  readonly storedBytes: number
  readonly plainBytes: number
  readonly hash: Uint8Array<ArrayBuffer>
}

export function encodeMark(): Uint8Array<ArrayBuffer> {
  return concatenate([NAME, Uint8Array.of(BACKUP_VERSION)])
}

/** The version of a backup that begins so; undefined for another file. */
export function versionIn(bytes: Uint8Array): number | undefined {
  return NAME.every((byte, at) => bytes[at] === byte) ? bytes[NAME.length] : undefined
}

/** The record's head; `before` is the hash of the record before it. */
export async function makeHead(
  record: Omit<RecordHead, 'hash'>,
  bytes: Uint8Array<ArrayBuffer>,
  before: Uint8Array<ArrayBuffer>,
): Promise<RecordHead> {
  return { ...record, hash: await hashOf(record, bytes, before) }
}

export function encodeHead(head: RecordHead): Uint8Array<ArrayBuffer> {
  return concatenate([hashedPart(head), head.hash])
}

/** Undefined where this is no head, or one of a record larger than any may be. */
export function decodeHead(bytes: Uint8Array): RecordHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = KINDS[view.getUint8(0)]
  const flag = view.getUint8(1)
  const [storedBytes, plainBytes] = [view.getUint32(2), view.getUint32(6)]
  if (kind === undefined || flag > 1 || plainBytes > largest(kind) || storedBytes > plainBytes)
    return undefined
  const hash = new Uint8Array(bytes.subarray(HASHED_BYTES, HEAD_BYTES))
  return { kind, isCompressed: flag === 1, storedBytes, plainBytes, hash }
}

/** The hash that a record with these bytes has, behind one with the hash `before`. */
export async function hashOf(
  head: Omit<RecordHead, 'hash'>,
  bytes: Uint8Array<ArrayBuffer>,
  before: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  // WebCrypto has no hash that grows: the bytes are hashed apart, so that a large record is not copied.
  const inner = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const link = concatenate([before, hashedPart(head), inner])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', link))
}

function largest(kind: RecordKind): number {
  return kind === 'contents' ? BACKUP_CONTENT_RECORD_BYTES : BACKUP_TEXT_RECORD_BYTES
}

function hashedPart({ kind, isCompressed, storedBytes, plainBytes }: Omit<RecordHead, 'hash'>) {
  const bytes = new Uint8Array(HASHED_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, KINDS.indexOf(kind))
  view.setUint8(1, isCompressed ? 1 : 0)
  view.setUint32(2, storedBytes)
  view.setUint32(6, plainBytes)
  return bytes
}
