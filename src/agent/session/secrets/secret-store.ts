/**
 * Keys and tokens at rest: encrypted with a key that no script can read, and that leaves this browser as
 * little as they do (`keyring`). A copy of the profile's files has them encrypted, beside a key that only
 * this origin, in a browser, can use, or beside one that only the passphrase opens. In an insecure context
 * there is no such key, and nothing to encrypt with: then they are stored in plain text.
 */
import { z } from 'zod'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { FIRST_KEY } from './keyring/key-record.ts'
import type { Keys } from './keyring/key-record.ts'
import type { Keyring, RingMember } from './keyring/keyring.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

/** `key`: by which of the ring's it is encrypted; absent for the first. */
const box = z.object({
  iv: z.instanceof(Uint8Array),
  data: z.instanceof(ArrayBuffer),
  key: z.string().optional(),
})
type Box = z.infer<typeof box>

export interface SecretStoreOptions {
  readonly database: string
  readonly store: string
  readonly keyring: Keyring
  /** A copy has secrets only as the passphrase opens them, and the names of all others. */
  readonly copies?: ValueCopies | undefined
  /** Name by which the user knows a secret, where it is another. */
  readonly nameOf?: (name: string) => string
  /** Told of each value that is read or stored, so that it can be kept out of everything else. */
  readonly onSecret: (secret: string) => void
}

export class SecretStore implements RingMember {
  readonly #values: ValueStore
  readonly #keyring: Keyring
  readonly #onSecret: (secret: string) => void

  constructor({ database, store, keyring, copies, nameOf, onSecret }: SecretStoreOptions) {
    this.#values = new ValueStore({
      database,
      store,
      copies,
      copyOf: async () => {
        const keys = await keyring.behindPassphrase()
        return (stored) => (isUnder(keys, stored) ? stored : undefined)
      },
      ...(nameOf && { nameOf }),
    })
    this.#keyring = keyring
    this.#onSecret = onSecret
    keyring.join(this)
  }

  /** '' when there is none, when it can no longer be decrypted, and while it is locked. */
  async get(name: string): Promise<string> {
    return this.#read(await this.#values.get(name), name)
  }

  /** Asks for the passphrase where it is needed; fails when it is not given. */
  set(name: string, secret: string): Promise<Result<void>> {
    this.#onSecret(secret)
    return this.#keyring.write((ring) => this.#store(name, secret, ring))
  }

  /** Needs no passphrase. */
  delete(name: string): Promise<void> {
    return this.#keyring.remove(() => this.#values.delete(name))
  }

  /** Whether there is one, also while it is locked. */
  async has(name: string): Promise<boolean> {
    return (await this.#values.get(name)) !== undefined
  }

  names(): Promise<readonly string[]> {
    return this.#values.keys()
  }

  async entries(): Promise<readonly (readonly [name: string, secret: string])[]> {
    const stored = await this.#values.entries()
    return Promise.all(stored.map(async ([name, value]) => [name, await this.#read(value, name)] as const))
  }

  async encryptAnew(ring: Keys): Promise<void> {
    for (const [name, stored] of await this.#values.entries()) {
      const secret = typeof stored === 'string' ? stored : await decryptOther(stored, ring)
      if (secret !== undefined) await this.#store(name, secret, ring)
    }
  }

  clear(): Promise<void> {
    return this.#values.clear()
  }

  async #store(name: string, secret: string, ring: Keys | undefined): Promise<void> {
    await this.#values.set(name, ring ? await encrypt(secret, ring) : secret)
  }

  async #read(stored: unknown, name: string): Promise<string> {
    const secret = typeof stored === 'string' ? stored : await this.#decrypt(stored)
    if (secret === '') return ''
    this.#onSecret(secret)
    // An older version stored it as plain text.
    if (typeof stored === 'string')
      await this.#keyring.writeIfOpen(async (ring) => ring && this.#store(name, secret, ring))
    return secret
  }

  async #decrypt(stored: unknown): Promise<string> {
    const known = box.safeParse(stored)
    if (!known.success) return ''
    const id = known.data.key ?? FIRST_KEY
    const opened = await this.#keyring.opened()
    if (opened.state !== 'open') return ''
    const key = opened.keys.all.get(id)
    if (key) return (await decrypt(known.data, key)) ?? ''
    // Encrypted anew by another tab.
    const now = await this.#keyring.refreshed()
    const other = now.state === 'open' ? now.keys.all.get(id) : undefined
    return (other && (await decrypt(known.data, other))) ?? ''
  }
}

async function encrypt(secret: string, { current, all }: Keys): Promise<Box> {
  const key = all.get(current)
  if (!key) throw new Error('The current key is not among the keys at hand.')
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(secret))
  return { iv, data, ...(current === FIRST_KEY ? {} : { key: current }) }
}

/** Undefined when another key, or another byte, was used. */
function decrypt({ iv, data }: Box, key: CryptoKey): Promise<string | undefined> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(iv) }, key, data).then(
    (plain) => new TextDecoder().decode(plain),
    () => undefined,
  )
}

/** Decrypts a value encrypted by another key than the current one; undefined for all others. */
async function decryptOther(stored: unknown, { current, all }: Keys): Promise<string | undefined> {
  const known = box.safeParse(stored)
  if (!known.success) return undefined
  const id = known.data.key ?? FIRST_KEY
  const key = id === current ? undefined : all.get(id)
  return key && decrypt(known.data, key)
}

/** Whether one of these keys encrypts it. */
function isUnder(keys: ReadonlySet<string>, stored: unknown): boolean {
  const known = box.safeParse(stored)
  return known.success && keys.has(known.data.key ?? FIRST_KEY)
}

/** Its last characters, by which the person knows it; '' of a short one. */
export function hintOf(secret: string): string {
  return secret.length > 12 ? secret.slice(-4) : ''
}

/**
 * Parses a secret that is stored as JSON; undefined if nothing is stored, or nothing that this version can
 * read.
 */
export function readKept<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (text === '') return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
