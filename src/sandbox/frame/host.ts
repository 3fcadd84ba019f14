/** The hidden page of the sandbox origin: starts the kernel worker and hands it the app's port. It keeps nothing. */
import type { BuildLock } from '../../offline/build.ts'
import type { KeepMessage } from '../../offline/keep-message.ts'
import type { TakeOverMessage } from '../../offline/take-over-message.ts'
import { announce } from './announce.ts'
import { hideBrowserCookies, NO_COOKIES } from './browser-cookies.ts'
import { APP_ORIGIN_PARAMETER, isBootMessage, isUpdateMessage } from './protocol.ts'
import type { FrameMessage, UpdateStep } from './protocol.ts'

/** Milliseconds after which previews are made ready: until then the processor has the kernel and its first shell to load. */
const PREVIEWS_AFTER_MS = 1_500
/** Milliseconds after which the start is over and there is time to keep what the next one needs. */
const KEEP_AFTER_MS = 3_000

/** Build of this page, written by the build script; undefined from source. */
const build =
  document.querySelector<HTMLMetaElement>('meta[name="vivarium-build"]')?.content.trim() || undefined
const appOrigin = new URLSearchParams(location.search).get(APP_ORIGIN_PARAMETER)

// Pages of the preview reach this window.
hideBrowserCookies(window, NO_COOKIES)
// Only as a frame of another origin: opened by itself, or framed by its own, it does nothing.
if (appOrigin !== null && appOrigin !== location.origin && window.parent !== window) host(appOrigin)

function host(app: string): void {
  const tell = (message: FrameMessage) => window.parent.postMessage(message, app)
  const kernel = new Worker(new URL('../embedded/kernel.worker.ts', import.meta.url), { type: 'module' })
  kernel.addEventListener('error', (event) => {
    tell({ type: 'vivarium-frame-failed', message: event.message || 'its kernel could not be loaded' })
  })
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [port] = event.ports
    if (event.origin !== app || event.source !== window.parent || !isBootMessage(event.data) || !port) return
    kernel.postMessage({ type: 'port' }, [port])
  })
  listenForUpdates(app)
  servePreviews(kernel, tell)
  announce(tell, build)
}

function listenForUpdates(app: string): void {
  if (build === undefined) return
  const lock: BuildLock = `vivarium-build-${build}`
  // Refused where the browser keeps nothing, and so no build.
  navigator.locks.request(lock, { mode: 'shared' }, forever).catch(() => undefined)
  window.addEventListener('message', ({ origin, source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (origin !== app || source !== window.parent || !isUpdateMessage(data) || !port) return
    void update(navigator.serviceWorker, data.step)
      // Without a network there is nothing to be found.
      .catch(() => undefined)
      .then(() => port.postMessage(null))
  })
}

/** Passes the service worker's questions on; the kernel answers on the port that comes with each. */
function servePreviews(kernel: Worker, tell: (message: FrameMessage) => void): void {
  const { serviceWorker: container }: Partial<Navigator> = navigator
  if (!container) {
    tell({ type: 'vivarium-frame-preview', failure: 'Service workers are not available here.' })
    return
  }
  container.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const [port] = ports
    // Spelt out, so that nothing from there is taken for the app's own port.
    if (port && typeof data === 'object') kernel.postMessage({ ...data, type: 'preview' }, [port])
  })
  container.startMessages()
  const start = async (): Promise<void> => {
    try {
      await startServiceWorker(container)
      tell({ type: 'vivarium-frame-preview' })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      tell({ type: 'vivarium-frame-preview', failure })
    }
  }
  setTimeout(() => void start(), PREVIEWS_AFTER_MS)
}

/**
 * Resolves when it is active. The built one is a plain script, which works because it shares no module with this page;
 * from source it is a module.
 */
async function startServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  if (import.meta.env.DEV) await container.register('/service-worker.ts', { type: 'module' })
  else await container.register('/service-worker.js')
  const { active } = await container.ready
  // Spelt out: a module shared with the service worker would be one that it has to import.
  setTimeout(() => active?.postMessage({ type: 'vivarium-keep' } satisfies KeepMessage), KEEP_AFTER_MS)
}

/** A lock is held as long as the page is open. */
function forever(): Promise<never> {
  return new Promise(() => undefined)
}

/**
 * A newer version of this origin's service worker: fetched whole, or taken in place of the one that is active. Not while
 * any page of this origin is being opened: the browser may forget the request for it.
 */
async function update(container: ServiceWorkerContainer, step: UpdateStep): Promise<void> {
  const registration = await container.getRegistration()
  if (!registration) return
  if (step === 'take') {
    const taken = new Promise((resolve) =>
      container.addEventListener('controllerchange', resolve, { once: true }),
    )
    if (!registration.waiting) return
    registration.waiting.postMessage({ type: 'vivarium-take-over' } satisfies TakeOverMessage)
    await taken
    return
  }
  await registration.update()
  const { installing } = registration
  if (!installing) return
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => installing.state !== 'installing' && resolve())
  })
}
