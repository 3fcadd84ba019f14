/** Keys, tokens, headers and hidden values of the user, under one passphrase; outside the log, which never holds a secret. */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { EXTRA_HEADERS, HIDDEN_VALUES } from '../../limits.ts'
import type {
  ExtraHeaders,
  GitTokenStatus,
  HiddenValue,
  KeyStatus,
} from '../../protocol/calls/credentials.ts'
import { CredentialsError } from '../../model/contract.ts'
import type { Credentials } from '../../model/contract.ts'
import { parseHeaders } from '../../model/extra-headers.ts'
import type { NewProgramKey } from '../../protocol/calls/program-keys.ts'
import { LEAST_VALUE_CHARS } from '../../redact/redactor.ts'
import { hostOf } from './host-name.ts'
import { Keyring } from './keyring/keyring.ts'
import { ProgramKeys } from './program-keys.ts'
import { hintOf, SecretStore } from './secret-store.ts'
import { StoredShareMemory } from './share-memory.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'

const storedHeaders = z.record(z.string(), z.string())

export class CredentialStore {
  readonly #keys: SecretStore
  readonly #gitTokens: SecretStore
  readonly #hidden: SecretStore
  readonly keyring: Keyring
  /** Keys of programs in the sandbox. */
  readonly programs: ProgramKeys
  /** The store for shared recordings, and their list. */
  readonly sharing: StoredShareMemory
  /** Credentials of requests by provider, cached until some tab changes them. */
  readonly #credentials = new Map<string, Promise<Credentials>>()
  #changes: BroadcastChannel | undefined

