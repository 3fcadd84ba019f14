/** Secrets in addresses, where they stand percent-encoded: `:` and `$` of a token, the lines of a key, a value's spaces. */

const ADDRESS = String.raw`https?:\/\/[^\s"'<>\\]+`
/** Between the signs that part an address; a shorter one holds no secret, not even a user's own. */
const LONG_PART = /[^/?&=#\n]{8,}/g
const ENCODED = /%[0-9a-f]{2}|\+/i
/** End of a text: an address that may not have ended. */
export const ADDRESS_BEGUN = /https?:\/\/[^\s"'<>\\]*$/i

const ESCAPE = '%[0-9a-f]{2}'
const LATER = '%[89ab][0-9a-f]'
const TWO = `%(?:c[2-9a-f]|d[0-9a-f])${LATER}`
const THREE = `(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9a-cef]${LATER})${LATER}`
const FOUR = `(?:%f0%[9ab][0-9a-f]|%f[1-3]${LATER}|%f4%8[0-9a-f])${LATER}${LATER}`
/** The sign of an escape that is not of ASCII, or of none at all. */
const UNUSUAL = /%(?![0-7][0-9a-f])/i
/** The sign of an escape that neither begins nor continues a UTF-8 character. */
const BROKEN = new RegExp(
  `(?<!(?=${TWO})${ESCAPE}|(?=${THREE})${ESCAPE}(?:${ESCAPE})?|(?=${FOUR})${ESCAPE}(?:${ESCAPE}){0,2})(?!%[0-7][0-9a-f]|${TWO}|${THREE}|${FOUR})%`,
  'gi',
)

/** `redact` takes secrets out of plain text. An address without one stays as it was written. */
export function redactAddresses(text: string, redacted: string, redact: (plain: string) => string): string {
  if (!text.includes('://') || !/%|\+/.test(text)) return text
  const addresses = text.match(new RegExp(ADDRESS, 'gi'))?.filter((address) => ENCODED.test(address)) ?? []
  if (addresses.length === 0) return text
  // Each once: a text of few addresses repeats their parts.
  const parts = [...new Set(addresses.join('\n').match(LONG_PART))].filter((part) => ENCODED.test(part))
  const secrets = secretParts(parts, redact)
  if (secrets.length === 0) return text
  const without = withoutParts(secrets, redacted)
  return text.replaceAll(new RegExp(ADDRESS, 'gi'), (address) =>
    ENCODED.test(address) ? without(address) : address,
  )
}

/** So many are looked for by one expression; of more, each part is looked up. */
const MOST_IN_EXPRESSION = 50

function withoutParts(secrets: readonly string[], redacted: string): (address: string) => string {
  if (secrets.length > MOST_IN_EXPRESSION) {
    const known = new Set(secrets)
    return (address) => address.replaceAll(LONG_PART, (part) => (known.has(part) ? redacted : part))
  }
  const texts = secrets.map((secret) => secret.replaceAll(/[$()*+.[\]^{|}]/g, String.raw`\$&`))
  const pattern = new RegExp(`(?<![^/?&=#])(?:${texts.join('|')})(?![^/?&=#])`, 'g')
  return (address) => address.replaceAll(pattern, redacted)
}

/**
 * Parts with a secret. All are looked at as the lines of one text, unless one of several lines, or a secret of several, is
 * among them: then half of them at a time.
 */
function secretParts(parts: readonly string[], redact: (plain: string) => string): readonly string[] {
  const [only, ...others] = parts
  if (only === undefined) return []
  if (others.length === 0) return hasSecret(only, redact) ? [only] : []
  const changed = new Set<number>()
  const isTold = formsOf(parts.join('\n')).every((plain) => {
    const lines = plain.split('\n')
    const clean = redact(plain)
    // Nearly always there is no secret at all.
    if (clean === plain) return true
    const cleanLines = clean.split('\n')
    for (const [at, line] of cleanLines.entries()) if (line !== lines[at]) changed.add(at)
    return lines.length === parts.length && cleanLines.length === parts.length
  })
  if (isTold) return parts.filter((_, at) => changed.has(at))
  const middle = parts.length >> 1
  return [parts.slice(0, middle), parts.slice(middle)].flatMap((half) => secretParts(half, redact))
}

function hasSecret(part: string, redact: (plain: string) => string): boolean {
  return formsOf(part).some((text) => redact(text) !== text)
}

/** A part as it was meant. Forms write a space as a plus. */
function formsOf(part: string): readonly string[] {
  const plain = decoded(part)
  return plain.includes('+') ? [plain, plain.replaceAll('+', ' ')] : [plain]
}

/** Bytes that are no UTF-8 keep their escapes. */
function decoded(part: string): string {
  return decodeURIComponent(UNUSUAL.test(part) ? part.replaceAll(BROKEN, '%25') : part)
}
