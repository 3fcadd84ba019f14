/**
 * Takes secrets out of text before it is stored or sent (C9-10…17, M3-12). Best effort for what it has never seen: a text
 * that looks like nothing is no secret to it. Regular expressions are made for each call, so that no position is left over.
 */
import { addressBegun, redactAddresses } from './encoded-addresses.ts'
import { ASSIGNED, CONTEXT_BEGUN, HEADER, SECRET_FORMATS, URL_BEGUN, URL_PASSWORD } from './formats.ts'

export const REDACTED = '[REDACTED]'
/** Shorter values of the user's are words that stand everywhere. */
export const LEAST_VALUE_CHARS = 8
/** A log has some hundred; whoever makes up more waits for them. */
const NAMES_KEPT = 1_000
/** A key's text that has not ended by then is taken for one all the same. */
const MOST_HELD = 16_384

const PEM = String.raw`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)`
const PEM_BEGUN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/
const PEM_END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/
const PEM_BEGINS = /-{1,5}$|-----(?:B|BE|BEG|BEGI|BEGIN(?: [A-Z0-9 ]*)?-{0,5})$/
/** A secret does not begin within a word, or `task-list` and `disk-usage` would be cut (C9-12). */
const VENDORS = SECRET_FORMATS.map(({ pattern }) => pattern).join('|')
const STARTS = [
  ...new Set(SECRET_FORMATS.flatMap(({ starts }) => starts).filter((start) => start !== '')),
].map((start) => start.toLowerCase())
const LONGEST_START = Math.max(...STARTS.map((start) => start.length))

export class Redactor {
  readonly #own = new Set<string>()
  /** In the files of the workspace. */
  #found: ReadonlySet<string> = new Set()
  /** All of both, the longest first: one may be part of another. */
  #values: readonly string[] = []
  #version = 0
  /** Names of fields, and what became of them. */
  readonly #names = new Map<string, string>()

  /** Another number when other values are registered. */
  get version(): number {
    return this.#version
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

  /** What was found in the workspace's files, in place of what was found before. */
  setFound(values: readonly string[]): void {
    const found = new Set(values.filter(({ length }) => length >= LEAST_VALUE_CHARS).flatMap(formsOf))
    const isSame = found.size === this.#found.size && [...found].every((form) => this.#found.has(form))
    if (isSame) return
    this.#found = found
    this.#changed()
  }

  #changed(): void {
    this.#values = [...new Set([...this.#own, ...this.#found])].toSorted((a, b) => b.length - a.length)
    this.#version += 1
    this.#names.clear()
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
    if (text.length < LEAST_VALUE_CHARS) return text
    return this.#redactPlain(redactAddresses(text, REDACTED, (plain) => this.#redactPlain(plain)))
  }

  #redactPlain(text: string): string {
    let clean = text
    for (const value of this.#values) if (clean.includes(value)) clean = clean.replaceAll(value, REDACTED)
    if (clean.includes('-----BEGIN')) clean = clean.replaceAll(new RegExp(PEM, 'g'), REDACTED)
    clean = clean.replaceAll(new RegExp(`(?<![A-Za-z0-9])(?:${VENDORS})`, 'g'), REDACTED)
    if (clean.includes('://')) clean = clean.replaceAll(new RegExp(URL_PASSWORD, 'gi'), REDACTED)
    clean = clean.replaceAll(new RegExp(HEADER, 'gi'), REDACTED)
    return clean.replaceAll(
      new RegExp(ASSIGNED, 'gi'),
      (whole, name: string, between: string, value: string) =>
        looksRandom(value) ? `${name}${between}${REDACTED}` : whole,
    )
  }

  /** Where text that is still coming may be cut without cutting a secret: what stands before is whole. */
  safeEnd(text: string): number {
    // One after the other: only the last may be without its end.
    const begin = text.lastIndexOf('-----BEGIN ')
    const isKey = begin >= 0 && PEM_BEGUN.test(text.slice(begin))
    const ending = isKey ? PEM_END.exec(text.slice(begin)) : null
    if (isKey && ending === null) return begin
    // The dashes of its end are not those of a beginning.
    const whole = ending === null ? 0 : begin + ending.index + ending[0].length
    const from = Math.max(0, text.length - MOST_HELD)
    const tail = text.slice(from)
    const begun = [PEM_BEGINS, URL_BEGUN, new RegExp(CONTEXT_BEGUN, 'i')]
      .map((pattern) => tail.search(pattern))
      .concat(addressBegun(tail))
      .filter((at) => at >= 0)
    const earliest = Math.min(tail.length, ...begun, vendorBegun(tail), this.#valueBegun(tail))
    return Math.max(whole, from + earliest)
  }

  #valueBegun(tail: string): number {
    let earliest = tail.length
    const last = tail.at(-1)
    for (const value of this.#values) {
      for (let length = Math.min(value.length - 1, tail.length); length > 0; length -= 1) {
        if (value[length - 1] === last && tail.endsWith(value.slice(0, length))) {
          earliest = Math.min(earliest, tail.length - length)
          break
        }
      }
    }
    return earliest
  }
}

/** Where a word begins at the end of the text that is, or may become, a secret of a known format. */
function vendorBegun(tail: string): number {
  const token = /[!-~]*$/.exec(tail)?.[0] ?? ''
  const lower = token.toLowerCase()
  const first = tail.length - token.length
  for (let at = 0; at < token.length; at += 1) {
    if (at > 0 && /[a-z0-9]/.test(lower.charAt(at - 1))) continue
    const rest = lower.slice(at, at + LONGEST_START)
    if (STARTS.some((start) => rest.startsWith(start) || start.startsWith(rest))) return first + at
    // Formats that begin with nothing of their own: by what follows the first part.
    if (/^(?:\d{8,10}:|[a-z0-9]{14}\.a)/.test(lower.slice(at, at + 16))) return first + at
  }
  return tail.length
}

/** Words, paths, placeholders and code are no secrets; long texts of many different characters are. */
export function looksRandom(value: string): boolean {
  const text = value.replace(/[.,;!]+$/, '')
  if (text.length < 16 || /^(?:[a-z]+|[A-Z]+|\d+)$/.test(text)) return false
  if (
    /^(?:process|import|os|env|config|self|this|settings|options|secrets|vars)\.|^\$|\.(?:ts|js|json|py|md)$|^(?:https?:)?\/\/|example|placeholder|your[-_]|xxxx|\*\*\*\*|<|changeme/i.test(
      text,
    )
  )
    return false
  if (text.includes(REDACTED.slice(1, -1))) return false
  // camelCase and snake_case names of things have no digits among their letters.
  if (!/\d/.test(text) && !/[A-Z].*[a-z].*[A-Z].*[a-z].*[A-Z]/.test(text)) return false
  return entropy(text) >= 3.2
}

/** Bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** A value as it is, and as it stands in a URL, in JSON and in Base64. */
export function formsOf(value: string): string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(value)))
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64.replace(/=+$/, '')]
}
