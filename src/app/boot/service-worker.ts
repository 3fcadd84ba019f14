/** The app origin's service worker: the page opens without a network, and with a slow one from what is kept. */
import { askServer } from '../../offline/ask-server.ts'
import { buildIn, configurationIn } from '../../offline/build.ts'
import { isKeepMessage } from '../../offline/keep-message.ts'
import { FIXED_FILES, forQuery, AppFilesCache } from '../../offline/app-files-cache.ts'
import { APP_FILES } from '../../offline/app-files.ts'
import type { ServiceWorkerScope, WorkerFetchEvent } from '../../offline/service-worker-scope.ts'
import { isTakeOverMessage } from '../../offline/take-over-message.ts'

/** The sandbox of a host with one origin: kept only where it is used. */
const OPAQUE = '/opaque/'
/** The page in it that shows a step's preview, cached on every host. */
const STEP_PAGE = '/opaque/preview.html'
/** Code that runs models in the tab: large, so cached only on first request. */
const ON_DEMAND = '/assets/llama'
const OPAQUE_PAGE = /^\/opaque\/[\w-]+\.html$/
/** Addresses of the app's page. */
const PAGE = new Set(['/', '/index.html'])

// The page's types are the ones known in this folder; in this file `self` is a service worker.
const scope = self as unknown as ServiceWorkerScope
const files = new AppFilesCache(APP_FILES)

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) =>
  event.waitUntil(scope.clients.claim().then(() => files.dropUnused())),
)
scope.addEventListener('message', (event) => {
  if (isKeepMessage(event.data)) event.waitUntil(keepAll())
  // A newer version waits until the person wants it, or the last page of the one before is closed.
  if (isTakeOverMessage(event.data)) event.waitUntil(scope.skipWaiting())
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const { origin, pathname } = url
  if (request.method !== 'GET' || origin !== location.origin) return
  if (OPAQUE_PAGE.test(pathname) && files.has(pathname)) event.respondWith(opaquePage(event, pathname))
  else if (request.mode === 'navigate')
    event.respondWith(PAGE.has(pathname) ? page(event) : otherPage(event, pathname))
  // Named by their content: a page of the version before loads its later parts from what that one has kept.
  else if (files.has(pathname) || pathname.startsWith(FIXED_FILES)) event.respondWith(ownFile(event, url))
})

/** If the one-origin sandbox is in use, an update caches its new files, too. */
async function install(): Promise<void> {
  const isUsed = (await caches.match(`${OPAQUE}host.html`)) !== undefined
  const isWanted = (path: string) => isUsed || path === STEP_PAGE || !path.startsWith(OPAQUE)
  await files.fill((path) => !path.startsWith(ON_DEMAND) && isWanted(path))
}

function keepAll(): Promise<void> {
  return files.fill((path) => !path.startsWith(ON_DEMAND))
}

async function ownFile(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const { pathname } = url
  const kept = await files.read(pathname)
  if (kept) return forQuery(kept, url)
  const sent = (await askServer(event)) ?? Response.error()
  if (sent.ok && pathname.startsWith(ON_DEMAND) && files.has(pathname)) {
    // Without room for it, it is loaded again the next time.
    event.waitUntil(files.keep(pathname, sent.clone()).catch(() => undefined))
  }
  return sent
}

/** With our own headers: they are what keeps it off this origin, whatever the server has sent when it was kept. */
async function opaquePage(event: WorkerFetchEvent, pathname: string): Promise<Response> {
  const file = await files.read(pathname)
  if (!file) return (await askServer(event)) ?? Response.error()
  const headers = new Headers(__OPAQUE_HEADERS__)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(file.body, { headers })
}

/**
 * First from the server, which names the sandbox's origin. A page of another build is held back until that build is kept
 * whole and wanted: till then the one that is kept opens, all of whose parts are there. It also opens where the server has
 * any other answer, a refusal, an error or a way elsewhere: nobody is locked out of what this browser has stored.
 */
async function page(event: WorkerFetchEvent): Promise<Response> {
  event.waitUntil(files.dropUnused())
  const [own, sent] = await Promise.all([files.read('/'), askServer(event, isOwnPage)])
  if (own === undefined) return sent ?? Response.error()
  if (sent === undefined || !(await isOwnPage(sent))) return own
  const [html, ownHtml] = await Promise.all([sent.clone().text(), own.clone().text()])
  const isConfiguredAlike = configurationIn(html) === configurationIn(ownHtml)
  if (buildIn(html) === APP_FILES.version) {
    if (!isConfiguredAlike) event.waitUntil(files.keep('/', sent.clone()))
    return sent
  }
  // If the deployment has moved, the cached page would not find its sandbox.
  if (!isConfiguredAlike) return sent
  event.waitUntil(scope.registration.update())
  return own
}

/** Any other document of this origin. A document that the server has not is not there; where it refuses, there is what was kept. */
async function otherPage(event: WorkerFetchEvent, pathname: string): Promise<Response> {
  const sent = await askServer(event, isWord)
  if (sent && isWord(sent)) return sent
  return (await files.read(pathname)) ?? (await files.read('/')) ?? sent ?? Response.error()
}

/** A document, a way elsewhere, or that there is none: all else is a refusal. */
function isWord({ ok, type, status }: Response): boolean {
  return ok || type === 'opaqueredirect' || status === 404 || status === 410
}

/** The app's page, of whichever build. */
async function isOwnPage(answer: Response): Promise<boolean> {
  const isHtml = answer.headers.get('Content-Type')?.startsWith('text/html') === true
  return answer.ok && isHtml && buildIn(await answer.clone().text()) !== undefined
}
