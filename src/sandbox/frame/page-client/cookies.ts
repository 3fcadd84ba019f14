/** `document.cookie`: the sandbox keeps the cookies of its programs itself; see `embedded/net/cookie-jar.ts`. */
import { isCookiesMessage } from '../../page/preview-messages.ts'
import type { SetCookieMessage } from '../../page/preview-messages.ts'
import type { PageCookies } from '../browser-cookies.ts'
import { wireTarget } from '../preview-target.ts'

/** `visible` is what the page sees of them at its beginning. */
export function keepCookies(visible: string): PageCookies {
  let known = visible
  const take = (data: unknown): void => {
    if (isCookiesMessage(data)) known = data.cookies
  }
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => take(data))
  navigator.serviceWorker.startMessages()
  const set = (cookie: string): void => {
    known = changed(known, cookie)
    const { port1, port2 } = new MessageChannel()
    // The part that was kept of it: paths and dates are the sandbox's to judge.
    port1.onmessage = ({ data }: MessageEvent<unknown>) => take(data)
    const [path = '/'] = wireTarget(location.href).split('?')
    const message: SetCookieMessage = { type: 'vivarium-set-cookie', cookie: { text: cookie, path } }
    navigator.serviceWorker.controller?.postMessage(message, [port2])
  }
  return { read: () => known, set }
}

/** Until the sandbox answers: the page reads back what it has just set. */
function changed(known: string, text: string): string {
  const [pair = ''] = text.split(';')
  const [name = ''] = pair.split('=')
  const others = known.split('; ').filter((other) => other !== '' && other.split('=')[0] !== name.trim())
  const isOver =
    /;\s*max-age\s*=\s*(0|-\d+)/i.test(text) || /;\s*expires\s*=\s*[^;]*\b19[0-9]{2}\b/i.test(text)
  return [...others, ...(isOver ? [] : [pair.trim()])].join('; ')
}
