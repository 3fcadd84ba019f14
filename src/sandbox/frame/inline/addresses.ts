/**
 * Addresses within an inlined page. It has none of its own, so that its files get such as the service worker would have
 * given them, on a host that cannot exist: relative addresses then mean the same, and a request that slips through
 * leads nowhere.
 */
import { PREVIEW_PREFIX } from '../preview-target.ts'

/** The policy of the frame names it, too (scripts/lib/build/headers.mjs). */
const ORIGIN = 'http://preview.invalid'
const ROOT = `${ORIGIN}${PREVIEW_PREFIX}w/`

/** Address of a path in the workspace: percent-encoded, with its query and fragment. */
export function pageAddress(path: string): string {
  return ROOT + path
}

/** Path in the workspace of an address; undefined if it is not in the workspace. */
export function pathOf(address: string): string | undefined {
  if (address.startsWith(ROOT)) return address.slice(ROOT.length)
  // By an absolute path: a site's root is its page's folder or one above it, which the kernel knows.
  return address.startsWith(`${ORIGIN}/`) ? address.slice(ORIGIN.length + 1) : undefined
}

/** Whether a file of the workspace is meant: all but `data:`, `blob:` and other hosts. */
export function isInWorkspace(address: string): boolean {
  return address.startsWith(`${ORIGIN}/`)
}

/** `reference` as it stands in a file whose address is `base`; undefined when it is none. */
export function resolveAddress(reference: string, base: string): string | undefined {
  return URL.parse(reference, base)?.href
}

export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '')
}
