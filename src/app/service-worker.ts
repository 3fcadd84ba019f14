/** The app origin's service worker: the page opens without a network, and with a slow one from what is kept. */
import { isKeepMessage } from '../offline/keep-message.ts'
import { ShellCache } from '../offline/shell-cache.ts'
import { SHELL } from '../offline/shell-files.ts'
import type { ServiceWorkerScope } from '../offline/service-worker-scope.ts'

/** The sandbox of a host with one origin: kept only where it is used. */
const OPAQUE = '/opaque/'
const ASSETS = '/assets/'
const OPAQUE_PAGE = /^\/opaque\/[\w-]+\.html$/

// The page's types are the ones known in this folder; in this file `self` is a service worker.
const scope = self as unknown as ServiceWorkerScope
const shell = new ShellCache(SHELL)

scope.addEventListener('install', (event) => event.waitUntil(install().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('message', (event) => {
  if (isKeepMessage(event.data)) event.waitUntil(shell.fill())
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (OPAQUE_PAGE.test(pathname) && shell.has(pathname)) event.respondWith(opaquePage(request, pathname))
  // The page itself first from the server: it names the sandbox's origin, and an update shows at once.
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('/')))
  // Named by their content: a page of the version before loads its later parts from what that one has kept.
  else if (shell.has(pathname) || pathname.startsWith(ASSETS))
    event.respondWith(shell.read(pathname).then((file) => file ?? fetch(request)))
})

/** Where the sandbox of one origin is in use, an update brings its new files, too. */
async function install(): Promise<void> {
  const isUsed = (await caches.match(`${OPAQUE}host.html`)) !== undefined
  await shell.fill((path) => isUsed || !path.startsWith(OPAQUE))
}

/** With our own headers: they are what keeps it off this origin, whatever the server has sent when it was kept. */
async function opaquePage(request: Request, pathname: string): Promise<Response> {
  const file = await shell.read(pathname)
  if (!file) return fetch(request)
  const headers = new Headers(__OPAQUE_HEADERS__)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(file.body, { headers })
}

async function kept(path: string): Promise<Response> {
  return (await shell.read(path)) ?? Response.error()
}
