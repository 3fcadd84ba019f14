/** Pages that a program of the sandbox serves, as the service worker answers them. */
import { isServerAnswer } from '../page/preview-messages.ts'
import type { ServerAnswer, ServerRequest } from '../page/preview-messages.ts'
import { findTarget, PAGE_NAME_MARK, PREVIEW_PREFIX, servedAddress, wireTarget } from './preview-target.ts'
import type { PreviewTarget } from './preview-target.ts'

/** Hops of one request, as browsers. */
const MAX_REDIRECTS = 20
/** Headers about the connection, about an origin that the page does not have, or set by our own policy. */
const DROPPED =
  /^(connection|keep-alive|transfer-encoding|content-length|set-cookie2?|content-security-policy(-report-only)?|x-frame-options|strict-transport-security|clear-site-data|refresh|location)$/i
/**
 * Headers by which a document may speak of itself. Others make the browser send reports, look up names or fetch ahead, past the gate, or are about an
 * origin that the page does not have.
 */
const OF_DOCUMENTS =
  /^(accept-ranges|age|cache-control|content-(?:disposition|encoding|language|range|type)|date|etag|expires|last-modified|permissions-policy|pragma|server|vary|x-powered-by)$/i
const WITHOUT_BODY = new Set([204, 205, 304])

type Answered = Exclude<ServerAnswer, { readonly failure: string }>
type Ask = (request: ServerRequest) => Promise<unknown>

export interface Served {
  readonly response: Response
  /** Cookies that are visible to the page. */
  readonly cookies: string
  readonly setsCookies: boolean
}

export async function answerServed(
  request: Request,
  { session, port }: PreviewTarget,
  ask: Ask,
): Promise<Served> {
  let setsCookies = false
  const refuse = (message: string) => without(refusal(request, message))
  let url = new URL(`http://localhost:${port}${wireTarget(request.url)}`)
  let method = request.method
  let body = method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await request.arrayBuffer())
  for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
    const answer = await ask({
      type: 'preview',
      server: {
        port: Number(url.port === '' ? 80 : url.port),
        method,
        target: url.pathname + url.search,
        headers: [...request.headers],
        ...(body === undefined ? {} : { body }),
      },
    })
    if (!isServerAnswer(answer)) return refuse('The sandbox did not answer.')
    if ('failure' in answer) return refuse(answer.failure)
    const { cookies } = answer
    setsCookies ||= answer.setsCookies
    const location = answer.headers.find(([name]) => /^location$/i.test(name))?.[1]
    if (answer.status < 300 || answer.status >= 400 || location === undefined)
      return { response: response(answer, request.mode === 'navigate'), cookies, setsCookies }
    void answer.body.cancel()
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined
    const address = next && servedAddress(next, session)
    if (!next || address === undefined)
      return refuse(`The page leads to ${location}, which is outside the sandbox.`)
    // A redirect of the browser's own would be refused by Connection-Allowlist.
    if (request.mode === 'navigate') return { response: html(redirectTo(address)), cookies, setsCookies }
    if (answer.status === 303 || (method === 'POST' && answer.status < 303)) {
      method = 'GET'
      body = undefined
    }
    url = next
  }
  return refuse('The page leads from one address to the next without an end.')
}

/**
 * A link or a form with an absolute path leads out of the program's addresses, and whose it was only its referrer says.
 * Undefined for all else.
 */
export function navigatingProgram({ mode, url, referrer }: Request): PreviewTarget | undefined {
  if (mode !== 'navigate' || referrer === '' || new URL(referrer).origin !== new URL(url).origin)
    return undefined
  const asking = findTarget(referrer, undefined)
  return asking?.port === undefined ? undefined : asking
}

/** The document that leads back to where the program's pages are. */
export function leadBack({ session, port }: PreviewTarget, url: string): string {
  const { pathname, search, hash } = new URL(url)
  return redirectTo(`${PREVIEW_PREFIX}${session}:${port}${pathname}${search}${hash}`)
}

/** The document that asks its frame whose it is: the name was given to it by a page of the same frame. */
export function findWayBack(): string {
  return `<!doctype html><script>
if (name.startsWith('${PAGE_NAME_MARK}'))
  location.replace('${PREVIEW_PREFIX}' + name.slice(${PAGE_NAME_MARK.length}) + location.pathname + location.search + location.hash)
else document.write('<p>There is nothing at this address.')
</script>`
}

function redirectTo(address: string): string {
  // In a script element nothing of it may end the script.
  return `<!doctype html><script>location.replace(${JSON.stringify(address).replaceAll('<', '\\x3C')})</script>`
}

function without(response: Response): Served {
  return { response, cookies: '', setsCookies: false }
}

function response({ status, statusText, headers, body }: Answered, isDocument: boolean): Response {
  const kept = new Headers()
  for (const [name, value] of headers) {
    if (isDocument ? OF_DOCUMENTS.test(name) : !DROPPED.test(name)) kept.append(name, value)
  }
  if (status < 200 || status > 599) return text(502, `The program answered with the status ${status}.`)
  if (WITHOUT_BODY.has(status)) void body.cancel()
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, statusText, headers: kept })
}

/** A document is a page that says it, so that whoever looks at pages can read it. */
function refusal({ mode }: Request, message: string): Response {
  if (mode !== 'navigate') return text(502, message)
  const shown = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return html(`<!doctype html><meta charset="utf-8"><p>${shown}`, 502)
}

function html(content: string, status = 200): Response {
  return new Response(content, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}

function text(status: number, message: string): Response {
  return new Response(message, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
