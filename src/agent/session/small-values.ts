/** Settings, the API key, what was typed in terminals: small values outside the log, which never holds a secret. */
import { createStore, del, entries, get, set } from 'idb-keyval'
import { z } from 'zod'
import { fail, ok } from '../../sandbox/errors.ts'
import type { Result } from '../../sandbox/errors.ts'
import { EXTRA_HEADERS, TERMINAL_HISTORY_LINES } from '../limits.ts'
import type { ExtraHeaders, GitTokenStatus, KeyStatus } from '../protocol/rpc.ts'
import type { Credentials } from '../model/contract.ts'
import { parseHeaders } from '../model/extra-headers.ts'
import { DEFAULT_SETTINGS, settings as settingsSchema } from '../protocol/settings.ts'
import type { Settings } from '../protocol/settings.ts'
import { terminalMemory } from '../protocol/terminal.ts'
import type { TerminalMemory } from '../protocol/terminal.ts'

const SETTINGS = 'settings'
const storedHeaders = z.record(z.string(), z.string())

export class SmallValues {
  readonly #values = createStore('vivarium-settings', 'values')
  readonly #terminals = createStore('vivarium-terminals', 'sessions')
  readonly #keys = createStore('vivarium-keys', 'keys')
  readonly #gitTokens = createStore('vivarium-git-tokens', 'tokens')
  /** What requests are sent with, by provider, until some tab changes it. */
  readonly #credentials = new Map<string, Promise<Credentials>>()
  #changes: BroadcastChannel | undefined

  /** What is stored, with defaults for fields that are missing or no longer valid. */
  async settings(): Promise<Settings> {
    const stored: unknown = await get(SETTINGS, this.#values)
    return readSettings(stored)
  }

  /** Refuses the whole change when a field is unknown or wrong, naming it. */
  async updateSettings(change: unknown): Promise<Result<Settings>> {
    const current = await this.settings()
    const known = settingsSchema.partial().safeParse(change)
    if (!known.success) {
      const issue = known.error.issues[0]
      const field = issue?.path.join('.') || 'settings'
      return fail(
        'invalid',
        `The setting "${field}" was not changed: ${issue?.message ?? 'it is not valid'}.`,
      )
    }
    const next = { ...current, ...known.data }
    if (next.permissionMode === 'bypassPermissions' && !next.allowBypass) {
      return fail('invalid', 'The mode "bypassPermissions" needs its switch in the settings.', {
        hint: 'Turn on "Allow bypassing permissions" first.',
      })
    }
    await set(SETTINGS, next, this.#values)
    return ok(next)
  }

  /** Empty when nothing is kept, or what is kept cannot be read any more. */
  async terminals(session: string): Promise<TerminalMemory> {
    const stored = terminalMemory.safeParse(await get(session, this.#terminals))
    return stored.success ? stored.data : { terminals: [], history: [] }
  }

  keepTerminals(session: string, memory: TerminalMemory): Promise<void> {
    const history = memory.history.slice(-TERMINAL_HISTORY_LINES)
    return set(session, { ...memory, history }, this.#terminals)
  }

  forgetTerminals(session: string): Promise<void> {
    return del(session, this.#terminals)
  }

  async keyStatus(provider: string): Promise<KeyStatus> {
    const key = await this.apiKey(provider)
    return { present: key !== '', hint: key.length > 12 ? key.slice(-4) : '' }
  }

  /** As they are now, also where another tab has changed them (ER-09). Only the model client asks for them. */
  credentials(provider: string): Promise<Credentials> {
    this.#openChanges()
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
      this.#changes.addEventListener('message', () => this.#credentials.clear())
    }
    return this.#changes
  }

  #keysChanged(): void {
    this.#credentials.clear()
    this.#openChanges().postMessage('changed')
  }

  /** '' when none is stored. */
  async apiKey(provider: string): Promise<string> {
    const key: unknown = await get(provider, this.#keys)
    return typeof key === 'string' ? key : ''
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
    await (trimmed === '' ? del(provider, this.#keys) : set(provider, trimmed, this.#keys))
    this.#keysChanged()
    return ok(await this.keyStatus(provider))
  }

  /** Values included. */
  async extraHeaders(provider: string): Promise<Readonly<Record<string, string>>> {
    const stored = storedHeaders.safeParse(await get(`${provider} headers`, this.#keys))
    return stored.success ? stored.data : {}
  }

  async setExtraHeaders(provider: string, lines: string): Promise<Result<ExtraHeaders>> {
    const { headers, dropped } = parseHeaders(lines)
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
    await set(`${provider} headers`, Object.fromEntries(next), this.#keys)
    this.#keysChanged()
    return ok({ names: [...next.keys()], dropped })
  }

  async gitTokens(): Promise<readonly GitTokenStatus[]> {
    const stored = await entries<string, unknown>(this.#gitTokens)
    return stored.map(([host, token]) => ({
      host,
      hint: typeof token === 'string' && token.length > 12 ? token.slice(-4) : '',
    }))
  }

  /** '' when none is stored. Only the gate asks for it. */
  async gitToken(host: string): Promise<string> {
    const token: unknown = await get(host, this.#gitTokens)
    return typeof token === 'string' ? token : ''
  }

  /** All that proves who somebody is; looked for in what is about to leave, and told to nobody. */
  async ownKeys(): Promise<readonly string[]> {
    const stored = [
      ...(await entries<string, unknown>(this.#keys)),
      ...(await entries<string, unknown>(this.#gitTokens)),
    ]
    return stored.flatMap(([, value]) => {
      if (typeof value === 'string') return [value]
      const headers = storedHeaders.safeParse(value)
      return headers.success ? Object.values(headers.data) : []
    })
  }

  async setGitToken(host: string, token: string): Promise<Result<readonly GitTokenStatus[]>> {
    const name = hostOf(host.trim())
    const trimmed = token.trim()
    if (name === undefined)
      return fail('invalid', `"${host}" is no host name; nothing was stored.`, { hint: 'e.g. github.com' })
    if (/[^\x21-\x7e]/.test(trimmed))
      return fail('invalid', 'A token has no spaces and no characters outside ASCII; this was not stored.')
    await (trimmed === '' ? del(name, this.#gitTokens) : set(name, trimmed, this.#gitTokens))
    return ok(await this.gitTokens())
  }
}

/** A host with its port, as `URL` writes it; undefined when it is none. */
function hostOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { host, pathname, username } = new URL(address)
  return pathname === '/' && username === '' ? host : undefined
}

/** Field by field, so that one value of an older or newer version does not cost the others. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS
  const shape = settingsSchema.shape
  const valid = Object.entries(stored).flatMap(([name, value]) => {
    const read = name in shape ? shape[name as keyof typeof shape].safeParse(value) : undefined
    return read?.success ? [[name, read.data] as const] : []
  })
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) }
}
