/** Recordings in a store of the person's own: put there, fetched, and deleted. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { GIST_BYTES, SHARED_BYTES, SIGNED_LINK_SECONDS } from '../../limits.ts'
import { addressKind } from '../../protocol/address-kind.ts'
import { isStoreAddress, shareStore } from '../../protocol/calls/sharing.ts'
import type { SharedRecording, ShareStore, ShareStoreStatus } from '../../protocol/calls/sharing.ts'
import { toBase64Url } from '../recording/base64-url.ts'
import { hintOf } from '../secrets/secret-store.ts'
import { keyBytes, seal, unseal } from './envelope.ts'
import type { KeptShare, ShareMemory } from '../secrets/share-memory.ts'
import { addressOf, corsRule, deleteRequest, placed, uploadRequest } from './store-requests.ts'
import { ask, download } from './transfer.ts'
import type { TransferParts } from './transfer.ts'

export interface SharingOptions extends TransferParts {
  readonly memory: ShareMemory
  readonly now: () => number
  readonly newId: () => string
}

/** `allowsPrivate`: an address of this device or of a private network may be fetched. */
export interface StoreLink {
  readonly url: string
  readonly key: string
  readonly allowsPrivate: boolean
}

const SETTINGS = 'Set it up in Settings under "Sharing".'

export class Sharing {
  readonly #options: SharingOptions
  #transfer = new AbortController()

  constructor(options: SharingOptions) {
    this.#options = options
  }

  async status(): Promise<ShareStoreStatus> {
    const { memory } = this.#options
    const store = await memory.store()
    const secret = store ? await memory.secret(store.kind) : ''
    const host = store ? hostOf(store) : ''
    return { store, host, hasSecret: secret !== '', hint: hintOf(secret) }
  }

  async setStore(store: unknown, secret: string | undefined): Promise<Result<ShareStoreStatus>> {
    const known = shareStore.safeParse(store)
    if (!known.success) {
      const issue = known.error.issues[0]
      const field = issue?.path.join('.') || 'store'
      return fail('invalid', `The store was not kept: ${field}: ${issue?.message ?? 'it is not valid'}.`)
    }
    const trimmed = secret?.trim()
    if (trimmed !== undefined && /[^\x20-\x7e]/.test(trimmed))
      return fail('invalid', 'A key has no characters outside ASCII; the store was not kept.', {
        hint: 'Copy the key again, without line breaks.',
      })
    const { memory } = this.#options
    const kept = trimmed === undefined ? ok(undefined) : await memory.setSecret(known.data.kind, trimmed)
    if (!kept.ok) return kept
    const stored = await memory.setStore(known.data)
    return stored.ok ? ok(await this.status()) : stored
  }

  async forgetStore(): Promise<ShareStoreStatus> {
    const { memory } = this.#options
    await memory.open()
    const store = await memory.store()
    if (store) await memory.setSecret(store.kind, '')
    await memory.setStore(undefined)
    return this.status()
  }

  /** `recording`: a `.vivarium` file that was looked through for secrets before. */
  async share(title: string, recording: Uint8Array): Promise<Result<SharedRecording>> {
    const { memory, now, newId } = this.#options
    const opened = await memory.open()
    if (!opened.ok) return opened
    const signal = this.#begin()
    const store = await memory.store()
    if (!store) return fail('invalid', 'There is no store to share through yet.', { hint: SETTINGS })
    const secret = await memory.secret(store.kind)
    if (secret === '' && needsSecret(store))
      return fail('invalid', 'The store’s key is missing.', { hint: SETTINGS })
    const { data, key } = await seal(recording)
    const most = store.kind === 'gist' ? GIST_BYTES : SHARED_BYTES
    if (data.length > most)
      return fail('too_large', `Encrypted the session has ${data.length} bytes; the store takes ${most}.`, {
        hint: 'Leave out steps or files, or share the file itself.',
      })
    const name = `${toBase64Url(crypto.getRandomValues(new Uint8Array(16)))}.vvs`
    const at = now()
    const answer = await ask(this.#options, await uploadRequest(store, secret, name, data), {
      what: `The upload to ${hostOf(store)}`,
      rule: corsRule(store, this.#options.origin),
      signal,
    })
    if (!answer.ok) return answer
    const place = await placed(store, secret, name, answer.value)
    if (!place)
      return fail('invalid', `${hostOf(store)} took the upload, but answered something else than a gist.`, {
        hint: 'Check the address of its API in Settings under "Sharing".',
      })
    const isSigned = store.kind === 's3' && store.readers === 'signed'
    const share: KeptShare = {
      id: newId(),
      title,
      at,
      bytes: data.length,
      fragment: `#share=${encodeURIComponent(place.readUrl)}&k=${key}`,
      ...(isSigned ? { until: at + SIGNED_LINK_SECONDS * 1000 } : {}),
      objectUrl: place.objectUrl,
      store,
    }
    // Locked meanwhile, and not unlocked again: the link is there all the same, but not in the list.
    await memory.keep(share)
    return ok(shown(share))
  }

  async list(): Promise<readonly SharedRecording[]> {
    const kept = await this.#options.memory.shares()
    return kept.toSorted((a, b) => b.at - a.at).map(shown)
  }

  async unshare(id: string, onlyHere: boolean): Promise<Result<void>> {
    const { memory } = this.#options
    const opened = await memory.open()
    if (!opened.ok) return opened
    const share = (await memory.shares()).find((kept) => kept.id === id)
    if (!share) return ok(undefined)
    if (!onlyHere) {
      const { store } = share
      const secret = await memory.secret(store.kind)
      const answer = await ask(this.#options, await deleteRequest(store, secret, share.objectUrl), {
        what: `The deletion at ${hostOf(store)}`,
        rule: corsRule(store, this.#options.origin),
        signal: this.#begin(),
        // A recording that is already gone need not be deleted.
        alsoFine: 404,
      })
      if (!answer.ok) return answer
    }
    await memory.forget(id)
    return ok(undefined)
  }

  /** The `.vivarium` file that the link leads to; not checked yet. */
  async fetch({ url, key, allowsPrivate }: StoreLink): Promise<Result<Uint8Array>> {
    if (!isStoreAddress(url))
      return fail('invalid', 'This link names no address that a shared session can be fetched from.', {
        hint: 'It was cut or changed on its way. Ask whoever sent it to send it once more.',
      })
    const { host, hostname } = new URL(url)
    if (!allowsPrivate && addressKind(hostname) === 'private')
      return fail(
        'not_permitted',
        `This link leads to ${host}, which is on this device or in a private network. Nothing was fetched.`,
        { hint: 'If you know this address, open the link again and agree that it is fetched.' },
      )
    const bytes = keyBytes(key)
    if (!bytes.ok) return bytes
    const answer = await download(this.#options, { url, allowsPrivate, signal: this.#begin() })
    return answer.ok ? unseal(answer.value, bytes.value, host) : answer
  }

  cancel(): void {
    this.#transfer.abort()
  }

  /** One at a time: a new one ends the one before. */
  #begin(): AbortSignal {
    this.#transfer.abort()
    this.#transfer = new AbortController()
    return this.#transfer.signal
  }
}

function needsSecret(store: ShareStore): boolean {
  return store.kind !== 'put' || store.headerName !== ''
}

function hostOf(store: ShareStore): string {
  return new URL(addressOf(store)).host
}

function shown({ id, title, at, bytes, fragment, until, store }: KeptShare): SharedRecording {
  return { id, title, at, bytes, host: hostOf(store), fragment, until }
}
