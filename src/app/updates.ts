/** Notices that another version of the page has been kept beside the one that is open. */

interface InstallingWorker extends EventTarget {
  readonly state: string
}

/** What is used of a service worker's registration. */
export interface Registration extends EventTarget {
  readonly active: unknown
  readonly installing: InstallingWorker | null
  update(): Promise<unknown>
}

/** `ready` is called once for each newer version that is kept whole; never for the first, which is the one that is open. */
export function watchUpdates(registration: Registration, ready: () => void): void {
  const follow = () => {
    const { installing, active } = registration
    if (installing === null || active === null) return
    const look = () => {
      if (installing.state !== 'activated') return
      installing.removeEventListener('statechange', look)
      ready()
    }
    installing.addEventListener('statechange', look)
  }
  registration.addEventListener('updatefound', follow)
  // It may have been found before anyone listened.
  follow()
}
