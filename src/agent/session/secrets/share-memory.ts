/**
 * The store for shared recordings, its secrets, and the list of shared recordings: encrypted as other secrets
 * are, and in no setting.
 */
import { z } from 'zod'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { shareStore } from '../../protocol/calls/sharing.ts'
import type { ShareStore } from '../../protocol/calls/sharing.ts'
import type { Keyring } from './keyring/keyring.ts'
import { readKept, SecretStore } from './secret-store.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'

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
  /** Like all that is set here, it asks for the passphrase where keys are locked, and fails without it. */
  setStore(store: ShareStore | undefined): Promise<Result<void>>
  /** '' for none. There is one for each kind of store. */
  secret(kind: ShareStore['kind']): Promise<string>
  setSecret(kind: ShareStore['kind'], secret: string): Promise<Result<void>>
  /** Before something is done that needs what is kept here. */
  open(): Promise<Result<void>>
  shares(): Promise<readonly KeptShare[]>
  keep(share: KeptShare): Promise<Result<void>>
  forget(id: string): Promise<void>
}

const STORE = 'store'

export class StoredShareMemory implements ShareMemory {
  readonly #keyring: Keyring
  readonly #secrets: SecretStore
  readonly #stores: SecretStore
  readonly #shares: SecretStore

  /** `onSecret` is told of each key, token and header of a store that is read or kept. */
  constructor(keyring: Keyring, onSecret: (secret: string) => void, copies?: ValueCopies) {
    this.#keyring = keyring
    this.#secrets = new SecretStore({
      database: 'vivarium-share-secrets',
      store: 'secrets',
      keyring,
      copies,
      onSecret,
    })
    // Links with their keys are no secrets of the person's, but nobody else's business, either.
    const parts = { keyring, copies, nameOf: () => '', onSecret: () => undefined }
    this.#stores = new SecretStore({ database: 'vivarium-share-stores', store: 'stores', ...parts })
    this.#shares = new SecretStore({ database: 'vivarium-shares', store: 'shares', ...parts })
  }

  open(): Promise<Result<void>> {
    return this.#keyring.need()
  }

  async store(): Promise<ShareStore | undefined> {
    return readKept(shareStore, await this.#stores.get(STORE))
  }

  async setStore(store: ShareStore | undefined): Promise<Result<void>> {
    if (store) return this.#stores.set(STORE, JSON.stringify(store))
    await this.#stores.delete(STORE)
    return ok(undefined)
  }

  secret(kind: ShareStore['kind']): Promise<string> {
    return this.#secrets.get(kind)
  }

  async setSecret(kind: ShareStore['kind'], secret: string): Promise<Result<void>> {
    if (secret !== '') return this.#secrets.set(kind, secret)
    await this.#secrets.delete(kind)
    return ok(undefined)
  }

  /** All that proves who the person is. Reading them tells `onSecret`. */
  async ownKeys(): Promise<readonly string[]> {
    return (await this.#secrets.entries()).map(([, secret]) => secret).filter((secret) => secret !== '')
  }

  async shares(): Promise<readonly KeptShare[]> {
    const kept = await this.#shares.entries()
    return kept.flatMap(([, text]) => readKept(keptShare, text) ?? [])
  }

  keep(share: KeptShare): Promise<Result<void>> {
    return this.#shares.set(share.id, JSON.stringify(share))
  }

  forget(id: string): Promise<void> {
    return this.#shares.delete(id)
  }
}
