/**
 * The key to all that is kept encrypted, and the passphrase that may be needed for it. A change of the passphrase makes a new
 * key and encrypts everything anew; the record names the key before until that is done, so that whoever dies in the middle
 * loses nothing. Tabs take turns by a Web Lock.
 */
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { LONGEST_PASSPHRASE, SHORTEST_PASSPHRASE } from '../../../limits.ts'
import type { KeyProtection, PassphraseChange } from '../../../protocol/calls/key-protection.ts'
import { copyOfRing, keysOf, makeKey, nextRing, openWithPassphrase, readRing } from './key-record.ts'
import type { Keys, Ring } from './key-record.ts'
import type { ValueCopies } from '../../store/value-store/value-copies.ts'
import { ValueStore } from '../../store/value-store/value-store.ts'

const RECORD = 'wrapping'
/** Also the name of the channel on which tabs tell each other of a change. */
const NAME = 'vivarium-keyring'

/** Secrets that are encrypted with the ring's keys. */
export interface RingMember {
  /** Encrypts all values with the current key. A value that no key opens any more stays as it is. */
  encryptAnew(keys: Keys): Promise<void>
  clear(): Promise<void>
}

type Opened =
  | { readonly state: 'open'; readonly keys: Keys; readonly hasPassphrase: boolean }
  | { readonly state: 'locked' | 'damaged' | 'none' }

type Message = 'changed' | 'lock'

export interface KeyringOptions {
  readonly locks: LockManager
  readonly copies?: ValueCopies | undefined
}

export class Keyring {
  readonly #store: ValueStore
  readonly #locks: LockManager
  readonly #members: RingMember[] = []
  readonly #channel: BroadcastChannel | undefined
  #opened: Promise<Opened> | undefined
  /** The key that the passphrase has opened, until it is locked. */
  #unlocked: { readonly id: string; readonly key: CryptoKey } | undefined
  /** Somebody needs the keys, and waits for the person. */
  #asked: PromiseWithResolvers<boolean> | undefined

  /** The keys are at hand for the first time, or again: before those who wait for them go on. */
  onUnlocked: () => Promise<void> = () => Promise.resolve()
  /** They are no longer at hand. */
  onLocked: () => void = () => undefined
  /** Told of each change; `wanted` is true while somebody waits for the passphrase. */
  onState: (protection: KeyProtection, wanted: boolean) => void = () => undefined

