/**
 * Redaction by plain regular expressions, however long they take: the one that `Redactor` is compared with. It shares no
 * pattern with it but those of the formats.
 */
import { SECRET_FORMATS } from '../formats.ts'

const REDACTED = '[REDACTED]'
const PEM =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g
const FORMATS = new RegExp(
  `(?<![A-Za-z0-9])(?:${SECRET_FORMATS.map(({ pattern }) => pattern).join('|')})`,
  'g',
)
const URL_PASSWORD = /(?<=[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:'"]*:[^\s/@'"]{3,}(?=@)/gi
const HEADER = /(?<=\b(?:bearer|basic|token)[ \t]{1,8})[A-Za-z0-9+/=_.~-]{16,}/gi
const ASSIGNED =
  /((?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]{0,64}?(?:api[_-]?key|apikey|secret|token|passw(?:or)?d|passwd|pwd|credential|private[_-]?key|access[_-]?key|auth|client[_-]?id|signing|encryption[_-]?key)[A-Za-z0-9_.-]{0,64})(["'`]?[ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,4}["'`]?)([A-Za-z0-9+/=_.~!@#$%^&*-]{8,})/gi
const ADDRESS = /https?:\/\/[^\s"'<>\\]+/gi

/** `values`: the longest first. */
export function plainlyRedacted(text: string, values: readonly string[]): string {
  if (text.length < 8) return text
  const redact = (plain: string) => withoutSecrets(plain, values)
  return redact(withoutEncoded(text, redact))
}

function withoutSecrets(text: string, values: readonly string[]): string {
  return values
    .reduce((clean, value) => clean.replaceAll(value, REDACTED), text)
    .replaceAll(PEM, REDACTED)
    .replaceAll(FORMATS, REDACTED)
    .replaceAll(URL_PASSWORD, REDACTED)
    .replaceAll(HEADER, REDACTED)
    .replaceAll(ASSIGNED, (whole, name: string, between: string, value: string) =>
      plainlyLooksRandom(value) ? `${name}${between}${REDACTED}` : whole,
    )
}

function withoutEncoded(text: string, redact: (plain: string) => string): string {
  const isEncoded = (part: string) => /%[0-9a-f]{2}|\+/i.test(part)
  const hasSecret = (part: string) =>
    isEncoded(part) &&
    [decoded(part), decoded(part).replaceAll('+', ' ')].some((plain) => redact(plain) !== plain)
  const addresses = text.match(ADDRESS)?.filter(isEncoded) ?? []
  if (!hasSecret(addresses.join('\n'))) return text
  return text.replaceAll(ADDRESS, (address) =>
    address.replaceAll(/[^/?&=#]+/g, (part) => (hasSecret(part) ? REDACTED : part)),
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedRun)
  }
}

/** Escapes only: each character that some of them are; the others stay. */
function decodedRun(run: string): string {
  let text = ''
  for (let at = 0; at < run.length;) {
    const length = [3, 6, 9, 12].find((chars) => isCharacter(run.slice(at, at + chars)))
    text += length === undefined ? run.slice(at, at + 3) : decodeURIComponent(run.slice(at, at + length))
    at += length ?? 3
  }
  return text
}

function isCharacter(escapes: string): boolean {
  try {
    return decodeURIComponent(escapes) !== ''
  } catch {
    return false
  }
}

function plainlyLooksRandom(value: string): boolean {
  const text = value.replace(/[.,;!]+$/, '')
  if (text.length < 16 || /^(?:[a-z]+|[A-Z]+|\d+)$/.test(text)) return false
  if (
    /^(?:process|import|os|env|config|self|this|settings|options|secrets|vars)\.|^\$|\.(?:ts|js|json|py|md)$|^(?:https?:)?\/\/|example|placeholder|your[-_]|xxxx|\*\*\*\*|<|changeme/i.test(
      text,
    )
  )
    return false
  if (text.includes('REDACTED')) return false
  if (!/\d/.test(text) && !/[A-Z].*[a-z].*[A-Z].*[a-z].*[A-Z]/.test(text)) return false
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits >= 3.2
}
