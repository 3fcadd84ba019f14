/** Secrets in addresses, where they stand percent-encoded: `:` and `$` of a token, the lines of a key, a value's spaces. */

const ADDRESS = String.raw`https?:\/\/[^\s"'<>\\]+`
/** Between the signs that part an address, with something encoded in it. */
const PART = /(?<![^/?&=#])[^/?&=#]*?(?:%[0-9a-f]{2}|\+)[^/?&=#]*/gi
const ENCODED = /%[0-9a-f]{2}|\+/i
/** End of a text: an address that may not have ended. */
export const ADDRESS_BEGUN = /https?:\/\/[^\s"'<>\\]*$/i

/** `redact` takes secrets out of plain text. What has none stays as it was written. */
export function redactAddresses(text: string, redacted: string, redact: (plain: string) => string): string {
  if (!text.includes('://') || !/%|\+/.test(text)) return text
  const addresses = text.match(new RegExp(ADDRESS, 'gi'))?.filter((address) => ENCODED.test(address)) ?? []
  // All at once: nearly always there is none.
  if (addresses.length === 0 || !hasSecret(addresses.join('\n'), redact)) return text
  const parts = addresses.flatMap((address) => address.match(PART) ?? [])
  const secrets = new Set(secretParts([...new Set(parts)], redact))
  return text.replaceAll(new RegExp(ADDRESS, 'gi'), (address) =>
    ENCODED.test(address)
      ? address.replaceAll(PART, (part) => (secrets.has(part) ? redacted : part))
      : address,
  )
}

/**
 * Parts with a secret. All are looked at as the lines of one text, unless a secret of several lines is among them: then
 * half of them at a time.
 */
function secretParts(parts: readonly string[], redact: (plain: string) => string): readonly string[] {
  const [only, ...others] = parts
  if (only === undefined) return []
  if (others.length === 0) return hasSecret(only, redact) ? [only] : []
  const plains = parts.flatMap((part) => formsOf(part).map((plain) => ({ part, lines: plain.split('\n') })))
  const lines = plains.flatMap((plain) => plain.lines)
  const clean = redact(lines.join('\n')).split('\n')
  if (clean.length === lines.length) {
    let at = 0
    return plains.flatMap((plain) => {
      const start = at
      at += plain.lines.length
      return plain.lines.some((line, index) => clean[start + index] !== line) ? [plain.part] : []
    })
  }
  const middle = parts.length >> 1
  return [parts.slice(0, middle), parts.slice(middle)].flatMap((half) => secretParts(half, redact))
}

function hasSecret(part: string, redact: (plain: string) => string): boolean {
  return ENCODED.test(part) && formsOf(part).some((text) => redact(text) !== text)
}

/** A part as it was meant. Forms write a space as a plus. */
function formsOf(part: string): readonly string[] {
  const plain = decoded(part)
  return plain.includes('+') ? [plain, plain.replaceAll('+', ' ')] : [plain]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Bytes that are no UTF-8: what is readable of it is.
    return decodeURIComponent(part.replaceAll(/%(?![0-7][0-9a-f])/gi, '%25'))
  }
}
