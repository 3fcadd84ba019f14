/**
 * The sandbox origin's service worker: answers `/preview/<session>/<path>` with the workspace's files, and the origin's
 * own files when there is no network. It remembers nothing, since the browser stops it at any time: for each preview it
 * finds the session's host page anew and asks.
 */
import { askForFile, askServer } from '../../offline/ask-server.ts'
import { buildIn } from '../../offline/build.ts'
import { isKeepMessage } from '../../offline/keep-message.ts'
import { FIXED_FILES, forQuery, AppFilesCache } from '../../offline/app-files-cache.ts'
import { APP_FILES } from '../../offline/app-files.ts'
import type { ServiceWorkerScope, WorkerFetchEvent } from '../../offline/service-worker-scope.ts'
import { isTakeOverMessage } from '../../offline/take-over-message.ts'
import { isOpenSocketMessage, isPreviewAnswer, isSetCookieMessage } from '../page/preview-messages.ts'
import type {
  CookiesMessage,
  OpenSocketMessage,
  PreviewAnswer,
  PreviewRequest,
  ServerRequest,
  SetCookieMessage,
} from '../page/preview-messages.ts'
import PAGE_CLIENT_SCRIPT from './generated/page-client.js?raw'
import { isAttachment } from '../contract/attachment.ts'
import { attachmentPage } from './attachment-page.ts'
import { withoutOrigin } from './document-kind.ts'
import { withFirstScript } from './page-script.ts'
import {
  BUILD_PARAMETER,
  findTarget,
  HOST_PAGE,
  isHostOf,
  PAGE_CLIENT,
  PREVIEW_PREFIX,
} from './preview-target.ts'
import { answerServed, findWayBack, leadBack, navigatingProgram } from './served-preview.ts'
import type { PreviewTarget } from './preview-target.ts'

/** Milliseconds until the kernel must have answered: it never waits for a program, so this is long. */
const ANSWER_DEADLINE_MS = 10_000
/** Python's, large and not for everybody: kept when they are first asked for. */
const ON_DEMAND = '/assets/py'
/** Headers that make a document of this origin harmless. Each response has them as the server sends them. */
const POLICY_HEADERS = [
  'content-security-policy',
  'connection-allowlist',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
]

// The page's types are the ones known in this folder; in this file `self` is a service worker.
const scope = self as unknown as ServiceWorkerScope
const files = new AppFilesCache(APP_FILES, { headers: __SANDBOX_HEADERS__ })
let policy: Promise<Headers> | undefined

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) =>
  event.waitUntil(scope.clients.claim().then(() => files.dropUnused())),
)
scope.addEventListener('message', (event) => {
  // Not at the installation: the first visitor's start comes before it.
  if (isKeepMessage(event.data)) event.waitUntil(keepAll())
  if (isTakeOverMessage(event.data)) event.waitUntil(scope.skipWaiting())
  const [port] = event.ports
  if (!port || !event.source) return
  if (isOpenSocketMessage(event.data) || isSetCookieMessage(event.data))
    event.waitUntil(passOn(event.data, { page: event.source.url, port }))
})
scope.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (pathname.startsWith(PREVIEW_PREFIX)) return event.respondWith(answer(event))
  if (pathname === PAGE_CLIENT)
    return event.respondWith(page(200, PAGE_CLIENT_SCRIPT, 'text/javascript; charset=utf-8'))
  // A page of the preview that asks by an absolute path.
  if (event.clientId !== '' && event.request.mode !== 'navigate') return event.respondWith(answer(event))
  if (event.request.mode === 'navigate' && pathname !== HOST_PAGE) return event.respondWith(navigate(event))
  if (event.request.mode === 'navigate') event.respondWith(hostPage(event))
  else if (files.has(pathname)) event.respondWith(ownFile(event))
})

/** An update has all that it needs before it is wanted. */
async function install(): Promise<void> {
  if (scope.registration.active !== null) await keepAll()
}

function keepAll(): Promise<void> {
  return files.fill((path) => !path.startsWith(ON_DEMAND))
}

/**
 * First from the server, which says which app may frame it. The app's page names the build that it wants: where the
 * server has another one already, it gets what was kept.
 */
async function hostPage(event: WorkerFetchEvent): Promise<Response> {
  const wanted = new URL(event.request.url).searchParams.get(BUILD_PARAMETER)
  const kept = wanted === null || wanted === APP_FILES.version ? await files.read(HOST_PAGE) : undefined
  const sent = await askServer(event)
  // An app that wants another build finds out by itself; it can say so.
  if (!sent?.ok) return kept ?? (await files.read(HOST_PAGE)) ?? sent ?? Response.error()
  const isWanted = wanted === null || buildIn(await sent.clone().text()) === wanted
  return isWanted || kept === undefined ? sent : new Response(kept.body, { headers: sent.headers })
}

/** A document that is asked for by an absolute path: of the program whose page leads there. */
async function navigate(event: WorkerFetchEvent): Promise<Response> {
  const { request, clientId } = event
  const client = clientId === '' ? undefined : await scope.clients.get(clientId)
  const leading = client && findTarget(client.url, undefined)
  const program = leading?.port === undefined ? navigatingProgram(request) : leading
  const html = 'text/html; charset=utf-8'
  if (program && request.method === 'GET') return page(200, leadBack(program, request.url), html)
  if (program) return answerOf(event, program)
  // Back and forward are nobody's: the frame may know.
  return request.destination === 'iframe' ? page(200, findWayBack(), html) : ownFile(event)
}

