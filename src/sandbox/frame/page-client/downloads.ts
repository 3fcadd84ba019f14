/**
 * Links that save a file: the frame may not save, since nobody would have been asked. What such a link leads to is handed
 * to the app's page, which asks the person.
 */
import { fileNameOf } from '../../contract/attachment.ts'
import type { PageReport } from '../../page/page-report.ts'
import { appWindow } from './app-window.ts'

/** To be called before any script of the page runs. */
export function offerDownloads(): void {
  const app = appWindow()
  if (!app) return
  const blobs = rememberBlobs()
  const offer = (name: string, content: Blob): void => {
    const report: PageReport = { type: 'vivarium-page-download', name, content }
    app.window.postMessage(report, '*')
  }
  const load = async (address: URL, wanted: string): Promise<void> => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`the answer is ${response.status} ${response.statusText}`)
    const disposition = response.headers.get('Content-Disposition') ?? ''
    offer(fileNameOf({ wanted, disposition, address }), await response.blob())
  }
  const onClick = (event: Event): void => {
    const link = event.composedPath().find((place) => place instanceof HTMLAnchorElement)
    if (event.defaultPrevented || !link?.hasAttribute('download') || !URL.canParse(link.href)) return
    const address = new URL(link.href)
    // For another origin the attribute has no effect, and none can be reached.
    if (address.protocol !== 'blob:' && address.protocol !== 'data:' && address.origin !== location.origin)
      return
    event.preventDefault()
    const blob = blobs.get(address.href)
    if (blob) return offer(fileNameOf({ wanted: link.download, address }), blob)
    const shown = address.protocol === 'data:' ? 'data:' : address.href
    load(address, link.download).catch((error: unknown) =>
      console.error(`The target of ${shown} could not be loaded for saving: ${String(error)}`),
    )
  }
  window.addEventListener('click', onClick)
  hearDetached(onClick)
}

/** By their addresses, as long as those are good: mostly they are taken back as soon as they were clicked, before they could be fetched. */
function rememberBlobs(): ReadonlyMap<string, Blob> {
  const blobs = new Map<string, Blob>()
  const { createObjectURL, revokeObjectURL } = URL
  Object.assign(URL, {
    createObjectURL: (source: Blob | MediaSource): string => {
      const address = createObjectURL.call(URL, source)
      if (source instanceof Blob) blobs.set(address, source)
      return address
    },
    revokeObjectURL: (address: string): void => {
      blobs.delete(address)
      revokeObjectURL.call(URL, address)
    },
  })
  return blobs
}

/** Scripts click links that are in no document, from which no event reaches the window. */
function hearDetached(onClick: (event: Event) => void): void {
  const { prototype } = HTMLAnchorElement
  for (const name of ['click', 'dispatchEvent'] as const) {
    const native = prototype[name]
    const value = function (this: HTMLAnchorElement, ...args: unknown[]): unknown {
      if (!this.isConnected) this.addEventListener('click', onClick, { once: true })
      return Reflect.apply(native, this, args)
    }
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  }
}
