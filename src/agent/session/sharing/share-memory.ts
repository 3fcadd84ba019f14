/** Where recordings are shared, its secrets, and what was shared: kept encrypted as other secrets are, and in no setting. */
import { z } from 'zod'
import { shareStore } from '../../protocol/sharing.ts'
import type { ShareStore } from '../../protocol/sharing.ts'
import { SecretStore } from '../secret-store.ts'

const keptShare = z.object({
  id: z.string(),
  title: z.string(),
  at: z.number(),
  bytes: z.number(),
  fragment: z.string(),
  until: z.number().optional(),
  objectUrl: z.string(),
  /** As it was set up then. */
  store: shareStore,
})
export type KeptShare = z.infer<typeof keptShare>

export interface ShareMemory {
  store(): Promise<ShareStore | undefined>
  setStore(store: ShareStore | undefined): Promise<void>
  /** '' for none. There is one for each kind of store. */
  secret(kind: ShareStore['kind']): Promise<string>
  setSecret(kind: ShareStore['kind'], secret: string): Promise<void>
  shares(): Promise<readonly KeptShare[]>
  keep(share: KeptShare): Promise<void>
  forget(id: string): Promise<void>
}

const STORE = 'store'

export class StoredShareMemory implements ShareMemory {
  readonly #secrets: SecretStore
  // Links with their keys are no secrets of the person's, but nobody else's business, either.
  readonly #stores = new SecretStore('vivarium-share-stores', 'stores', () => undefined)
  readonly #shares = new SecretStore('vivarium-shares', 'shares', () => undefined)

  /** `onSecret` is told of each key, token and header of a store that is read or kept. */
  constructor(onSecret: (secret: string) => void) {
    this.#secrets = new SecretStore('vivarium-share-secrets', 'secrets', onSecret)
  }

  async store(): Promise<ShareStore | undefined> {
    return read(shareStore, await this.#stores.get(STORE))
  }

  setStore(store: ShareStore | undefined): Promise<void> {
    return store ? this.#stores.set(STORE, JSON.stringify(store)) : this.#stores.delete(STORE)
  }

  secret(kind: ShareStore['kind']): Promise<string> {
    return this.#secrets.get(kind)
  }

  setSecret(kind: ShareStore['kind'], secret: string): Promise<void> {
    return secret === '' ? this.#secrets.delete(kind) : this.#secrets.set(kind, secret)
  }

  /** All that proves who the person is. Reading them tells `onSecret`. */
  async ownKeys(): Promise<readonly string[]> {
    return (await this.#secrets.entries()).map(([, secret]) => secret).filter((secret) => secret !== '')
  }

  async shares(): Promise<readonly KeptShare[]> {
    const kept = await this.#shares.entries()
    return kept.flatMap(([, text]) => read(keptShare, text) ?? [])
  }

  keep(share: KeptShare): Promise<void> {
    return this.#shares.set(share.id, JSON.stringify(share))
  }

  forget(id: string): Promise<void> {
    return this.#shares.delete(id)
  }
}

/** Undefined where nothing is kept, or nothing that this version can read. */
function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (text === '') return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
