/** Requests in the page's address. None starts a model call or runs anything by itself. */

/** A recording in a store; the key never leaves the fragment. */
export interface StoredAddress {
  readonly kind: 'stored'
  readonly url: string
  readonly key: string
}

export type RecordingAddress =
  | { readonly kind: 'demo'; readonly id: string }
  /** A recording in the fragment itself. */
  | { readonly kind: 'shared'; readonly payload: string }
  | StoredAddress

export type Address =
  | { readonly kind: 'last' }
  /** `at`: the event at which the conversation is shown. */
  | { readonly kind: 'session'; readonly id: string; readonly at?: number }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'zip'; readonly url: string }
  | RecordingAddress

export function parseAddress(href: string): Address {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const session = fragment.get('session')
  const at = Number(fragment.get('at') ?? 0)
  if (session) return { kind: 'session', id: session, ...(Number.isSafeInteger(at) && at > 0 ? { at } : {}) }
  const demo = fragment.get('demo')
  if (demo !== null) return { kind: 'demo', id: demo }
  const payload = fragment.get('s')
  if (payload !== null) return { kind: 'shared', payload }
  const stored = fragment.get('share')
  if (stored !== null) return { kind: 'stored', url: stored, key: fragment.get('k') ?? '' }
  const zip = url.searchParams.get('zip')
  if (zip) return { kind: 'zip', url: zip }
  const text = url.searchParams.get('prompt')
  if (text) return { kind: 'prompt', text }
  return { kind: 'last' }
}

export function isRecording(address: Address): address is RecordingAddress {
  return address.kind === 'demo' || address.kind === 'shared' || address.kind === 'stored'
}

/** The address of a session, without what opened it once; or of a place in it. */
export function sessionAddress(id: string, at?: number): string {
  return `/#session=${encodeURIComponent(id)}${at === undefined ? '' : `&at=${at}`}`
}

/** The whole address of a recording that is its own content. */
export function sharedAddress(origin: string, payload: string): string {
  return `${origin}/#s=${payload}`
}