  constructor({ locks, copies }: KeyringOptions) {
    this.#locks = locks
    this.#store = new ValueStore({
      database: 'vivarium-wrapping',
      store: 'keys',
      copies,
      copyOf: () => Promise.resolve(copyOfRing),
      // Each secret that it opened is told.
      nameOf: () => undefined,
    })
    if (!globalThis.isSecureContext) return
    this.#channel = new BroadcastChannel(NAME)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data))
  }

  join(member: RingMember): void {
    this.#members.push(member)
  }

  /** The keys available now, without asking the user. */
  opened(): Promise<Opened> {
    this.#opened ??= this.#open()
    this.#opened.catch(() => (this.#opened = undefined))
    return this.#opened
  }

  /** Another tab may have changed it since. */
  refreshed(): Promise<Opened> {
    this.#opened = undefined
    return this.opened()
  }

  /** Ids of the keys that the passphrase opens, also from a copy of the record. Makes none. */
  async behindPassphrase(): Promise<ReadonlySet<string>> {
    const ring = copyOfRing(await this.#store.get(RECORD))
    return new Set(ring && [ring.current, ...ring.former].map(({ id }) => id))
  }

  async protection(): Promise<KeyProtection> {
    return protectionOf(await this.opened())
  }

  /** Asks the person for the passphrase where it is needed; fails when they decline, or when nothing can be opened. */
  async need(): Promise<Result<void>> {
    const { state } = await this.opened()
    if (state === 'open' || state === 'none') return ok(undefined)
    if (state === 'damaged') return damaged()
    const asked = (this.#asked ??= Promise.withResolvers<boolean>())
    await this.#tell()
    if (await asked.promise) return ok(undefined)
    return fail('not_permitted', 'The keys are locked, and the passphrase was not entered.', {
      hint: 'Do it again and enter the passphrase that protects the keys in this browser.',
    })
  }

  decline(): void {
    this.#settle(false)
  }

  /** Calls `store` while the keys stay what they are, with none where there are none; asks for the passphrase first. */
  async write(store: (keys: Keys | undefined) => Promise<void>): Promise<Result<void>> {
    for (;;) {
      const needed = await this.need()
      if (!needed.ok) return needed
      // Another tab may have locked or changed it meanwhile: then it is asked for once more.
      if (await this.writeIfOpen(store)) return ok(undefined)
    }
  }

  /** False when the keys are not at hand; then nothing was called. */
  async writeIfOpen(store: (keys: Keys | undefined) => Promise<void>): Promise<boolean> {
    if ((await this.opened()).state === 'none') {
      await store(undefined)
      return true
    }
    return this.#locks.request(NAME, { mode: 'shared' }, async () => {
      const opened = await this.refreshed()
      if (opened.state !== 'open') return false
      await store(opened.keys)
      return true
    })
  }

  /** Takes something away, which needs no key, while nobody encrypts it anew. */
  async remove(erase: () => Promise<void>): Promise<void> {
    if ((await this.opened()).state === 'none') return erase()
    await this.#locks.request(NAME, { mode: 'shared' }, erase)
  }

  async unlock(passphrase: string): Promise<Result<void>> {
    const ring = readRing(await this.#store.get(RECORD))
    if (ring === 'damaged') return damaged()
    if (ring?.current.kind === 'passphrase') {
      const key = await openWithPassphrase(ring.current, passphrase)
      if (!key) return wrongPassphrase('Nothing was unlocked.')
      this.#unlocked = { id: ring.current.id, key }
      await this.refreshed()
    }
    await this.finish()
    await this.#nowOpen()
    return ok(undefined)
  }

  /** In all tabs. */
  async lock(): Promise<Result<void>> {
    const { hasPassphrase } = await this.protection()
    if (!hasPassphrase)
      return fail('invalid', 'There is no passphrase that could open the keys again; they were not locked.', {
        hint: 'Set one in Settings, "Keys in this browser".',
      })
    this.#post('lock')
    await this.#forgetKey()
    return ok(undefined)
  }

  /**
   * Sets, replaces or removes the passphrase. At any interruption the old passphrase or the new one opens the
   * stored values.
   */
  async change({ current, next }: PassphraseChange): Promise<Result<void>> {
    const problem = next === '' ? undefined : problemOf(next)
    if (problem) return fail('invalid', problem)
    const { state } = await this.opened()
    if (state === 'none')
      return fail(
        'unsupported',
        'This page is in no secure context: there is nothing to encrypt keys with.',
        {
          hint: 'Open Vivarium over https, or from this machine.',
        },
      )
    const changed = await this.#locks.request(NAME, () => this.#change(current, next))
    this.#post('changed')
    if ((await this.opened()).state === 'open') await this.#nowOpen()
    return changed
  }

  /** With the lock held. */
  async #change(current: string, next: string): Promise<Result<void>> {
    const ring = await this.#ring()
    if (ring === 'damaged') return damaged()
    // There is none, and there is to be none.
    if (next === '' && ring.current.kind === 'plain') return ok(undefined)
    const before = await this.#ownKey(ring, current)
    if (before === undefined) return wrongPassphrase('Nothing was changed.')
    await this.#encryptAnew(ring, before)
    const { ring: changed, key } = await nextRing({ ring: { ...ring, former: [] }, key: before }, next)
    await this.#store.set(RECORD, changed)
    this.#unlocked = changed.current.kind === 'passphrase' ? { id: changed.current.id, key } : undefined
    const rest = await this.#encryptAnew(changed, key).then(
      () => ok(undefined),
      (error: unknown) => unfinished(error),
    )
    await this.refreshed()
    return rest
  }

  /** Finishes an interrupted change, as far as the keys are available. */
  async finish(): Promise<void> {
    const known = readRing(await this.#store.get(RECORD))
    if (known === undefined || known === 'damaged' || known.former.length === 0) return
    await this.#locks.request(NAME, async () => {
      const ring = readRing(await this.#store.get(RECORD))
      if (ring === undefined || ring === 'damaged') return
      const { current } = ring
      const key =
        current.kind === 'plain'
          ? current.key
          : this.#unlocked?.id === current.id
            ? this.#unlocked.key
            : undefined
      if (key) await this.#encryptAnew(ring, key)
    })
    await this.refreshed()
  }

  /** All that is kept, and what protects it. */
  async removeAll(): Promise<void> {
    await this.#locks.request(NAME, async () => {
      // The record last: if this is interrupted, the remaining values can still be removed, or opened with
      // the passphrase.
      for (const member of this.#members) await member.clear()
      await this.#store.delete(RECORD)
    })
    this.#unlocked = undefined
    await this.refreshed()
    this.#post('changed')
    await this.#nowOpen()
  }

  /** With the lock held: all with the ring's own key, after which the others are dropped. */
  async #encryptAnew(ring: Ring, key: CryptoKey): Promise<void> {
    if (ring.former.length === 0) return
    const keys = await keysOf(ring, key)
    for (const member of this.#members) await member.encryptAnew(keys)
    await this.#store.set(RECORD, { ...ring, former: [] })
  }

  /** So that the next key can wrap it; undefined when the passphrase is another. */
  async #ownKey({ current }: Ring, passphrase: string): Promise<CryptoKey | undefined> {
    if (current.kind === 'plain') return current.key
    return openWithPassphrase(current, passphrase, { movable: true })
  }

  async #open(): Promise<Opened> {
    if (!globalThis.isSecureContext) return { state: 'none' }
    const ring = await this.#ring()
    if (ring === 'damaged') return { state: 'damaged' }
    const { current } = ring
    if (current.kind === 'plain')
      return { state: 'open', keys: await keysOf(ring, current.key), hasPassphrase: false }
    const unlocked = this.#unlocked
    if (unlocked?.id !== current.id) return { state: 'locked' }
    return { state: 'open', keys: await keysOf(ring, unlocked.key), hasPassphrase: true }
  }

  /** Made when there is none. */
  async #ring(): Promise<Ring | 'damaged'> {
    const kept = readRing(await this.#store.get(RECORD))
    if (kept !== undefined) return kept
    const made = await makeKey()
    // Another tab may have been quicker; its key stays.
    await this.#store.update(RECORD, (other) => other ?? made)
    return readRing(await this.#store.get(RECORD)) ?? 'damaged'
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message)
  }

  #hear(message: Message): void {
    const heard = message === 'lock' ? this.#forgetKey() : this.#recheck()
    heard.catch((error: unknown) => console.info('the state of the keys could not be read:', error))
  }

  async #recheck(): Promise<void> {
    const { state } = await this.refreshed()
    if (state === 'open') return this.#nowOpen()
    this.onLocked()
    await this.#tell()
  }

  async #forgetKey(): Promise<void> {
    this.#unlocked = undefined
    if ((await this.refreshed()).state !== 'open') this.onLocked()
    await this.#tell()
  }

  async #nowOpen(): Promise<void> {
    await this.onUnlocked()
    this.#settle(true)
    await this.#tell()
  }

  #settle(isOpen: boolean): void {
    const asked = this.#asked
    this.#asked = undefined
    asked?.resolve(isOpen)
    if (asked && !isOpen) void this.#tell()
  }

  async #tell(): Promise<void> {
    this.onState(await this.protection(), this.#asked !== undefined)
  }
}

