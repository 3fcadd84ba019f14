/**
 * The bytes that a store gets: `VVS1`, a fresh IV, and AES-256-GCM over length, content and padding. The key
 * is made for this one recording and is only in the link's fragment, which no browser sends to a server.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { fromBase64Url, toBase64Url } from '../recording/base64-url.ts'

const MAGIC = new TextEncoder().encode('VVS1')
/** The magic bytes in base64, as stores of texts have them. */
const MAGIC_AS_TEXT = 'VlZTM'
const IV_BYTES = 12
const LENGTH_BYTES = 4
const KEY_CHARS = 43
/** Below it all recordings look alike. */
const LEAST_BYTES = 4096

export interface Sealed {
  readonly data: Uint8Array<ArrayBuffer>
  /** In base64url, 43 characters. */
  readonly key: string
}

export async function seal(content: Uint8Array): Promise<Sealed> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const padded = new Uint8Array(paddedLength(LENGTH_BYTES + content.length))
  new DataView(padded.buffer).setUint32(0, content.length)
  padded.set(content, LENGTH_BYTES)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: MAGIC }, key, padded)
  const data = new Uint8Array(MAGIC.length + IV_BYTES + sealed.byteLength)
  data.set(MAGIC)
  data.set(iv, MAGIC.length)
  data.set(new Uint8Array(sealed), MAGIC.length + IV_BYTES)
  return { data, key: toBase64Url(raw) }
}

/** `key` as `keyBytes` gives it; `host` is named where what it sent is something else. */
export async function unseal(
  answer: Uint8Array,
  key: Uint8Array<ArrayBuffer>,
  host: string,
): Promise<Result<Uint8Array>> {
  const data = asBytes(answer)
  if (data === undefined)
    return fail('corrupt', `The answer of ${host} is no shared session of Vivarium. Nothing was opened.`, {
      hint: 'The address may lead to a page for signing in, or to another file. Ask whoever sent the link.',
    })
  const iv = data.slice(MAGIC.length, MAGIC.length + IV_BYTES)
  const usable = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: MAGIC }, usable, data.slice(MAGIC.length + IV_BYTES))
    .catch(() => undefined)
  const content = plain && contentOf(plain)
  if (content === undefined)
    return fail(
      'corrupt',
      `The link’s key does not open what ${host} sent: one of the two was cut or changed. Nothing was opened.`,
      { hint: 'Ask whoever sent the link to send it once more.' },
    )
  return ok(content)
}

/** Before anything is fetched: a link that a chat program has cut opens nothing anyway. */
export function keyBytes(key: string): Result<Uint8Array<ArrayBuffer>> {
  if (key.length === KEY_CHARS && /^[\w-]+$/.test(key)) return ok(new Uint8Array(fromBase64Url(key)))
  const wrong =
    key === ''
      ? 'has no key'
      : `has ${key.length} characters of its key instead of ${KEY_CHARS}, or other ones`
  return fail('corrupt', `This link ${wrong}: it was cut or changed on its way. Nothing was fetched.`, {
    hint: 'Ask whoever sent it to send it once more, or copy it whole, up to its last character.',
  })
}

/** Bytes that a padded text of so many has: its length tells at most how large it is by an eighth (PURBs, "Padmé"). */
export function paddedLength(bytes: number): number {
  if (bytes <= LEAST_BYTES) return LEAST_BYTES
  const exponent = Math.floor(Math.log2(bytes))
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1)
  return Math.ceil(bytes / step) * step
}

/** For a store of texts. */
export function sealedAsText(data: Uint8Array): string {
  return toBase64Url(data)
}

function asBytes(answer: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const start = new TextDecoder().decode(answer.subarray(0, MAGIC_AS_TEXT.length))
  if (start !== MAGIC_AS_TEXT) return startsWithMagic(answer) ? answer.slice() : undefined
  try {
    return new Uint8Array(fromBase64Url(new TextDecoder().decode(answer).trim()))
  } catch {
    return undefined
  }
}

function startsWithMagic(data: Uint8Array): boolean {
  return data.length > MAGIC.length + IV_BYTES && MAGIC.every((byte, index) => data[index] === byte)
}

function contentOf(plain: ArrayBuffer): Uint8Array | undefined {
  if (plain.byteLength < LENGTH_BYTES) return undefined
  const length = new DataView(plain).getUint32(0)
  return length > plain.byteLength - LENGTH_BYTES
    ? undefined
    : new Uint8Array(plain, LENGTH_BYTES, length).slice()
}
