/**
 * Keys of the person's for programs in the sandbox, which get placeholders in their place (`egress/placeholders`). The key and the
 * hosts that it is for are kept encrypted; the placeholder is no secret, and is known also while keys are locked.
 */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ProgramKey } from '../../egress/placeholders.ts'
import { PROGRAM_KEY_HOSTS, PROGRAM_KEYS } from '../../limits.ts'
import { STEERING_VARIABLES } from '../../permission/shell/words/tables.ts'
import type { NewProgramKey, ProgramKeyStatus } from '../../protocol/calls/program-keys.ts'
import { formsOf, LEAST_VALUE_CHARS } from '../../redact/redactor.ts'
import { hostOf } from './host-name.ts'
import type { Keyring } from './keyring/keyring.ts'
import { hintOf, readKept, SecretStore } from './secret-store.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

const kept = z.object({ value: z.string(), placeholder: z.string(), hosts: z.array(z.string()) })
/** The part that is readable while the key is locked. For the hosts, only `kept` is trusted. */
const about = kept.omit({ value: true })

export class ProgramKeys {
  readonly #secrets: SecretStore
  readonly #about: ValueStore
  readonly #keyring: Keyring
  /** Read for each request, until something is changed here or elsewhere. */
  #known: Promise<readonly ProgramKey[]> | undefined

  constructor(keyring: Keyring, onSecret: (secret: string) => void, copies?: ValueCopies) {
    this.#keyring = keyring
    this.#about = new ValueStore({ database: 'vivarium-program-keys-named', store: 'about', copies })
    this.#secrets = new SecretStore({
      database: 'vivarium-program-keys',
      store: 'keys',
      keyring,
      copies,
      onSecret: (stored) => {
        const value = readKept(kept, stored)?.value
        if (value !== undefined) onSecret(value)
      },
    })
    keyring.join({ encryptAnew: () => Promise.resolve(), clear: () => this.#about.clear() })
  }

  /** Another tab has changed them, or they were locked or unlocked. */
  forgetRead(): void {
    this.#known = undefined
  }

  /** None of those that are locked. */
  keys(): Promise<readonly ProgramKey[]> {
    this.#known ??= this.#read()
    this.#known.catch(() => (this.#known = undefined))
    return this.#known
  }

  async ownKeys(): Promise<readonly string[]> {
    return (await this.keys()).map(({ value }) => value)
  }

  async list(): Promise<readonly ProgramKeyStatus[]> {
    const [named, known] = await Promise.all([this.#named(), this.keys()])
    return named.map(([name, { hosts, placeholder }]) => {
      const key = known.find((one) => one.name === name)
      return { name, hosts: key?.hosts ?? hosts, placeholder, hint: hintOf(key?.value ?? '') }
    })
  }

  /** For every command of the sandbox. */
  async environment(): Promise<Readonly<Record<string, string>>> {
    const named = await this.#named()
    if (named.length === 0) return {}
    const where = named.map(([name, { hosts }]) => `${name} (${hosts.join(', ')})`).join('; ')
    return {
      ...Object.fromEntries(named.map(([name, { placeholder }]) => [name, placeholder])),
      VIVARIUM_PLACEHOLDERS: `These variables are set and valid: the network puts the key itself into headers of requests to the hosts named. ${where}`,
    }
  }

  async set({ name, value, hosts }: NewProgramKey): Promise<Result<readonly ProgramKeyStatus[]>> {
    const problem = problemOf(name, value)
    if (problem !== undefined) return fail('invalid', `${problem} Nothing was stored.`)
    const named = hosts.map((host) => hostOf(host.trim()))
    const wrong = named.indexOf(undefined)
    if (wrong >= 0 || named.length === 0)
      return fail('invalid', `"${hosts[wrong] ?? ''}" is no host name; nothing was stored.`, {
        hint: 'e.g. api.example.com, with its port if it has one of its own',
      })
    if (named.length > PROGRAM_KEY_HOSTS)
      return fail('invalid', `A key is for at most ${PROGRAM_KEY_HOSTS} hosts; nothing was stored.`)
    const before = await this.#named()
    const known = before.find(([other]) => other === name)
    if (!known && before.length >= PROGRAM_KEYS)
      return fail('invalid', `At most ${PROGRAM_KEYS} keys of programs are kept; nothing was stored.`, {
        hint: 'Forget one first.',
      })
    // It may stand in files by now.
    const placeholder = known?.[1].placeholder ?? `placeholder_${name.toLowerCase()}_${randomWord()}`
    const made = { placeholder, hosts: [...new Set(named.filter((host) => host !== undefined))] }
    const stored = await this.#secrets.set(name, JSON.stringify({ ...made, value: value.trim() }))
    if (!stored.ok) return stored
    await this.#about.set(name, made)
    this.forgetRead()
    return ok(await this.list())
  }

  async forget(name: string): Promise<readonly ProgramKeyStatus[]> {
    // If this is interrupted, the remaining part is still listed, and can be forgotten again.
    await this.#secrets.delete(name)
    await this.#keyring.remove(() => this.#about.delete(name))
    this.forgetRead()
    return this.list()
  }

  async #read(): Promise<readonly ProgramKey[]> {
    const stored = await this.#secrets.entries()
    return stored.flatMap(([name, text]) => {
      const key = readKept(kept, text)
      return key ? [{ name, ...key, forms: formsOf(key.value) }] : []
    })
  }

  async #named() {
    const stored = await this.#about.entries()
    return stored.flatMap(([name, one]) => {
      const read = about.safeParse(one)
      return read.success ? [[name, read.data] as const] : []
    })
  }
}

function problemOf(name: string, value: string): string | undefined {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name))
    return `"${name}" is no name of a variable: letters, digits and underscores, such as EXAMPLE_API_KEY.`
  if (STEERING_VARIABLES.test(name) || /^(NAME|EMAIL|USER|PWD|TERM|VIVARIUM_.*)$/.test(name))
    return `${name} steers programs or is set already; a key needs a name of its own.`
  const key = value.trim()
  if (/[^\x21-\x7e]/.test(key)) return 'A key has no spaces and no characters outside ASCII.'
  if (key.length < LEAST_VALUE_CHARS) return `A key has at least ${LEAST_VALUE_CHARS} characters.`
  return undefined
}

function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
