/**
 * Keys and tokens at rest: encrypted with a key that no script can read, and that leaves this browser as little as they do. Who
 * copies the profile's files has them encrypted beside a key that only this origin, in a browser, can use. Where the page is not
 * in a secure context there is no such key, and nothing to encrypt with: then they are kept as they are.
 */
import { createStore, del, entries, get, set, update } from 'idb-keyval'
import { z } from 'zod'

const WRAPPING = 'wrapping'
const wrapped = z.strictObject({ iv: z.instanceof(Uint8Array), data: z.instanceof(ArrayBuffer) })

/** `onSecret` is told of each value that is read or stored, so that it can be kept out of everything else. */
export class SecretStore {
  readonly #values: ReturnType<typeof createStore>
  readonly #keys = createStore('vivarium-wrapping', 'keys')
  readonly #onSecret: (secret: string) => void
  #key: Promise<CryptoKey | undefined> | undefined

  constructor(database: string, store: string, onSecret: (secret: string) => void) {
    this.#values = createStore(database, store)
    this.#onSecret = onSecret
  }

  /** '' when there is none, or when it can no longer be decrypted. */
  async get(name: string): Promise<string> {
    return this.#open(await get(name, this.#values), name)
  }

  async set(name: string, secret: string): Promise<void> {
    this.#onSecret(secret)
    await set(name, await this.#wrap(secret), this.#values)
  }

  delete(name: string): Promise<void> {
    return del(name, this.#values)
  }

  async entries(): Promise<readonly (readonly [name: string, secret: string])[]> {
    const stored = await entries<string, unknown>(this.#values)
    return Promise.all(stored.map(async ([name, value]) => [name, await this.#open(value, name)] as const))
  }

  async #wrap(secret: string): Promise<unknown> {
    const key = await this.#wrappingKey()
    if (key === undefined) return secret
    const iv = crypto.getRandomValues(new Uint8Array(12))
    return {
      iv,
      data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(secret)),
    }
  }

  async #open(stored: unknown, name: string): Promise<string> {
    const secret = typeof stored === 'string' ? stored : await this.#decrypt(stored)
    if (secret === '') return ''
    this.#onSecret(secret)
    // Of a version that stored it as it was.
    if (typeof stored === 'string' && (await this.#wrappingKey()) !== undefined) await this.set(name, secret)
    return secret
  }

  async #decrypt(stored: unknown): Promise<string> {
    const box = wrapped.safeParse(stored)
    const key = box.success ? await this.#wrappingKey() : undefined
    if (!box.success || key === undefined) return ''
    const { iv, data } = box.data
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(iv) }, key, data).then(
      (plain) => new TextDecoder().decode(plain),
      () => '',
    )
  }

  #wrappingKey(): Promise<CryptoKey | undefined> {
    this.#key ??= this.#findKey()
    this.#key.catch(() => (this.#key = undefined))
    return this.#key
  }

  async #findKey(): Promise<CryptoKey | undefined> {
    if (!globalThis.isSecureContext) return undefined
    const kept: unknown = await get(WRAPPING, this.#keys)
    if (kept instanceof CryptoKey) return kept
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    // Another tab may have been quicker; its key stays.
    await update<unknown>(WRAPPING, (other) => other ?? made, this.#keys)
    const agreed: unknown = await get(WRAPPING, this.#keys)
    return agreed instanceof CryptoKey ? agreed : made
  }
}
