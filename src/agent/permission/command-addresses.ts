/**
 * Addresses in a command of curl or wget. A rule that names an address allows that one, so every other address in the command must
 * fit the rule by itself. Options that lead elsewhere (`-x`, `--connect-to`, `-K`) are refused with all others behind a rule's words.
 */
import { baseName } from './shell/rules/pieces.ts'

interface Asked {
  /** The words that the rule spells out. */
  readonly literal: readonly string[]
  /** The whole command; it fits the rule. */
  readonly words: readonly string[]
  /** The word that the first star of the rule ends; empty for a rule without one. */
  readonly started: string
  /** Undefined: all that begins with the rule's words. */
  readonly fits: ((words: readonly string[]) => boolean) | undefined
}

/** True for every other command. */
export function fitsEveryAddress({ literal, words, started, fits }: Asked): boolean {
  if (!/^(curl|wget)$/.test(baseName(words[0] ?? ''))) return true
  const rest = words.slice(literal.length).filter((word) => word !== '--')
  if (fits !== undefined)
    return rest.every((address) => hasHostOf(started, address) && fits([...literal, address]))
  const named = literal.slice(1).filter((word) => !word.startsWith('-') && /[.:/]|^localhost$/.test(word))
  return named.length === 0 || rest.every((address) => named.includes(address))
}

/** A rule's address that ends within its host, `https://a.example*`, is for that host and none whose name begins so. */
function hasHostOf(started: string, address: string): boolean {
  if (!/^https?:\/\/[^/?#]+$/i.test(started)) return true
  if (/[\\@]/.test(address) || !URL.canParse(address) || !URL.canParse(started)) return false
  return new URL(address).host === new URL(started).host
}
