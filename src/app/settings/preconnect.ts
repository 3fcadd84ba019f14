/** Opens the connection to the model's server while the rest starts, so that the first request does not wait for it. */

/** A server of one's own, or without a key, is left alone: nothing is asked of anybody before there is a reason. */
export function preconnect(baseUrl: string, hasKey: boolean, head: HTMLElement = document.head): void {
  if (!hasKey || !URL.canParse(baseUrl)) return
  const { origin, protocol } = new URL(baseUrl)
  if (protocol !== 'https:' || head.querySelector(`link[rel="preconnect"][href="${origin}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  // The agent asks with CORS and without cookies: another connection than one with them.
  link.crossOrigin = 'anonymous'
  head.append(link)
}
