/**
 * The hidden page of a host with one origin: as `host.ts`, on no origin at all. Its own answer's policy makes it so
 * (`opaqueHeaders` in scripts/lib/build/headers.mjs); served without, it would stand on the app's, and refuses to work.
 */
import { announce } from './announce.ts'
import { isOpaqueBootMessage, isPreviewPortMessage, OPAQUE_SCRIPTS } from './protocol.ts'
import type { FrameMessage, OpaqueScripts } from './protocol.ts'

if (window.parent !== window && self.origin === 'null') host()

/** Only the app may frame this page, so that whoever is the parent is it. */
function tell(message: FrameMessage): void {
  window.parent.postMessage(message, '*')
}

function host(): void {
  let kernel: Worker | undefined
  window.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== window.parent || !port) return
    if (isPreviewPortMessage(data)) kernel?.postMessage({ type: 'preview-port' }, [port])
    if (!isOpaqueBootMessage(data) || kernel) return
    kernel = startKernel(data.scripts)
    kernel.postMessage({ type: 'port' }, [port])
    tell({ type: 'vivarium-frame-preview' })
  })
  announce(tell)
}

/** Each script gets an address within this frame; the kernel is told them behind the `#` of its own. */
function startKernel(scripts: OpaqueScripts): Worker {
  const addresses = new URLSearchParams()
  for (const name of OPAQUE_SCRIPTS) addresses.set(name, URL.createObjectURL(scripts[name]))
  const kernel = new Worker(`${addresses.get('kernel')}#${addresses}`, { name: 'kernel' })
  kernel.addEventListener('error', (event) => {
    tell({ type: 'vivarium-frame-failed', message: event.message || 'its kernel could not be loaded' })
  })
  return kernel
}