function protectionOf(opened: Opened): KeyProtection {
  if (opened.state === 'open') return { state: 'open', hasPassphrase: opened.hasPassphrase }
  return { state: opened.state, hasPassphrase: opened.state === 'locked' }
}

function problemOf(passphrase: string): string | undefined {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return `A passphrase has at least ${SHORTEST_PASSPHRASE} characters; nothing was changed.`
  if (passphrase.length > LONGEST_PASSPHRASE)
    return `A passphrase has at most ${LONGEST_PASSPHRASE} characters; nothing was changed.`
  return undefined
}

function wrongPassphrase(consequence: string): Result<never> & { ok: false } {
  return fail('not_permitted', `That is not the passphrase. ${consequence}`, {
    hint: 'Look at the keyboard’s language and Caps Lock. Nobody can look it up: who has forgotten it removes the keys.',
  })
}

/** The record holds, and is what is tried again from. */
function unfinished(error: unknown): Result<never> & { ok: false } {
  const why = error instanceof Error ? error.message : String(error)
  return fail('internal', `The change holds, but not all keys could be encrypted anew yet: ${why}`, {
    hint: 'Reload the page and unlock the keys: it goes on from there. Free storage first if there is none left.',
  })
}

function damaged(): Result<never> & { ok: false } {
  return fail(
    'internal',
    'The record that protects the keys in this browser is damaged; they cannot be read.',
    {
      hint: 'Remove them and enter them again. Sessions and files are not affected.',
    },
  )
}