/** To the kernel of the page's own session, which is the one that its address has. */
async function passOn(
  message: OpenSocketMessage | SetCookieMessage,
  from: { page: string; port: MessagePort },
): Promise<void> {
  const target = findTarget(from.page, undefined)
  const host = target && (await findHost(target.session))
  if (host) host.postMessage({ ...message, type: 'preview' }, [from.port])
  else from.port.close()
}

async function answer(event: WorkerFetchEvent): Promise<Response> {
  const { request, clientId } = event
  const client = clientId === '' ? undefined : await scope.clients.get(clientId)
  const target = findTarget(request.url, client?.url)
  return target ? answerOf(event, target) : ownFile(event)
}

async function answerOf(event: WorkerFetchEvent, target: PreviewTarget): Promise<Response> {
  const { request, clientId } = event
  const host = await findHost(target.session)
  if (!host) return page(503, 'The sandbox of this preview is gone. Reload the app.')
  if (target.port !== undefined) {
    const { response, cookies, setsCookies } = await answerServed(request, target, (question) =>
      put(host, question),
    )
    if (request.mode === 'navigate') {
      const isFile = isAttachment(response.headers.get('Content-Disposition'))
      const document = isFile ? await attachmentPage(response, new URL(request.url)) : response
      return withoutOrigin(await withPolicy(withFirstScript(document, PAGE_CLIENT, cookies)))
    }
    const asking = setsCookies && clientId !== '' ? await scope.clients.get(clientId) : undefined
    asking?.postMessage({ type: 'vivarium-cookies', cookies } satisfies CookiesMessage)
    return withPolicy(response)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return page(405, 'A preview of files can only be read.')
  const found = await ask(host, target)
  if (!found) return page(504, 'The sandbox did not answer in time.')
  const response = await respond(found)
  if (request.mode !== 'navigate') return response
  return withoutOrigin(withFirstScript(response, PAGE_CLIENT, found.cookies))
}

/**
 * Immutable files come from the cache, all others from the server if it answers. Without it nobody knows
 * which app may frame the sandbox.
 */
async function ownFile(event: WorkerFetchEvent): Promise<Response> {
  const url = new URL(event.request.url)
  const { pathname } = url
  const isOurs = files.has(pathname)
  const kept = isOurs && pathname.startsWith(FIXED_FILES) ? await files.read(pathname) : undefined
  if (kept) return forQuery(kept, url)
  const response = await askServer(event)
  // Without room for it, it is fetched again the next time.
  if (response?.ok && isOurs && pathname.startsWith(ON_DEMAND))
    event.waitUntil(files.keep(pathname, response.clone()).catch(() => undefined))
  if (response?.ok || !isOurs) return response ?? Response.error()
  const fallback = await files.read(pathname)
  return fallback ? forQuery(fallback, url) : (response ?? Response.error())
}

async function findHost(session: string) {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.find(({ url }) => isHostOf(url, session))
}

interface Host {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** Undefined when no proper answer came in time. */
async function ask(host: Host, { path, page }: PreviewTarget): Promise<PreviewAnswer | undefined> {
  const question: PreviewRequest = { type: 'preview', path, ...(page === undefined ? {} : { page }) }
  const answer = await put(host, question, ANSWER_DEADLINE_MS)
  return isPreviewAnswer(answer) ? answer : undefined
}

/** Posts a request to the host; undefined after the deadline. A program may take its time. */
function put(host: Host, request: PreviewRequest | ServerRequest, deadlineMs?: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const settle = (data: unknown) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    }
    const timer = deadlineMs === undefined ? undefined : setTimeout(settle, deadlineMs)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(data)
    host.postMessage(request, [port2])
  })
}

function page(status: number, message: string, contentType = 'text/plain; charset=utf-8'): Promise<Response> {
  return respond({ status, contentType, body: new TextEncoder().encode(message) })
}

/** Replaces a program's own policy headers by the sandbox's. */
async function withPolicy(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  for (const [name, value] of await policyHeaders()) headers.set(name, value)
  // So that a link to an absolute path is known to be this program's (`navigatingProgram`).
  headers.set('Referrer-Policy', 'same-origin')
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers })
}

async function respond({ status, contentType, body }: PreviewAnswer): Promise<Response> {
  const headers = new Headers(await policyHeaders())
  headers.set('Content-Type', contentType)
  headers.set('Cache-Control', 'no-store')
  return new Response(new Uint8Array(body), { status, headers })
}

/** The server's; when it cannot be asked, those that the build knows, which let any page frame it but nothing out. */
function policyHeaders(): Promise<Headers> {
  policy ??= readPolicy().catch(() => {
    policy = undefined
    return new Headers(__SANDBOX_HEADERS__)
  })
  return policy
}

async function readPolicy(): Promise<Headers> {
  const answer = await askForFile(HOST_PAGE, { method: 'HEAD' })
  const headers = new Headers(answer.headers)
  // A refusal has none of them; what is served under it would have no policy at all.
  if (!answer.ok || !headers.has('content-security-policy')) throw new Error('The server named no policy.')
  for (const name of [...headers.keys()]) if (!POLICY_HEADERS.includes(name)) headers.delete(name)
  return headers
}
