/** A host with its port, as `URL` writes it; undefined when it is none. */
export function hostOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { host, pathname, username } = new URL(address)
  return pathname === '/' && username === '' && !text.includes('*') ? host : undefined
}
