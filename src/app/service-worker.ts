/** The app origin's service worker: the page opens without a network, and with a slow one from what is kept. */
import { ShellCache } from '../offline/shell-cache.ts'
import { SHELL } from '../offline/shell-files.ts'
import type { ServiceWorkerScope } from '../offline/service-worker-scope.ts'

// The page's types are the ones known in this folder; in this file `self` is a service worker.
const scope = self as unknown as ServiceWorkerScope
const shell = new ShellCache(SHELL)

scope.addEventListener('install', (event) => event.waitUntil(shell.fill().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // The page itself first from the server: it names the sandbox's origin, and an update shows at once.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('/')))
  else if (shell.has(pathname)) event.respondWith(shell.read(pathname).then((file) => file ?? fetch(request)))
})

async function kept(path: string): Promise<Response> {
  return (await shell.read(path)) ?? Response.error()
}
