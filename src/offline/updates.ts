/** Notices that another version of the page has been kept beside the one that is open, and waits to be wanted. */

export interface WaitingWorker extends EventTarget {
  readonly state: string
  postMessage(message: unknown): void
}

/** The part of `ServiceWorkerRegistration` in use. */
export interface Registration extends EventTarget {
  readonly active: unknown
  readonly installing: WaitingWorker | null
  readonly waiting: WaitingWorker | null
  update(): Promise<unknown>
}

/** `ready` is called with each newer version that is kept whole; never with the first, which is the one that is open. */
export function watchUpdates(registration: Registration, ready: (waiting: WaitingWorker) => void): void {
  const follow = () => {
    const { installing } = registration
    if (installing === null) return
    const look = () => {
      if (installing.state === 'installing') return
      installing.removeEventListener('statechange', look)
      if (installing.state === 'installed' && registration.active !== null) ready(installing)
    }
    installing.addEventListener('statechange', look)
  }
  registration.addEventListener('updatefound', follow)
  // It may have been found before anyone listened.
  if (registration.waiting !== null) ready(registration.waiting)
  follow()
}
