/**
 * The record from which the key to all kept secrets is had: as it lies in the database, and what is made of it. The key is one
 * that no script can read; with a passphrase it does not lie there itself, but wrapped by one that is derived from it.
 */
import { z } from 'zod'

/** Id of an installation's first key; a secret that names no key is encrypted with it. */
export const FIRST_KEY = 'first'

/** OWASP's recommendation for PBKDF2 with SHA-256 (Password Storage, 2023). */
const ITERATIONS = 600_000
/** A record that names more is damaged: it would keep the processor for minutes. */
const MOST_ITERATIONS = 20_000_000

const AES = { name: 'AES-GCM', length: 256 } as const

const bytes = z.instanceof(Uint8Array)
const wrapped = z.strictObject({ iv: bytes, data: z.instanceof(ArrayBuffer) })
type Wrapped = z.infer<typeof wrapped>

const isCryptoKey = z.custom<CryptoKey>((value) => value instanceof CryptoKey)
const id = z.string().min(1)
const plainKey = z.strictObject({ kind: z.literal('plain'), id, key: isCryptoKey })
const passphraseKey = z.strictObject({
  kind: z.literal('passphrase'),
  id,
  salt: bytes,
  iterations: z.number().int().min(1).max(MOST_ITERATIONS),
  wrapped,
})
/** By the current key. */
const wrappedKey = z.strictObject({ kind: z.literal('wrapped'), id, wrapped })

const ring = z.strictObject({
  version: z.literal(1),
  /** Encrypts all new values. */
  current: z.discriminatedUnion('kind', [plainKey, passphraseKey]),
  /** Earlier keys, until nothing is encrypted with them any more. */
  former: z.array(z.discriminatedUnion('kind', [plainKey, wrappedKey])),
})
export type Ring = z.infer<typeof ring>
export type PassphraseKey = z.infer<typeof passphraseKey>

/** Undefined where there is none yet. */
export function readRing(stored: unknown): Ring | 'damaged' | undefined {
  if (stored === undefined) return undefined
  // An installation that never had a passphrase.
  if (stored instanceof CryptoKey)
    return { version: 1, current: { kind: 'plain', id: FIRST_KEY, key: stored }, former: [] }
  const read = ring.safeParse(stored)
  return read.success ? read.data : 'damaged'
}

/**
 * The record as a file may have it: only where the passphrase opens it, and without keys that no passphrase wraps. Undefined where
 * nothing of it can come back.
 */
export function copyOfRing(stored: unknown): Ring | undefined {
  const read = readRing(stored)
  if (read === undefined || read === 'damaged' || read.current.kind === 'plain') return undefined
  return { ...read, former: read.former.filter(({ kind }) => kind === 'wrapped') }
}

/** Keys that are at hand, by their ids. */
export interface Keys {
  readonly current: string
  readonly all: ReadonlyMap<string, CryptoKey>
}

/** `current` is the ring's own key; keys that it cannot unwrap are left out. */
export async function keysOf({ current, former }: Ring, key: CryptoKey): Promise<Keys> {
  const all = new Map([[current.id, key]])
  for (const one of former) {
    const opened = one.kind === 'plain' ? one.key : await unwrap(one.wrapped, key, false)
    if (opened) all.set(one.id, opened)
  }
  return { current: current.id, all }
}

/** A key for a record without a passphrase. */
export function makeKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'])
}

/** Undefined when the passphrase is another. `movable`: so that it can be wrapped by the next key. */
export async function openWithPassphrase(
  { salt, iterations, wrapped }: PassphraseKey,
  passphrase: string,
  { movable = false } = {},
): Promise<CryptoKey | undefined> {
  return unwrap(wrapped, await derive(passphrase, salt, iterations), movable)
}

/**
 * The record after a change: with a new key, by which the one before is wrapped until nothing needs it any more. `before` is at
 * hand as `key`, movable where it was under a passphrase.
 */
export async function nextRing(
  before: { readonly ring: Ring; readonly key: CryptoKey },
  passphrase: string,
): Promise<{ readonly ring: Ring; readonly key: CryptoKey }> {
  const made = passphrase === '' ? await plain() : await underPassphrase(passphrase)
  const { current } = before.ring
  const former: Ring['former'][number] =
    current.kind === 'plain'
      ? current
      : { kind: 'wrapped', id: current.id, wrapped: await wrap(before.key, made.key) }
  return { ring: { version: 1, current: made.current, former: [former] }, key: made.key }
}

async function plain(): Promise<{ current: Ring['current']; key: CryptoKey }> {
  const key = await makeKey()
  return { current: { kind: 'plain', id: crypto.randomUUID(), key }, key }
}

async function underPassphrase(passphrase: string): Promise<{ current: Ring['current']; key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const outer = await derive(passphrase, salt, ITERATIONS)
  // The one that can be read is gone when this returns.
  const made = await crypto.subtle.generateKey(AES, true, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'])
  const wrapped = await wrap(made, outer)
  const key = await unwrap(wrapped, outer, false)
  if (!key) throw new Error('A key that was just wrapped could not be unwrapped.')
  return {
    current: { kind: 'passphrase', id: crypto.randomUUID(), salt, iterations: ITERATIONS, wrapped },
    key,
  }
}

async function derive(passphrase: string, salt: Uint8Array, iterations: number): Promise<CryptoKey> {
  // The same letters however they were typed.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const by = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations }
  return crypto.subtle.deriveKey(by, material, AES, false, ['wrapKey', 'unwrapKey'])
}

async function wrap(key: CryptoKey, by: CryptoKey): Promise<Wrapped> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.wrapKey('raw', key, by, { name: 'AES-GCM', iv }) }
}

function unwrap({ iv, data }: Wrapped, by: CryptoKey, movable: boolean): Promise<CryptoKey | undefined> {
  const how = { name: 'AES-GCM', iv: new Uint8Array(iv) }
  const uses: KeyUsage[] = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']
  // The wrapped key is authenticated: another key, or another byte, opens nothing.
  return crypto.subtle.unwrapKey('raw', data, by, how, AES, movable, uses).catch(() => undefined)
}
