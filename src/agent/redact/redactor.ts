/**
 * Takes secrets out of text before it is stored or sent. Best effort for what it has never seen: a text
 * that looks like nothing is no secret to it. It takes linear time, whatever the text.
 */
import { redactAddresses } from './encoded-addresses.ts'
import {
  ASSIGNED,
  FORMAT_AT_WORD,
  FORMAT_OR_TOKEN_BEGUN,
  HEADER,
  TOKEN_REST,
  TOKEN_RUN,
  URL_PASSWORD,
} from './formats.ts'
import { secretValue, withoutValue } from './secret-values.ts'
import type { SecretValue } from './secret-values.ts'

export const REDACTED = '[REDACTED]'
/** Shorter values of the user's are words that stand everywhere. */
export const LEAST_VALUE_CHARS = 8
/** A log has some hundred; text with more invented ones is slower. */
const NAMES_KEPT = 1_000
/** Texts that are kept as clean have so many characters: what is shorter is quickly looked at, and longer ones would fill the memory. */
const KEPT_FROM_CHARS = 1_000
const KEPT_TO_CHARS = 100_000
const TEXTS_KEPT = 32
/** Characters of the first part of a JSON Web Token, behind its `eyJ`. */
const LEAST_TOKEN_CHARS = 8

const PEM = String.raw`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)`
/** Made once: to compile them takes longer than a short text. `replaceAll` begins at the text's start, whatever was before. */
const KEYS = new RegExp(PEM, 'g')
const FORMATS = new RegExp(FORMAT_AT_WORD, 'g')
const FORMATS_OR_TOKENS = new RegExp(FORMAT_OR_TOKEN_BEGUN, 'g')
const URL_PASSWORDS = new RegExp(URL_PASSWORD, 'gi')
const HEADERS = new RegExp(HEADER, 'gi')
const ASSIGNMENTS = new RegExp(ASSIGNED, 'gi')

export const PEM_BEGUN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/
export const PEM_END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/

export class Redactor {
  readonly #own = new Set<string>()
  /** In the files of the workspace. */
  #found: ReadonlySet<string> = new Set()
  /** All of both, the longest first: one may be part of another. */
  #values: readonly SecretValue[] = []
  #version = 0
  /** Names of fields, and what became of them. */
  readonly #names = new Map<string, string>()
  /** The last long texts that had no secret: what is stored is then sent, and looked at again. */
  readonly #clean = new Set<string>()

  /** Another number when other values are registered. */
  get version(): number {
    return this.#version
  }

  /** All that are registered, in the order in which they are taken out. */
  get values(): readonly SecretValue[] {
    return this.#values
  }

  /** A secret of the user's own; also as it stands in a URL, in JSON and in Base64. */
  register(value: string): void {
    const plain = value.trim()
    if (plain.length < LEAST_VALUE_CHARS) return
    const before = this.#own.size
    for (const form of formsOf(plain)) this.#own.add(form)
    if (this.#own.size !== before) this.#changed()
  }

  unregister(value: string): void {
    for (const form of formsOf(value.trim())) this.#own.delete(form)
    this.#changed()
  }

  /** Replaces the values found in the workspace's files. */
  setFound(values: readonly string[]): void {
    const found = new Set(values.filter(({ length }) => length >= LEAST_VALUE_CHARS).flatMap(formsOf))
    const isSame = found.size === this.#found.size && [...found].every((form) => this.#found.has(form))
    if (isSame) return
    this.#found = found
    this.#changed()
  }

  #changed(): void {
    this.#values = [...new Set([...this.#own, ...this.#found])]
      .toSorted((a, b) => b.length - a.length)
      .map(secretValue)
    this.#version += 1
    this.#names.clear()
    this.#clean.clear()
  }

