/** Addresses as people write them, and the names and passwords that go with them. */
import { encodeText, toByteString } from '../../byte-string.ts'

/** `http` where none is written. */
export function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
}

/** Name of the file at an address; empty if its path ends in a slash. */
export function fileNameOf(address: string): string {
  const { pathname } = new URL(address)
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

/** The value of an `Authorization` header for `name:password`. */
export function basicAuthorization(user: string): string {
  return `Basic ${btoa(toByteString(encodeText(user)))}`
}
