/** Sixteen random bytes in hexadecimal, for what must differ from all others. `crypto.randomUUID` is not there in an opaque frame. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