  /** The same for the name of a field: nearly all of them have come before. */
  redactName(name: string): string {
    if (name.length < LEAST_VALUE_CHARS) return name
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const clean = this.redact(name)
    if (this.#names.size >= NAMES_KEPT) this.#names.clear()
    this.#names.set(name, clean)
    return clean
  }

  redact(text: string): string {
    if (text.length < LEAST_VALUE_CHARS || this.#clean.has(text)) return text
    const clean = this.#redactPlain(redactAddresses(text, REDACTED, (plain) => this.#redactPlain(plain)))
    if (clean === text) this.#keep(text)
    return clean
  }

  #keep(text: string): void {
    if (text.length < KEPT_FROM_CHARS || text.length > KEPT_TO_CHARS) return
    this.#clean.add(text)
    const [oldest] = this.#clean
    if (this.#clean.size > TEXTS_KEPT && oldest !== undefined) this.#clean.delete(oldest)
  }

  #redactPlain(text: string): string {
    let clean = text
    for (const value of this.#values) clean = withoutValue(clean, value, REDACTED)
    if (clean.includes('-----BEGIN')) clean = clean.replaceAll(KEYS, REDACTED)
    clean = withoutFormats(clean)
    if (clean.includes('://')) clean = clean.replaceAll(URL_PASSWORDS, REDACTED)
    clean = clean.replaceAll(HEADERS, REDACTED)
    return withoutAssigned(clean)
  }
}

/** Values that a name gives away. Not by `replaceAll`: to call a function for each of many matches takes twice as long. */
function withoutAssigned(text: string): string {
  const pattern = ASSIGNMENTS
  pattern.lastIndex = 0
  let clean = ''
  let done = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const value = match[2] ?? ''
    if (!looksRandom(value)) continue
    const end = pattern.lastIndex
    clean += text.slice(done, end - value.length) + REDACTED
    done = end
  }
  return done === 0 ? text : clean + text.slice(done)
}

/** Secrets of known formats. A run that was no JSON Web Token is not tried again from a later place in it. */
function withoutFormats(text: string): string {
  if (!text.includes('eyJ')) return text.replaceAll(FORMATS, REDACTED)
  const pattern = FORMATS_OR_TOKENS
  pattern.lastIndex = 0
  let clean = ''
  let done = 0
  /** End of the last run, and whether a token may end behind it. */
  let runEnd = 0
  let restEnd = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let end = pattern.lastIndex
    if (match.groups?.['token'] !== undefined) {
      const from = end
      if (from >= runEnd) {
        runEnd = endOf(TOKEN_RUN, text, from)
        restEnd = endOf(TOKEN_REST, text, runEnd)
      }
      if (restEnd === runEnd || runEnd - from < LEAST_TOKEN_CHARS) continue
      end = restEnd
    }
    clean += text.slice(done, match.index) + REDACTED
    done = end
    pattern.lastIndex = end
  }
  return done === 0 ? text : clean + text.slice(done)
}

/** End of a match that begins at `from`; `from` for none. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

/** Upper, lower, upper, lower and upper case in a line: each is looked for behind the first place of the one before. */
const MIXED_CASE = /^[^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]/

/** Words, paths, placeholders and code are no secrets; long texts of many different characters are. */
export function looksRandom(value: string): boolean {
  const text = /[.,;!]$/.test(value) ? value.replace(/(?<![.,;!])[.,;!]+$/, '') : value
  if (text.length < 16 || /^(?:[a-z]+|[A-Z]+|\d+)$/.test(text)) return false
  if (
    /^(?:process|import|os|env|config|self|this|settings|options|secrets|vars)\.|^\$|\.(?:ts|js|json|py|md)$|^(?:https?:)?\/\/|example|placeholder|your[-_]|xxxx|\*\*\*\*|<|changeme/i.test(
      text,
    )
  )
    return false
  if (text.includes(REDACTED.slice(1, -1))) return false
  // camelCase and snake_case names of things have no digits among their letters.
  if (!/\d/.test(text) && !text.split(/[\n\r\u2028\u2029]/).some((line) => MIXED_CASE.test(line)))
    return false
  return entropy(text) >= 3.2
}

/** How often each character of ASCII stands in the text that is looked at; all 0 between two texts. */
const asciiCounts = new Uint32Array(128)

/**
 * Bits a character: the logarithm of the length, less what characters that come more than once take away. Texts full of keys have a
 * hundred thousand: a map for each of them, or a logarithm for each character, is most of the time.
 */
function entropy(text: string): number {
  const { length } = text
  let others: Map<string, number> | undefined
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128) asciiCounts[code] = (asciiCounts[code] ?? 0) + 1
    else {
      others ??= new Map()
      others.set(text.charAt(at), (others.get(text.charAt(at)) ?? 0) + 1)
    }
  }
  let repeated = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const count = code < 128 ? (asciiCounts[code] ?? 0) : 0
    if (count > 1) repeated += count * Math.log2(count)
    if (count > 0) asciiCounts[code] = 0
  }
  for (const count of others?.values() ?? []) repeated += count * Math.log2(count)
  return Math.log2(length) - repeated / length
}

/** A value as it is, and as it stands in a URL, in JSON and in Base64. */
export function formsOf(value: string): string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(value)))
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64.replace(/=+$/, '')]
}
