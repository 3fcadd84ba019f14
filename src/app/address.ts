/** What the page's address asks for (SURFACE, "Addresses"). None starts a model call or runs anything by itself. */

export type Address =
  | { readonly kind: 'last' }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'zip'; readonly url: string }
  /** Known, but not in this version; `what` names it for the person. */
  | { readonly kind: 'later'; readonly what: string }

export function parseAddress(href: string): Address {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const session = fragment.get('session')
  if (session) return { kind: 'session', id: session }
  if (fragment.has('demo')) return { kind: 'later', what: 'Demos' }
  if (fragment.has('s') || fragment.has('share')) return { kind: 'later', what: 'Shared sessions' }
  const zip = url.searchParams.get('zip')
  if (zip) return { kind: 'zip', url: zip }
  const text = url.searchParams.get('prompt')
  if (text) return { kind: 'prompt', text }
  return { kind: 'last' }
}

/** The address of a session, without what opened it once. */
export function sessionAddress(id: string): string {
  return `/#session=${encodeURIComponent(id)}`
}
