/** Secrets in addresses, where they stand percent-encoded: `:` and `$` of a token, the lines of a key, a value's spaces. */

const ADDRESS = String.raw`https?:\/\/[^\s"'<>\\]+`
const ENCODED = /%[0-9a-f]{2}|\+/i
/** An address that may not have ended. */
const ADDRESS_BEGUN = /https?:\/\/[^\s"'<>\\]*$/i

/** `redact` takes secrets out of plain text. What has none stays as it was written. */
export function redactAddresses(text: string, redacted: string, redact: (plain: string) => string): string {
  if (!text.includes('://') || !/%|\+/.test(text)) return text
  const addresses = text.match(new RegExp(ADDRESS, 'gi'))?.filter((address) => ENCODED.test(address)) ?? []
  // All at once: nearly always there is none.
  if (addresses.length === 0 || !hasSecret(addresses.join('\n'), redact)) return text
  return text.replaceAll(new RegExp(ADDRESS, 'gi'), (address) =>
    address.replaceAll(/[^/?&=#]+/g, (part) => (hasSecret(part, redact) ? redacted : part)),
  )
}

/** Where an address begins that the end of the text may have cut; -1 for none. */
export function addressBegun(tail: string): number {
  return tail.search(ADDRESS_BEGUN)
}

function hasSecret(part: string, redact: (plain: string) => string): boolean {
  if (!ENCODED.test(part)) return false
  const plain = decoded(part)
  // Forms write a space as a plus.
  return [plain, plain.replaceAll('+', ' ')].some((text) => redact(text) !== text)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Bytes that are no UTF-8: what is readable of it is.
    return part.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
