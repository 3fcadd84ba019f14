/** Whether bytes are those that a lock file names (Subresource Integrity, as npm uses it). */

/** Strongest first. */
const ALGORITHMS = [
  ['sha512', 'SHA-512'],
  ['sha384', 'SHA-384'],
  ['sha256', 'SHA-256'],
  ['sha1', 'SHA-1'],
] as const

/** False too where there is no hash of a known kind. */
export async function matchesIntegrity(bytes: Uint8Array<ArrayBuffer>, integrity: string): Promise<boolean> {
  const hashes = integrity.trim().split(/\s+/)
  for (const [prefix, algorithm] of ALGORITHMS) {
    const wanted = hashes.filter((hash) => hash.startsWith(`${prefix}-`))
    if (wanted.length === 0) continue
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
    const found = `${prefix}-${btoa(String.fromCharCode(...digest))}`
    return wanted.some((hash) => hash.replace(/\?.*$/, '') === found)
  }
  return false
}