  /**
   * `onSecret` is told of every key, token and hidden value that is read or stored; `locks` are those of all tabs. Without `copies`
   * all of it is in databases alone.
   */
  constructor(
    onSecret: (secret: string) => void = () => undefined,
    locks: LockManager = globalThis.navigator.locks,
    copies?: ValueCopies,
  ) {
    const keyring = new Keyring({ locks, copies })
    keyring.onLocked = () => this.#forgetRead()
    keyring.onUnlocked = async () => {
      this.#forgetRead()
      await this.learnSecrets()
    }
    this.keyring = keyring
    const onHeaders = (stored: string) => {
      for (const value of secretsIn(stored)) onSecret(value)
    }
    const parts = { keyring, copies, onSecret }
    this.#keys = new SecretStore({
      ...parts,
      database: 'vivarium-keys',
      store: 'keys',
      onSecret: onHeaders,
    })
    this.#gitTokens = new SecretStore({ ...parts, database: 'vivarium-git-tokens', store: 'tokens' })
    this.#hidden = new SecretStore({
      ...parts,
      database: 'vivarium-hidden',
      store: 'values',
      nameOf: () => '',
    })
    this.programs = new ProgramKeys(keyring, onSecret, copies)
    this.sharing = new StoredShareMemory(keyring, onSecret, copies)
  }

  /** Reads all of them once, so that whoever has to know them does; those that are locked, when they are unlocked. */
  async learnSecrets(): Promise<void> {
    await this.keyring.finish()
    await this.#ownKeys()
  }

  async keyStatus(provider: string): Promise<KeyStatus> {
    const key = await this.apiKey(provider)
    const isLocked = key === '' && (await this.#isLocked()) && (await this.#keys.has(provider))
    return { present: key !== '' || isLocked, hint: hintOf(key) }
  }

  async #isLocked(): Promise<boolean> {
    return (await this.keyring.opened()).state === 'locked'
  }

  /**
   * As they are now, also where another tab has changed them. Only the model client asks for them. Rejects with a
   * `CredentialsError` when they are locked and stay so.
   */
  async credentials(provider: string): Promise<Credentials> {
    this.#openChanges()
    const needed = await this.keyring.need()
    if (!needed.ok) throw new CredentialsError(needed.error.message, needed.error.hint)
    const known = this.#credentials.get(provider)
    if (known) return known
    const reading = this.#readCredentials(provider)
    this.#credentials.set(provider, reading)
    reading.catch(() => this.#credentials.delete(provider))
    return reading
  }

  async #readCredentials(provider: string): Promise<Credentials> {
    const [apiKey, extraHeaders] = await Promise.all([this.apiKey(provider), this.extraHeaders(provider)])
    return { apiKey, extraHeaders }
  }

  /** Hears of other tabs, which hear of this one. */
  #openChanges(): BroadcastChannel {
    if (!this.#changes) {
      this.#changes = new BroadcastChannel('vivarium-keys')
      this.#changes.addEventListener('message', () => this.#forgetRead())
    }
    return this.#changes
  }

  /** All secrets, those of the share stores included, and the passphrase. */
  async removeKeys(): Promise<void> {
    await this.keyring.removeAll()
    this.#keysChanged()
  }

  /** Clears the cached secrets. */
  #forgetRead(): void {
    this.#credentials.clear()
    this.programs.forgetRead()
  }

  #keysChanged(): void {
    this.#forgetRead()
    this.#openChanges().postMessage('changed')
  }

  /** '' when none is stored. */
  async apiKey(provider: string): Promise<string> {
    return this.#keys.get(provider)
  }

  async setApiKey(provider: string, key: string): Promise<Result<KeyStatus>> {
    const trimmed = key.trim()
    if (/[^\x21-\x7e]/.test(trimmed)) {
      return fail(
        'invalid',
        'An API key has no spaces and no characters outside ASCII; this was not stored.',
        {
          hint: 'Copy the key again, without quotes or line breaks.',
        },
      )
    }
    const kept = await keep(this.#keys, provider, trimmed)
    if (!kept.ok) return kept
    this.#keysChanged()
    return ok(await this.keyStatus(provider))
  }

  /** Values included. */
  async extraHeaders(provider: string): Promise<Readonly<Record<string, string>>> {
    return readHeaders(await this.#keys.get(`${provider} headers`))
  }

  async setExtraHeaders(provider: string, lines: string): Promise<Result<ExtraHeaders>> {
    const { headers, dropped } = parseHeaders(lines)
    // The current value is read before it is replaced.
    const needed = await this.keyring.need()
    if (!needed.ok) return needed
    const next = new Map(Object.entries(await this.extraHeaders(provider)))
    for (const [name, value] of headers) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    if (next.size > EXTRA_HEADERS) {
      return fail('invalid', `At most ${EXTRA_HEADERS} extra headers are kept; nothing was stored.`, {
        hint: 'Forget one first.',
      })
    }
    const kept = await this.#keys.set(`${provider} headers`, JSON.stringify(Object.fromEntries(next)))
    if (!kept.ok) return kept
    this.#keysChanged()
    return ok({ names: [...next.keys()], dropped })
  }

  async setProgramKey(key: NewProgramKey): ReturnType<ProgramKeys['set']> {
    const changed = await this.programs.set(key)
    this.#keysChanged()
    return changed
  }

  async forgetProgramKey(name: string): ReturnType<ProgramKeys['forget']> {
    const left = await this.programs.forget(name)
    this.#keysChanged()
    return left
  }

  async gitTokens(): Promise<readonly GitTokenStatus[]> {
    const stored = await this.#gitTokens.entries()
    return stored.map(([host, token]) => ({ host, hint: hintOf(token) }))
  }

  /** '' when none is stored. Only the gate asks for it, once the keys are unlocked. */
  async gitToken(host: string): Promise<string> {
    return this.#gitTokens.get(host)
  }

  /** All that proves who somebody is; looked for in what is about to leave, and told to nobody. Asks for the passphrase. */
  async ownKeys(): Promise<Result<readonly string[]>> {
    const needed = await this.keyring.need()
    return needed.ok ? ok(await this.#ownKeys()) : needed
  }

  async #ownKeys(): Promise<readonly string[]> {
    const stores = [this.#keys, this.#gitTokens, this.#hidden]
    const stored = await Promise.all(stores.map((store) => store.entries()))
    return [
      ...stored.flat().flatMap(([, value]) => secretsIn(value)),
      ...(await this.programs.ownKeys()),
      ...(await this.sharing.ownKeys()),
    ]
  }

  async setGitToken(host: string, token: string): Promise<Result<readonly GitTokenStatus[]>> {
    const name = hostOf(host.trim())
    const trimmed = token.trim()
    if (name === undefined)
      return fail('invalid', `"${host}" is no host name; nothing was stored.`, { hint: 'e.g. github.com' })
    if (/[^\x21-\x7e]/.test(trimmed))
      return fail('invalid', 'A token has no spaces and no characters outside ASCII; this was not stored.')
    const kept = await keep(this.#gitTokens, name, trimmed)
    return kept.ok ? ok(await this.gitTokens()) : kept
  }

  /** Values of the user's own that are taken out wherever they show up, by the last characters of each. */
  async hiddenValues(): Promise<readonly HiddenValue[]> {
    const stored = await this.#hidden.entries()
    return stored.map(([id, value]) => ({ id, hint: hintOf(value) }))
  }

  async hideValue(value: string): Promise<Result<readonly HiddenValue[]>> {
    const trimmed = value.trim()
    if (trimmed.length < LEAST_VALUE_CHARS) {
      return fail(
        'invalid',
        `A hidden value has at least ${LEAST_VALUE_CHARS} characters; nothing was stored.`,
        {
          hint: 'A shorter one stands in too many other words.',
        },
      )
    }
    // Read before it is added to.
    const needed = await this.keyring.need()
    if (!needed.ok) return needed
    const known = await this.#hidden.entries()
    if (known.length >= HIDDEN_VALUES)
      return fail('invalid', `At most ${HIDDEN_VALUES} hidden values are kept; nothing was stored.`, {
        hint: 'Forget one first.',
      })
    if (known.some(([, other]) => other === trimmed)) return ok(await this.hiddenValues())
    const kept = await this.#hidden.set(crypto.randomUUID(), trimmed)
    return kept.ok ? ok(await this.hiddenValues()) : kept
  }

  /** It stays hidden until the page is loaded again. */
  async forgetHidden(id: string): Promise<Result<readonly HiddenValue[]>> {
    await this.#hidden.delete(id)
    return ok(await this.hiddenValues())
  }
}

async function keep(store: SecretStore, name: string, secret: string): Promise<Result<void>> {
  if (secret !== '') return store.set(name, secret)
  await store.delete(name)
  return ok(undefined)
}

function readHeaders(stored: string): Readonly<Record<string, string>> {
  try {
    const parsed = storedHeaders.safeParse(JSON.parse(stored))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** A key itself, or the values of headers that are long enough to prove something. */
function secretsIn(stored: string): readonly string[] {
  const headers = Object.values(readHeaders(stored))
  return headers.length > 0 ? headers.filter((value) => value.length >= 12) : [stored]
}
